import { duration } from '../core/duration.ts'
import type { SessionEvent, ValidationResult } from '../core/loop/types.ts'
import { cost } from './session-words.ts'
import { visibleLine } from './visible.ts'
import { counted } from './words.ts'

/** One event on one line, after the time since the session began. */
export function eventLine(event: SessionEvent, startedAt: string): string {
  const since = duration(Math.max(0, Date.parse(event.at) - Date.parse(startedAt)))
  return `${since.padStart(8)}  ${visibleLine(eventText(event))}`
}

function eventText(event: SessionEvent): string {
  switch (event.type) {
    case 'session-started':
      return `session ${event.session} on ${event.branch} against ${event.base}: ${event.agents.reviewer} reviews, ${event.agents.fixer} fixes`
    case 'intended':
      return `${event.step} …`
    case 'baseline-validated':
      return `before the first review: ${validationsText(event.validations)}`
    case 'round-reviewed':
      return `round ${event.round} reviewed: ${event.verdict.replaceAll('_', ' ')}, ${counted(event.findings.length, 'finding')}, ${blocking(event.findings)} blocking, ${cost(event.usage)}`
    case 'fix-made':
      return `round ${event.round} fix ${event.fix.status}: ${event.fix.addressed.length} addressed, ${event.fix.unable.length} not, ${counted(event.fix.changedFiles.length, 'file')}, ${cost(event.fix.outcome.usage)}`
    case 'fix-validated':
      return `round ${event.round} attempt ${event.attempt}: ${validationsText(event.validations)}`
    case 'fix-committed':
      return `round ${event.round} committed as ${event.commit.slice(0, 10)}`
    case 'rolled-back':
      return `round ${event.round} rolled back: ${event.why}`
    case 'certified':
      return `round ${event.round}: ${counted(event.certificates.length, 'certificate')}`
    case 'user-changed':
      return `somebody else is at work: ${event.why}`
    case 'asked':
      return `asks (${event.question.reason.replaceAll('_', ' ')}): ${event.question.allowed.join(', ')}?`
    case 'answered':
      return `${event.by} answers ${event.answer}${event.why === '' ? '' : `: ${event.why}`}`
    case 'resumed':
      return 'resumed'
    case 'interrupted':
      return `interrupted: ${event.why}`
    case 'ended':
      return `${event.outcome.replaceAll('_', ' ')}: ${event.reason}`
  }
}

function blocking(findings: readonly { readonly blocking: boolean }[]): number {
  return findings.filter((finding) => finding.blocking).length
}

function validationsText(validations: readonly ValidationResult[]): string {
  if (validations.length === 0) return 'nothing to validate'
  return validations.map(({ command, status }) => `${command} ${status.replaceAll('_', ' ')}`).join(', ')
}
