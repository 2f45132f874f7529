import { explainStatus, oneLine } from '../explain-status.ts'
import type { Refusal } from '../forge.ts'
import { HeadMoved } from '../moment.ts'
import { UnreadableAnswer } from '../read-answer.ts'

/** GitLab said no, or nothing at all. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
  /** Null: there was no answer. */
  readonly status: number | null
  /** When to come again; null: it does not say. */
  readonly retryAfter: number | null

  constructor(message: string, status: number | null, retryAfter: number | null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** What a merge request changes is worked out after a push; and one without commits changes nothing. */
export class NotReady extends Error {
  override readonly name = 'NotReady'
}

/** No answer, and a fault of the server, say nothing about the effect. */
export function isFault(error: unknown): boolean {
  return error instanceof RequestFailed && (error.status === null || error.status >= 500 || error.status === 408)
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof RequestFailed && error.status === status
}

/** Nobody answered, GitLab was at fault or had too much to do, or somebody pushed meanwhile. */
export function mayPass(error: unknown): boolean {
  return isFault(error) || isStatus(error, 429) || error instanceof HeadMoved || error instanceof NotReady
}

/** Whoever asks is not accepted. */
export function isRefused(error: unknown): boolean {
  return isStatus(error, 401)
}

/** Whoever asks is accepted, but not for that. */
export function lacksRight(error: unknown): boolean {
  return isStatus(error, 403)
}

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof RequestFailed) || isFault(error)) return 'unknown'
  // Too many requests, or somebody else is writing the same.
  if (error.status === 429 || error.status === 409) return 'limited'
  return error.status === 401 || error.status === 403 || error.status === 404 ? 'forbidden' : 'rejected'
}

/** In one sentence. What is no failure of GitLab or the network is a bug, and thrown. */
export function explainFailure(error: unknown, address: string, seconds: number): string {
  if (error instanceof HeadMoved) return 'The pull request changed while it was read.'
  if (error instanceof NotReady) return 'GitLab does not say what the merge request changes (yet).'
  if (error instanceof UnreadableAnswer) return `${address} answered something unexpected (${error.message}).`
  if (!(error instanceof RequestFailed)) throw error
  if (error.status !== null) return explainAnswer(error.status, address, oneLine(error.message))
  const isLate = error.cause instanceof Error && error.cause.name === 'TimeoutError'
  return isLate
    ? `${address} did not answer within ${seconds} seconds.`
    : `${address} cannot be reached: ${oneLine(error.message)}.`
}

/** Only a project that moved is answered so by GitLab itself: what was asked for it is at its number now. */
function explainAnswer(status: number, address: string, words: string): string {
  if (status < 300 || status >= 400) return explainStatus(status, address, words)
  return `${address} sends us elsewhere (${status}: ${words}). If the project moved: git remote set-url origin ITS_NEW_ADDRESS`
}
