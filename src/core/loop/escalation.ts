import { severityLabel } from '../findings/severity.ts'
import { shortened } from '../values/shortened.ts'
import { holdsUp, isActive } from './entry-status.ts'
import type { LedgerEntry, LedgerStatus, LoopAnswer, LoopReason } from './types.ts'

export interface EscalationInput {
  /** What the loop works on: 'Story 1.2', or the branch. */
  readonly title: string
  /** How many reviews there were, and how many there can ever be. */
  readonly round: number
  readonly hardCap: number
  readonly reason: LoopReason
  /** What shows it besides the findings: the command that fails, the fixer's words, what was spent. Null: nothing more. */
  readonly detail: string | null
  readonly ledger: readonly LedgerEntry[]
  /** The last findings document, relative to the repository root. */
  readonly document: string | null
  readonly allowed: readonly LoopAnswer[]
}

/**
 * The question as a person reads it: what is left, why the loop asks, what shows it, and what may be answered. Titles of findings
 * and output of commands are in it: whoever prints it makes it safe for a terminal.
 */
export function questionText(input: EscalationInput): string {
  const { title, round, ledger, document, allowed, detail } = input
  const left = ledger.filter((entry) => isActive(entry) || entry.status === 'deferred')
  const blocks = [
    [`⚠️ ${oneLine(title)}: Review Blocked`],
    round === 0
      ? ['Nothing was reviewed yet.']
      : [
          `After ${counted(round, 'review round')}, ${remaining(input, left.length)}:`,
          ...(input.reason === 'unverified' ? [] : counts(left)),
        ],
    [`Why: ${because(input)}`, ...detailLines(detail), ...left.filter(holdsUp).map(persistence)],
    document === null ? [] : [`Findings document: ${document}`],
    ['Options:', ...allowed.map((answer) => `${answer}) ${optionText(answer, input)}`)],
  ]
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

export interface ParsedAnswer {
  readonly answer: LoopAnswer
  /** What the person said to it; empty when nothing. */
  readonly why: string
}

/** 'b', '(b)', 'B)', 'b: the reason', 'b - the reason' or 'b the reason'. A sentence that begins with an article is no answer. */
export function parseAnswer(
  text: string,
  allowed: readonly LoopAnswer[],
): { readonly value: ParsedAnswer } | { readonly problems: readonly string[] } {
  const line = text.trim()
  const marked = /^\(?([abc])(?:[).:,]+(?:\s+(.*))?|\s+[-–—]+\s+(.*))?$/is.exec(line)
  const [, letter, said, dashed] = marked ?? /^([bc])\s+(.+)$/is.exec(line) ?? []
  const answer = letters.find((one) => one === letter?.toLowerCase())
  if (answer === undefined) return { problems: [`Answer with ${choices(allowed)}; found "${shown(text)}".`] }
  if (!allowed.includes(answer))
    return { problems: [`${answer} is not offered here; answer with ${choices(allowed)}.`] }
  return { value: { answer, why: oneLine(said ?? dashed ?? '') } }
}

/** 'a, b or c' */
export function choices(allowed: readonly LoopAnswer[]): string {
  return listed(allowed, 'or')
}

const letters: readonly LoopAnswer[] = ['a', 'b', 'c']

function counts(left: readonly LedgerEntry[]): readonly string[] {
  const labels = left.map(({ severity, blocking }) => severityLabel(severity, blocking, '003'))
  return ['Critical', 'Important', 'Minor'].map(
    (name) => `- ${name}: ${labels.filter((label) => label === name).length}`,
  )
}

function because({ reason, round, hardCap }: EscalationInput): string {
  return {
    limit:
      round >= hardCap ? `There are never more than ${hardCap} reviews.` : `The limit is ${counted(round, 'review')}.`,
    stuck: 'Two rounds in a row did not bring the blocking findings down.',
    oscillation: 'A finding asks for what an earlier fix took away: the loop would go in circles.',
    unverified: 'A reviewer makes a blocking claim that nobody could check against the code.',
    fix_failed: 'The fixer gave no answer that counts; the files are as they were before it.',
    unable: 'The fixer says that it cannot or should not mend what is left.',
    validation: 'No finding holds it up, but a validation command does not pass.',
    budget: 'The budget is used up.',
    user_changed: 'The branch or files changed meanwhile, and nobody owns up to it; nothing of that was touched.',
    checks_changed: 'The fix changes what the validation commands check, or which files git sees. It is not committed.',
    reviewer: 'What is left is for a person to decide.',
  }[reason]
}

function remaining({ reason }: EscalationInput, left: number): string {
  if (reason === 'unverified') return 'a claim waits for your decision'
  return left === 0 ? 'nothing remains' : 'findings remain'
}

function detailLines(detail: string | null): readonly string[] {
  const lines = (detail ?? '').split('\n').map(oneLine)
  return lines.filter((line) => line !== '').map((line) => `- ${line}`)
}

/** In which rounds a finding was raised, and whether it had been gone. */
function persistence({ id, finding, severity, blocking, history }: LedgerEntry): string {
  const { file, line, title } = finding
  const where = file === null ? '' : ` ${oneLine(file)}${line === null ? '' : `:${line}`}`
  const raised = [...new Set(history.filter(({ status }) => raising.has(status)).map(({ round }) => round))]
  const rounds = raised.length === 0 ? '' : ` (round${raised.length === 1 ? '' : 's'} ${listed(raised, 'and')})`
  const back = history.some(({ status }) => status === 'regressed') ? ', back after it was fixed' : ''
  return `- ${severityLabel(severity, blocking, '003')} ${id}${where} ${oneLine(title)}${rounds}${back}`
}

const raising: ReadonlySet<LedgerStatus> = new Set(['open', 'persisting', 'regressed'])

function optionText(answer: LoopAnswer, { round, hardCap }: EscalationInput): string {
  return {
    a: `Fix by hand: the loop stops here${round < hardCap ? ', and --resume reviews again afterwards' : ''}`,
    b: 'Accept what is left and end (not recommended; it stays on record as accepted)',
    c: `Go on for one more round: number ${round + 1}, and ${hardCap} is the last`,
  }[answer]
}

function listed(items: readonly (string | number)[], word: string): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function shown(text: string): string {
  return shortened(oneLine(text), 40)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
