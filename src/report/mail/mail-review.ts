import type { PacketFinding } from '../../core/mail/packet.ts'
import type { RequestResult, RequestSummary } from '../../core/mail/request-result.ts'
import { duration } from '../../core/values/duration.ts'
import { firstFew } from '../../core/values/first-few.ts'
import { visibleLine } from '../visible.ts'

const shownFindings = 10

/** What came of a request, for a person. */
export function requestText(result: RequestResult): string {
  const { commit, base, request, packet, gate, findings, reason, hint } = result
  const shown = firstFew(findings.map(findingLine), shownFindings)
  const lines = [
    headline(result),
    ...(reason === null ? [] : [`  ${visibleLine(reason)}`, `  ${visibleLine(hint ?? '')}`]),
    ...(commit === null
      ? []
      : [`  reviewed  ${commit.slice(0, 10)} of ${branchOf(request)} against ${visibleLine(base ?? '')}`]),
    ...(packet === null ? [] : [`  packet    ${visibleLine(packet)}`]),
    ...(gate === null ? [] : [`  gate      ${gate.result === 'pass' ? 'passes' : 'does not pass'}`]),
    ...firstFew(gate?.reasons ?? [], shownFindings).map((line) => `            ${visibleLine(line)}`),
    ...shown.map((line, index) => `  ${index === 0 ? 'findings' : '        '}  ${line}`),
  ]
  return `${lines.join('\n')}\n`
}

/** The same on one line. */
export function requestLine(result: RequestResult): string {
  const { reason, hint, gate } = result
  const why = reason === null ? firstFew(gate?.reasons ?? [], 2).join(' ') : `${reason} ${hint}`
  return `${visibleLine(headline(result))}${why === '' ? '' : ` ${visibleLine(why)}`}\n`
}

function headline({ status, request, answer }: RequestResult): string {
  if (request === null) return 'There is nothing to review.'
  const about = `#${request.pr}, round ${request.round}`
  if (answer === null) return `No answer to ${request.from} about ${about} (${request.id}); it stays in the inbox.`
  const what = status === 'approved' ? 'LGTM' : 'Feedback'
  const more = answer.escalation === null ? '' : `, ${answer.escalation.replaceAll('_', ' ')}: a person is needed`
  const when = answer.wasThere ? ' was sent before' : ' sent'
  return `${what}${when} to ${answer.to} about ${about}${more} (${answer.id}).`
}

const branchOf = (request: RequestSummary | null): string => visibleLine(request?.branch ?? '')

function findingLine({ id, severity, status, file, line, description, evidence }: PacketFinding): string {
  const place = `${file}${line === undefined ? '' : `:${line}`}`
  const [title = ''] = (description ?? evidence ?? '').split('\n')
  return visibleLine(`${id} ${severity} ${status.replaceAll('_', ' ')}  ${place}  ${title}`)
}

/** What `--dry-run` says. */
export interface RequestPlan {
  readonly request: RequestSummary
  readonly commit: string
  readonly base: string
  readonly agent: string
  readonly verifier: string
  readonly validate: readonly string[]
  readonly budget: { readonly turns: number; readonly seconds: number }
  readonly maxRounds: number
}

export function planText({ request, commit, base, agent, verifier, validate, budget, maxRounds }: RequestPlan): string {
  const lines = [
    `Would review #${request.pr} for ${request.from}, round ${request.round} of ${maxRounds} (${request.id}): ${visibleLine(request.subject)}`,
    `  commit    ${commit.slice(0, 10)} of ${branchOf(request)} against ${visibleLine(base)}`,
    `  reviewer  ${visibleLine(agent)}, verified by ${visibleLine(verifier)}`,
    `  budget    ${budget.turns} turns, ${duration(budget.seconds * 1000)}`,
    `  validate  ${validate.map(visibleLine).join(' · ') || 'nothing, so that there would be no approval'}`,
    'Nothing was taken, fetched or sent.',
  ]
  return `${lines.join('\n')}\n`
}
