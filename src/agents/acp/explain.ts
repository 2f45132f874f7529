import type { AgentFailure } from '../../types.ts'
import { describeFailure, failureOfStatus } from '../cli/failure.ts'
import { howItEnded } from '../cli/how-it-ended.ts'
import { tellingLine } from '../cli/telling-line.ts'
import { cutShort, failure, type ReplyParts } from '../reply.ts'
import type { ChildEnd } from '../supervise/child.ts'
import { PeerError } from './peer.ts'

/** JSON-RPC leaves these numbers to the protocol: the agent wants to be logged in. */
const authenticationRequired = -32000

/** What an error of the conversation means. */
export function explainPeerError(error: unknown): ReplyParts {
  if (!(error instanceof PeerError)) throw error
  const words = `${error.message} ${error.details}`.replace(/\s+/g, ' ').trim()
  const status = failureOf(error.code, words)
  return failure(status, describeFailure(status, words))
}

function failureOf(code: number | null, words: string): AgentFailure {
  if (code !== null && code >= 400 && code < 600) return failureOfStatus(code)
  const named = /\b(401|403|429|5\d\d)\b/.exec(words)
  if (code === authenticationRequired || /unauthori[sz]ed|authenticat|api key|log ?in/i.test(words))
    return 'not_logged_in'
  if (/rate.?limit|too many requests|overloaded/i.test(words)) return 'rate_limited'
  return named === null ? 'crashed' : failureOfStatus(Number(named[1]))
}

/** The program was gone before the conversation was over. */
export function explainEnd(end: ChildEnd): ReplyParts {
  if (end.status !== null) return cutShort(end, end.status)
  const words = tellingLine(end.stderr)
  return failure('crashed', `the agent ${howItEnded(end)} before its answer${words === '' ? '' : `: ${words}`}`)
}
