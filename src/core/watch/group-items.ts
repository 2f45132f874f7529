import type { Finding, Severity } from '../../types.ts'
import { parseSeverity } from '../findings/severity.ts'
import { duplicates } from '../outside/duplicates.ts'
import { reverses } from '../outside/reverses.ts'
import { hashText } from '../values/hash.ts'
import { placeOf, plainItem } from './collect-items.ts'
import type { CollectedItem } from './collected-item.ts'
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
    const place = placeOf({ id: url, url, at: null, thread: null }, url)
    const state = { isOpen: true, answer: null, talk: [], held: 'it was not understood', wantedBy: null, heard: null }
    return [groupOf([{ ...plainItem(title, title), ...place, ...state, reviewer, by }])]
  })
}

/** In our words, for the fixer. The gravest of what is said together decides how grave it is. */
export function toFinding({ id, members, actionable }: ItemGroup): Finding {
  const first = members.find(({ isOpen, answer }) => isOpen && answer === null) ?? members[0]!
  const { title, file, line, startLine, suggestion, url } = first
  const others = members.filter((member) => member !== first)
  const claims = others.map((item) => ({ title: item.title, problem: claimOf(item) }))
  const reviewers = [...new Set(members.map(({ by }) => by))]
  return {
    ...{ id, title: title || 'Without a title', file, line: startLine ?? line, endLine: line, suggestion },
    fingerprint: `${hashText(members[0]!.key)}:1`,
    severity: members.map((member) => severityOf(member, actionable)).sort()[0]!,
    blocking: actionable,
    category: 'outside review',
    problem: problemOf(first),
    impact: actionable ? `${reviewers.join(', ')}: ${url}` : null,
    ...{ rule: null, fix: null, evidence: null, reportedLine: null, verification: null, confidence: 1 },
    reviewers,
    agreement: reviewers.length,
    ...(claims.length === 0 ? {} : { otherClaims: claims }),
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
  return parseSeverity('critical', { vocabulary: '004', text: `${item.title}\n${item.body}` })?.severity ?? 'P1'
}

const isGrave = ({ severity }: CollectedItem): boolean => severity === 'critical' || severity === 'high'

/** What is to be done about each group. */
export function triageGroups(groups: readonly ItemGroup[]) {
  const asked = groups.filter(({ actionable }) => actionable)
  const open = asked.filter(({ status }) => status === 'open')
  const done = asked.filter(({ members }) => members.some(({ answer }) => answer === 'fixed'))
  return {
    /** To be fixed. */
    open,
    /** We said why it is left, or a person wants it so, and nobody has closed it. */
    left: asked.filter(({ status }) => status === 'left'),
    /** Not to be acted upon. */
    remarks: groups.filter(({ actionable, status }) => !actionable && status === 'open'),
    /** Pairs that ask for the opposite of each other. `isDone`: something was done for the earlier one. */
    contradictions: open.flatMap((later, index) => {
      const isReversed = (each: ItemGroup) =>
        each !== later && each.members.some((one) => later.members.some((other) => reverses(one, other)))
      const before = done.find(isReversed)
      const earlier = before ?? open.slice(0, index).find(isReversed)
      return earlier === undefined ? [] : [{ later, earlier, isDone: before !== undefined }]
    }),
  }
}
