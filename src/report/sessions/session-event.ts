import { keptClauses } from '../../core/fix/undone.ts'
import { choices } from '../../core/loop/escalation.ts'
import { type LoopState, lastRound } from '../../core/loop/state.ts'
import type { SessionEvent } from '../../core/loop/types.ts'
import { duration } from '../../core/values/duration.ts'
import type { FixResult, Usage } from '../../types.ts'
import { outcomeNames } from '../loop/loop-words.ts'
import { costText } from '../review/text-summary.ts'
import { visibleLine } from '../visible.ts'
import { counted } from '../words.ts'

/** One event on one line, after the time since the session began. */
export function eventLine(event: SessionEvent, after: LoopState, startedAt: string): string {
  return `${timeColumn(event.at, startedAt)}${eventText(event, after)}`
}

export function timeColumn(at: string, startedAt: string): string {
  return `${duration(Math.max(0, Date.parse(at) - Date.parse(startedAt))).padStart(8)}  `
}

/** An event in words, safe to print. `after` is the loop with it: how grave a finding is, the ledger says. */
export function eventText(event: SessionEvent, after: LoopState): string {
  return visibleLine(textOf(event, after))
}

function textOf(event: SessionEvent, after: LoopState): string {
  switch (event.type) {
    case 'session-started':
      return `Loop on ${event.branch} against ${event.base}, session ${event.session}${outsideText(event)}`
    case 'work-recorded':
      return `Begins with the files of ${event.point.head.slice(0, 10)} and what is not committed`
    case 'intended':
      return `Begins: ${event.step}`
    case 'baseline-validated':
      return `${after.rounds.length + after.rechecks.length === 0 ? 'Before the first fix' : 'On the files as they are now'}: ${validationsText(event)}`
    case 'round-reviewed':
      return reviewedText(event, after)
    case 'fix-made':
      return fixText(event.fix)
    case 'fix-validated':
      return `After ${event.attempt > 1 ? 'the second try' : 'the fix'}: ${validationsText(event)}`
    case 'fix-committed':
      return event.commit === null
        ? 'Nothing to commit: the last commit has these files as they are now'
        : `Committed as ${event.commit.slice(0, 10)}`
    case 'fix-unwanted':
      return 'Somebody has decided otherwise meanwhile: it is not published'
    case 'rolled-back':
      return `Taken back: ${event.why}`
    case 'thread-resolved':
      return 'Resolved a thread whose fix is in the head'
    case 'certified':
      return certifiedText(event)
    case 'user-changed':
      return `Changed meanwhile, not by the loop: ${event.why}`
    case 'asked':
      return `Asks (${event.question.reason.replaceAll('_', ' ')}): ${choices(event.question.allowed)}?`
    case 'answered':
      return `Answered ${event.answer} by ${event.by}${event.why === '' ? '' : `: ${event.why}`}`
    case 'resumed':
      return 'Going on with the session'
    case 'interrupted':
      return `Interrupted: ${event.why}`
    case 'ended':
      return `${outcomeNames[event.outcome]}: ${event.reason}`
  }
}

function outsideText({ mail, watch }: Extract<SessionEvent, { type: 'session-started' }>): string {
  if (watch !== undefined) return `, on pull request #${watch.pr} of ${watch.repository}`
  return mail === undefined ? '' : `, reviewed by ${mail.to} by mail (#${mail.pr})`
}

function reviewedText(event: Extract<SessionEvent, { type: 'round-reviewed' }>, after: LoopState): string {
  const { round, gate, usage, document, final } = event
  if (gate.result === 'inconclusive')
    return `Round ${round} came to no verdict: ${gate.reasons.map(sentence).join(' ')}`
  const { all, blocking } = lastRound(after)?.found ?? { all: 0, blocking: 0 }
  const where = document === null ? '' : `, written to ${document}`
  const end = final === undefined ? '' : `; ${final}`
  return `Round ${round}: ${counted(all, 'finding')}, ${blocking} blocking${costPart(usage)}${where}${end}`
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function fixText(fix: FixResult): string {
  const { status, addressed, unable, changedFiles, unnamedFiles, beyondFiles, checkFiles = [], problems, outcome } = fix
  if (status === 'failed') return `The fix failed: ${problems.join('; ')}`
  const left = unable.length === 0 ? '' : `, ${unable.length} not`
  const beyond =
    noted('beyond its findings', beyondFiles) +
    noted('not named by it', unnamedFiles) +
    noted('part of the checks', checkFiles)
  const kept = keptClauses(fix)
    .map((clause) => ` (${clause})`)
    .join('')
  const files = `${counted(changedFiles.length, 'file')} changed${beyond}${kept}`
  return `Fix: ${addressed.length} addressed${left}, ${files}${costPart(outcome.usage)}`
}

function noted(what: string, files: readonly string[]): string {
  return files.length === 0 ? '' : ` (${what}: ${files.join(', ')})`
}

function costPart(usage: Usage): string {
  return usage.costUsd === 0 ? '' : `, ${costText(usage)}`
}

function certifiedText({ certificates }: Extract<SessionEvent, { type: 'certified' }>): string {
  const proven = certificates.filter((one) => one.notFoundAgain && one.codeChanged && one.testProves === true)
  const together = proven.filter(({ shared }) => shared).length
  const more = together === 0 ? '' : `, ${together} by a test of the fix as a whole`
  const closed = `Closed: ${counted(certificates.length, 'blocking finding')}`
  return `${closed}, ${proven.length - together} of them proven by a test${more}`
}

type ValidatedEvent = Extract<SessionEvent, { type: 'baseline-validated' | 'fix-validated' }>

function validationsText({ validations, wrote = [] }: ValidatedEvent): string {
  if (validations.length === 0) return 'nothing to validate'
  const words = { passed: 'passes', failed: 'fails', timed_out: 'ran out of time' }
  const results = validations.map(({ command, status }) => `${command} ${words[status]}`).join(', ')
  return `${results}${noted('left behind, neither reviewed nor committed', wrote)}`
}
