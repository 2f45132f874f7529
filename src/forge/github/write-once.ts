import { setTimeout as sleep } from 'node:timers/promises'
import type { Refusal, Write } from '../forge.ts'
import type { Client } from './client.ts'
import { isFault, isLimit, statusOf, UnreadableAnswer } from './failure.ts'

/**
 * Sends once. Where it is not clear whether it arrived it is looked for, by the mark that it carries, and sent once more only
 * if it is not there.
 */
export async function writeOnce<T>(
  client: Client,
  send: () => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<Write<T>> {
  const first = await attemptWrite(client, send)
  if ('value' in first || first.refusal !== 'unknown') return first
  await sleep(client.settleMs, undefined, { signal: client.signal })
  const found = await attemptWrite(client, find)
  if (!('value' in found)) return { ...first, refusal: 'unknown' }
  if (found.value !== undefined) return { value: found.value }
  return attemptWrite(client, send)
}

/** Turns what is thrown into what became of it. Contract: rejects only when the work is cancelled. */
export async function attemptWrite<T>(client: Client, work: () => Promise<T>): Promise<Write<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    client.signal.throwIfAborted()
    return { problem: client.explain(error), refusal: refusalOf(error) }
  }
}

/** An answer that says no is clear. No answer, and one that GitHub did not mean to give, say nothing about the effect. */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error) || error instanceof UnreadableAnswer) return 'unknown'
  if (isLimit(error)) return 'limited'
  if (isFault(error)) return 'unknown'
  if (error.name === 'GraphqlResponseError') return isForbidden(error) ? 'forbidden' : 'rejected'
  const status = statusOf(error)
  if (status >= 500 || status === 408) return 'unknown'
  return status === 401 || status === 403 || status === 404 ? 'forbidden' : 'rejected'
}

function isForbidden(error: Error): boolean {
  const errors: unknown = 'errors' in error ? error.errors : []
  return Array.isArray(errors) && errors.some(({ type }) => type === 'FORBIDDEN' || type === 'NOT_FOUND')
}
