import type { AgentFailure, Json } from '../../types.ts'
import type { CliEnd, CliOutcome } from '../backend.ts'
import { describeFailure } from './failure.ts'
import { howItEnded } from './how-it-ended.ts'
import { tellingLine } from './telling-line.ts'

export interface Evidence {
  /** The program's last event was seen, and it is not an error. */
  readonly ended: boolean
  readonly text: string
  /** The answer as an object, where the program gave one. */
  readonly structured: Json | undefined
  /** A schema was passed to the program: an answer without an object is none. */
  readonly needsStructured: boolean
  readonly outputTokens: number
}

/** The answer when everything speaks for it; an exit code alone proves nothing. */
export function judge(evidence: Evidence, end: CliEnd): CliOutcome {
  const { text, structured } = evidence
  if (!evidence.ended) return endedEarly(end)
  if (end.signal !== null || end.exitCode !== 0)
    return failed('crashed', `it ${howItEnded(end)} after its answer`, text)
  if (text.trim() === '' && structured === undefined) return failed('malformed', 'it is empty')
  if (evidence.outputTokens === 0)
    return failed('malformed', 'no output tokens were counted, so no model gave it', text)
  if (evidence.needsStructured && structured === undefined) {
    return failed('malformed', 'a JSON object was asked for and there is none', text)
  }
  return { status: 'ok', reason: null, text, structured: structured ?? null, retryAfterMs: null }
}

export interface Failed extends CliOutcome {
  readonly status: AgentFailure
  readonly reason: string
}

/** `detail`: the program's own words, or ours. `text`: what it answered all the same, to be shown and corrected. */
export function failed(status: AgentFailure, detail: string, text = '', retryAfterMs: number | null = null): Failed {
  return { status, reason: describeFailure(status, detail), text, structured: null, retryAfterMs }
}

/** The program ended before its last event: it crashed, was killed, or did not understand how it was called. */
export function endedEarly(end: CliEnd): Failed {
  const words = tellingLine(end.stderr)
  const lacking = end.exitCode === 0 && end.signal === null ? ' without a result' : ''
  return failed(earlyFailure(end), `it ${howItEnded(end)}${lacking}${words === '' ? '' : `: ${words}`}`)
}

function earlyFailure({ stderr, signal }: CliEnd): AgentFailure {
  if (signal !== null) return 'crashed'
  if (inputTooLarge.test(stderr)) return 'too_long'
  return usageError.test(stderr) ? 'misconfigured' : 'crashed'
}

const inputTooLarge = /input[^\n]{0,20} exceeds|input_too_large/i
const usageError = /(unknown|unrecognized|unexpected|invalid) (option|argument|flag|value|feature)/i
