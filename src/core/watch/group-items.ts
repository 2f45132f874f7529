import type { Finding, Severity } from '../../types.ts'
import { parseSeverity } from '../findings/severity.ts'
import { duplicates } from '../outside/duplicates.ts'
import { reverses } from '../outside/reverses.ts'
import { hashText } from '../values/hash.ts'
import { type CollectedItem, itemId, plainItem } from './collect-items.ts'
import type { ReviewerStatus } from './reviewer-status.ts'
import { isUnconfirmed } from './unconfirmed-fixes.ts'

/** One problem, wherever and by whomever it was raised. */
export interface ItemGroup extends Pick<CollectedItem, 'id' | 'held' | 'wantedBy' | 'actionable'> {
  /** All that say it, the first one first, also where it is closed. */
  readonly members: readonly CollectedItem[]
  /** `left`: we said why it is left as it is, or a person wants it so, or has to decide, and nobody has closed it. */
  readonly status: 'open' | 'left' | 'closed'
}

/** Joins what several say, and what one says again. */
export function groupItems(items: readonly CollectedItem[]): readonly ItemGroup[] {
  return duplicates(items).map((positions) => groupOf(positions.map((position) => items[position]!)))
}

function groupOf(members: readonly CollectedItem[]): ItemGroup {
  return {
    id: members[0]!.id,
    members,
    status: statusOf(members),
    held: members.find(({ held }) => held !== null)?.held ?? null,
    wantedBy: members.find(({ wantedBy }) => wantedBy !== null)?.wantedBy ?? null,
    actionable: members.some(({ actionable }) => actionable),
  }
}

/** Repeating what was answered is not asked about again, unless it says more than what was answered. */
function statusOf(members: readonly CollectedItem[]): ItemGroup['status'] {
  const open = members.filter(({ isOpen, answer }) => isOpen && answer !== 'fixed')
  if (open.length === 0) return 'closed'
  if (members.some(({ held }) => held !== null)) return 'left'
  const saysMore = (member: CollectedItem, answered: CollectedItem) =>
    (member.actionable && !answered.actionable) || (isGrave(member) && !isGrave(answered))
  const skipped = members.filter(({ answer }) => answer === 'skipped')
  const hasAnswer = (member: CollectedItem) =>
    isUnconfirmed(member.answer) || skipped.some((one) => one === member || !saysMore(member, one))
  return open.every(hasAnswer) ? 'left' : 'open'
}

/** What reviewers wrote and nobody understood, for a person to decide. */
export function unclearItems(reviewers: readonly ReviewerStatus[]): readonly ItemGroup[] {
  return reviewers.flatMap(({ id: reviewer, name: by, unclear: url }) => {
    if (url === undefined) return []
    const title = `What ${by} wrote was not understood: ${url}`
    const place = { key: url, id: itemId(url), source: url, isThread: false, url, at: null, originalLine: null }
    const state = { isOpen: true, answer: null, talk: [], held: 'it was not understood', wantedBy: null, heard: null }
    return [groupOf([{ ...plainItem(title, title), ...place, ...state, reviewer, by }])]
  })
}

/** In our words, for the fixer. The gravest of what is said together decides how grave it is. */
export function toFinding({ id, members, actionable }: ItemGroup): Finding {
  const first = members.find(({ isOpen, answer }) => isOpen && answer === null) ?? members[0]!
  const by = [...new Set(members.map((member) => member.by))]
  const others = members.filter((member) => member !== first)
  return {
    id,
    fingerprint: `${hashText(members[0]!.key)}:1`,
    severity: members.map((member) => severityOf(member, actionable)).sort()[0]!,
    blocking: actionable,
    category: 'outside review',
    ...{ rule: null, fix: null, evidence: null, reportedLine: null, verification: null, confidence: 1 },
    title: first.title || 'Without a title',
    file: first.file,
    line: first.startLine ?? first.line,
    endLine: first.line,
    problem: problemOf(first),
    impact: actionable ? `${by.join(', ')}: ${first.url}` : null,
    suggestion: first.suggestion,
    reviewers: by,
    agreement: by.length,
    ...(others.length === 0
      ? {}
      : { otherClaims: others.map((item) => ({ title: item.title, problem: claimOf(item) })) }),
  }
}

/** Whether a finding was made of this item too, in the words that it has now. */
export function isMadeOf({ problem, reviewers, otherClaims = [] }: Finding, item: CollectedItem): boolean {
  const isFirst = problem === problemOf(item) && reviewers.includes(item.by)
  return isFirst || otherClaims.some((other) => other.problem === claimOf(item))
}

const claimOf = (item: CollectedItem): string => `${item.by}: ${problemOf(item)}`

/** With what people said about it: the fixer has to know. */
function problemOf({ body, talk }: CollectedItem): string {
  if (talk.length === 0) return body
  return [body, 'Said in the same thread:', ...talk.map((said) => `${said.by}: ${said.body}`)].join('\n\n')
}

/** Grave items block as they are called; the others because somebody asks for them. */
function severityOf(item: CollectedItem, actionable: boolean): Severity {
  if (!isGrave(item)) return actionable ? 'P2' : 'P3'
  const text = `${item.title}\n${item.body}`
  return parseSeverity('critical', { vocabulary: '004', text })?.severity ?? 'P1'
}

function isGrave({ severity }: CollectedItem): boolean {
  return severity === 'critical' || severity === 'high'
}

/** What is to be done about each group. */
export interface Triage {
  /** To be fixed. */
  readonly open: readonly ItemGroup[]
  /** We said why it is left, or a person wants it so, and nobody has closed it. */
  readonly left: readonly ItemGroup[]
  /** Not to be acted upon. */
  readonly remarks: readonly ItemGroup[]
  /** Pairs that ask for the opposite of each other. `isDone`: something was done for the earlier one. */
  readonly contradictions: readonly {
    readonly later: ItemGroup
    readonly earlier: ItemGroup
    readonly isDone: boolean
  }[]
}

export function triageGroups(groups: readonly ItemGroup[]): Triage {
  const asked = groups.filter(({ actionable }) => actionable)
  const open = asked.filter(({ status }) => status === 'open')
  const done = asked.filter(({ members }) => members.some(({ answer }) => answer === 'fixed'))
  return {
    open,
    left: asked.filter(({ status }) => status === 'left'),
    remarks: groups.filter(({ actionable, status }) => !actionable && status === 'open'),
    contradictions: open.flatMap((later, index) => {
      const isReversed = (each: ItemGroup) => each !== later && isReversedBy(each, later)
      const before = done.find(isReversed)
      const earlier = before ?? open.slice(0, index).find(isReversed)
      return earlier === undefined ? [] : [{ later, earlier, isDone: before !== undefined }]
    }),
  }
}

function isReversedBy(earlier: ItemGroup, later: ItemGroup): boolean {
  return earlier.members.some((before) => later.members.some((after) => reverses(before, after)))
}
