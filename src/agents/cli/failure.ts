import { mask } from '../../io/masking.ts'
import type { AgentFailure } from '../../types.ts'

/** What an HTTP status of the model service means. */
export function failureOfStatus(status: number): AgentFailure {
  if (status === 401 || status === 403) return 'not_logged_in'
  if (status === 429 || status === 529) return 'rate_limited'
  if (status === 404) return 'misconfigured'
  if (status === 413) return 'too_long'
  if (status >= 500 || status === 408 || status === 409) return 'server'
  return 'refused'
}

/**
 * The same with the service's own words: they tell apart what shares a status (a prompt that is too long and a wrong
 * field are both 400). Without a status and without known words, the connection is at fault.
 */
export function failureOfError(status: number | undefined, message: string): AgentFailure {
  const hint = hints.find(({ pattern, statuses }) => pattern.test(message) && fits(status, statuses))
  if (hint !== undefined) return hint.failure
  return status === undefined ? 'server' : failureOfStatus(status)
}

/** One sentence for the person: what it means, and the program's words. */
export function describeFailure(failure: AgentFailure, detail: string): string {
  const words = oneLine(detail)
  return words === '' ? meanings[failure] : `${meanings[failure]}: ${words}`
}

/** Whether asking again later can help. */
export function isPassing(failure: AgentFailure): boolean {
  return failure === 'rate_limited' || failure === 'server'
}

/** Without control characters and line breaks, and short: it goes into a sentence. Masked first: half a secret is not recognised. */
export function oneLine(text: string): string {
  const line = mask(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line
}

const mostCharacters = 300

interface Hint {
  readonly pattern: RegExp
  /** Undefined: whatever the status. */
  readonly statuses: readonly number[] | undefined
  readonly failure: AgentFailure
}

const hints: readonly Hint[] = [
  // A model that goes round in circles does so again.
  { pattern: /loop detect/i, statuses: undefined, failure: 'malformed' },
  { pattern: /credit balance|insufficient[_ ]quota|billing/i, statuses: [400, 402, 403, 429], failure: 'refused' },
  {
    pattern: /too (long|large|many tokens)|maximum (context|prompt) length|context[_ ]length|context window/i,
    statuses: [400, 413, 422],
    failure: 'too_long',
  },
  { pattern: /model.{0,80}(not (found|exist|supported)|does not exist)/i, statuses: [400], failure: 'misconfigured' },
  { pattern: /overloaded|rate.?limit|too many requests/i, statuses: [500, 502, 503], failure: 'rate_limited' },
]

function fits(status: number | undefined, statuses: readonly number[] | undefined): boolean {
  return status === undefined || statuses === undefined || statuses.includes(status)
}

const meanings: Readonly<Record<AgentFailure, string>> = {
  crashed: 'The program ended without an answer',
  timed_out: 'The time is used up',
  over_budget: 'The budget is used up',
  refused: 'The model service refused the request',
  rate_limited: 'The model service asks to slow down',
  not_logged_in: 'The model service did not accept the key or the log-in',
  malformed: 'The answer cannot be used',
  too_long: 'The prompt is too long for the model',
  server: 'The model service failed',
  unavailable: 'The program is not there',
  misconfigured: 'The agent is not set up right',
  sandbox: 'The sandbox of the program does not work here',
  cancelled: 'The call was cancelled',
}
