import pc from 'picocolors'
import type { SessionEvent, ValidationResult } from '../core/loop/types.ts'
import type { LoopEvent } from '../types.ts'
import { createProgress, type ProgressOptions } from './progress.ts'
import { costText } from './text-summary.ts'
import { visibleLine } from './visible.ts'
import { counted } from './words.ts'

export interface LoopProgressOptions extends ProgressOptions {
  /** Says nothing at all. */
  readonly quiet: boolean
}

export interface LoopProgress {
  /** Of the reviews and fixes inside. */
  readonly onEvent: (event: LoopEvent) => void
  /** Every line of the journal, as it is written. */
  readonly onSessionEvent: (event: SessionEvent) => void
  readonly onNotice: (message: string) => void
  /** What is live on the terminal goes. */
  readonly stop: () => void
}

/** Rounds go by: what stays is a line for each thing that happened; what is live belongs to the review or fix at work. */
export function createLoopProgress(options: LoopProgressOptions): LoopProgress {
  if (options.quiet) return { onEvent: () => {}, onSessionEvent: () => {}, onNotice: () => {}, stop: () => {} }
  const { bold } = pc.createColors(options.color)
  let inner = createProgress(options)
  /** Reviews so far, and how many are allowed; null after a resume, until the journal says a number again. */
  let reviewed: number | null = null
  let allowed = 0
  return {
    onEvent,
    onSessionEvent,
    onNotice: (message) => say(`Notice: ${visibleLine(message)}`),
    stop: () => inner.stop(),
  }

  function onEvent(event: LoopEvent): void {
    if (event.type === 'review-start') begin(reviewHeader())
    if (event.type === 'fix-start') begin(`Fix of round ${event.round}`)
    // What a fix came to is in the journal.
    if (event.type === 'fix-end') inner.stop()
    else inner.onEvent(event)
  }

  function onSessionEvent(event: SessionEvent): void {
    if (event.type === 'session-started') {
      reviewed = 0
      allowed = event.policy.maxRounds
    }
    if (event.type === 'round-reviewed' && event.gate.result !== 'inconclusive') reviewed = event.round
    const line = lineFor(event)
    if (line !== null) say(line)
  }

  /** Each review and each fix is a thing of its own on the terminal. */
  function begin(header: string): void {
    say(bold(`── ${header} ──`))
    inner = createProgress(options)
  }

  function say(line: string): void {
    inner.stop()
    options.write(`${line}\n`)
  }

  function reviewHeader(): string {
    if (reviewed === null) return 'Review'
    return reviewed < allowed ? `Round ${reviewed + 1} of ${allowed}` : `Round ${reviewed + 1}`
  }
}

/** Null for what others say: a question is asked, an end is the result. */
function lineFor(event: SessionEvent): string | null {
  switch (event.type) {
    case 'session-started':
      return `Loop on ${visibleLine(event.branch)} against ${visibleLine(event.base)}, session ${visibleLine(event.session)}`
    case 'baseline-validated':
      return `Before the first fix: ${validationsText(event.validations)}`
    case 'round-reviewed':
      return reviewedLine(event)
    case 'fix-made':
      return fixLine(event)
    case 'fix-validated':
      return `After ${event.attempt > 1 ? 'the second try' : 'the fix'}: ${validationsText(event.validations)}`
    case 'fix-committed':
      return `Committed as ${event.commit.slice(0, 10)}`
    case 'rolled-back':
      return `Taken back: ${visibleLine(event.why)}`
    case 'certified':
      return certifiedLine(event)
    case 'user-changed':
      return `Somebody else is at work here: ${visibleLine(event.why)}`
    case 'answered':
      return `Answered ${event.answer} by ${visibleLine(event.by)}${event.why === '' ? '' : `: ${visibleLine(event.why)}`}`
    case 'resumed':
      return 'Going on with the session'
    case 'interrupted':
      return `Interrupted: ${visibleLine(event.why)}`
    case 'intended':
    case 'asked':
    case 'ended':
      return null
  }
}

function reviewedLine({
  round,
  gate,
  findings,
  usage,
  document,
}: Extract<SessionEvent, { type: 'round-reviewed' }>): string {
  const blocking = findings.filter((finding) => finding.blocking).length
  const where = document === null ? '' : `, written to ${visibleLine(document)}`
  const cost = usage.costUsd === 0 ? '' : `, ${costText(usage)}`
  if (gate.result === 'inconclusive') return `Round ${round} came to no verdict: ${visibleLine(gate.reasons.join(' '))}`
  return `Round ${round}: ${counted(findings.length, 'finding')}, ${blocking} blocking${cost}${where}`
}

function fixLine({ fix }: Extract<SessionEvent, { type: 'fix-made' }>): string {
  const { status, addressed, unable, changedFiles, unnamedFiles, problems, outcome } = fix
  if (status === 'failed') return `The fix failed: ${visibleLine(problems.join('; '))}`
  const left = unable.length === 0 ? '' : `, ${unable.length} not`
  const beyond = unnamedFiles.length === 0 ? '' : ` (not named by it: ${unnamedFiles.map(visibleLine).join(', ')})`
  const cost = outcome.usage.costUsd === 0 ? '' : `, ${costText(outcome.usage)}`
  return `Fix: ${addressed.length} addressed${left}, ${counted(changedFiles.length, 'file')} changed${beyond}${cost}`
}

function certifiedLine({ certificates }: Extract<SessionEvent, { type: 'certified' }>): string {
  const proven = certificates.filter(({ testProves }) => testProves === true).length
  return `Closed: ${counted(certificates.length, 'blocking finding')}, ${proven} of them proven by a test`
}

function validationsText(validations: readonly ValidationResult[]): string {
  const words = { passed: 'passes', failed: 'fails', timed_out: 'ran out of time' }
  return validations.map(({ command, status }) => `${visibleLine(command)} ${words[status]}`).join(', ')
}
