import type { Finding, Severity } from '../../types.ts'
import { parseSeverity } from '../findings/severity.ts'
import { duplicates } from '../outside/duplicates.ts'
import { hashText } from '../values/hash.ts'
import { isDoubt } from './doubts.ts'
import { idOf } from './item-id.ts'
import type { RaisedItem } from './raised.ts'

/** One problem, wherever and by whomever it was raised. */
export interface Gathered {
  readonly id: string
  /** All that say it, the first one first, also where it is closed. */
  readonly members: readonly RaisedItem[]
  /** `left`: we said why it is left as it is, or a person wants it so, or has to decide, and nobody has closed it. */
  readonly status: 'open' | 'left' | 'closed'
  /** Why it is not fixed automatically: what people say about it; null: nobody is against it. */
  readonly held: string | null
  /** Who of them wants it fixed. */
  readonly wantedBy: string | null
  readonly actionable: boolean
}

/** Joins what several say, and what one says again. */
export function gather(items: readonly RaisedItem[]): readonly Gathered[] {
  return duplicates(items).map((positions) => {
    const members = positions.map((position) => items[position]!)
    return {
      id: idOf(members[0]!.key),
      members,
      status: statusOf(members),
      held: firstOf(members, ({ held }) => held),
      wantedBy: firstOf(members, ({ wantedBy }) => wantedBy),
      actionable: members.some(({ actionable }) => actionable),
    }
  })
}

/** Whoever repeats what was answered has its answer: it is not asked about again. Who says more than that has none. */
function statusOf(members: readonly RaisedItem[]): Gathered['status'] {
  const open = members.filter(({ isOpen, answer }) => isOpen && answer !== 'fixed')
  if (open.length === 0) return 'closed'
  if (members.some(({ held }) => held !== null)) return 'left'
  const skipped = members.filter(({ answer }) => answer === 'skipped')
  const hasAnswer = (member: RaisedItem) =>
    isDoubt(member.answer) || skipped.some((one) => one === member || !saysMore(member, one))
  return open.every(hasAnswer) ? 'left' : 'open'
}

function firstOf(members: readonly RaisedItem[], pick: (member: RaisedItem) => string | null): string | null {
  return members.map(pick).find((text) => text !== null) ?? null
}

function saysMore(member: RaisedItem, answered: RaisedItem): boolean {
  return (member.actionable && !answered.actionable) || (isGrave(member) && !isGrave(answered))
}

/** In our words, for the fixer. Only the gravest of what is said together decides how grave it is. */
export function toFinding({ id, members, actionable }: Gathered): Finding {
  const first = members.find(({ isOpen, answer }) => isOpen && answer === null) ?? members[0]!
  const severity = members.map((member) => severityOf(member, actionable)).sort()[0]!
  const by = [...new Set(members.map((member) => member.by))]
  return {
    id,
    fingerprint: `${hashText(members[0]!.key)}:1`,
    severity,
    blocking: actionable,
    category: 'outside review',
    rule: null,
    title: first.title || 'Without a title',
    file: first.file,
    line: first.startLine ?? first.line,
    endLine: first.line,
    problem: wordsOf(first),
    impact: actionable ? `${by.join(', ')}: ${first.url}` : null,
    fix: null,
    suggestion: first.suggestion,
    evidence: null,
    confidence: 1,
    reviewers: by,
    agreement: by.length,
    reportedLine: null,
    verification: null,
    ...otherClaims(members.filter((member) => member !== first)),
  }
}

/** Whether a finding was made of this item too, in the words that it has now. */
export function isMadeOf({ problem, reviewers, otherClaims: others = [] }: Finding, item: RaisedItem): boolean {
  if (problem === wordsOf(item) && reviewers.includes(item.by)) return true
  return others.some((other) => other.problem === claimOf(item))
}

const claimOf = (item: RaisedItem): string => `${item.by}: ${wordsOf(item)}`

/** With what people said about it: whoever mends it has to know. */
function wordsOf({ body, talk }: RaisedItem): string {
  if (talk.length === 0) return body
  return [body, 'Said in the same thread:', ...talk.map((said) => `${said.by}: ${said.body}`)].join('\n\n')
}

function otherClaims(others: readonly RaisedItem[]): Pick<Finding, 'otherClaims'> {
  if (others.length === 0) return {}
  return { otherClaims: others.map((item) => ({ title: item.title, problem: claimOf(item) })) }
}

/** Critical and high block as they are called; what remains to be done blocks because somebody asks for it. */
function severityOf(item: RaisedItem, actionable: boolean): Severity {
  const { title, body } = item
  if (isGrave(item)) {
    return parseSeverity('critical', { vocabulary: '004', text: `${title}\n${body}` })?.severity ?? 'P1'
  }
  return actionable ? 'P2' : 'P3'
}

function isGrave({ severity }: RaisedItem): boolean {
  return severity === 'critical' || severity === 'high'
}
