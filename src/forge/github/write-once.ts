import { setTimeout as sleep } from 'node:timers/promises'
import type { Write } from '../forge.ts'
import type { Client } from './client.ts'
import { UnreadableAnswer } from './failure.ts'

/** What was written may be seen a moment later only. */
const pauseMs = 2000

/**
 * Sends once. Where it is not clear whether it arrived it is looked for, by the mark that it carries, and sent once more only
 * if it is not there.
 */
export async function writeOnce<T>(
  client: Client,
  send: () => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<Write<T>> {
  const first = await tryTo(client, send)
  if ('value' in first || !first.isAmbiguous) return first
  await sleep(pauseMs, undefined, { signal: client.signal })
  const found = await tryTo(client, find)
  if (!('value' in found)) return { ...first, refusal: 'unknown' }
  if (found.value !== undefined) return { value: found.value }
  return tryTo(client, send)
}

type Tried<T> = { readonly value: T } | (Extract<Write<T>, { problem: string }> & { readonly isAmbiguous: boolean })

async function tryTo<T>(client: Client, work: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    client.signal.throwIfAborted()
    const refusal = refusalOf(error)
    return { problem: client.explain(error), refusal, isAmbiguous: refusal === 'unknown' }
  }
}

/** An answer that says no is clear. No answer, and one that GitHub did not mean to give, say nothing about the effect. */
function refusalOf(error: unknown): 'forbidden' | 'rejected' | 'unknown' {
  if (!(error instanceof Error) || error instanceof UnreadableAnswer) return 'unknown'
  if (error.name === 'GraphqlResponseError') return isForbidden(error) ? 'forbidden' : 'rejected'
  const status = 'status' in error && 'response' in error && error.response !== undefined ? Number(error.status) : 500
  if (status >= 500 || status === 408) return 'unknown'
  return status === 401 || status === 403 || status === 404 ? 'forbidden' : 'rejected'
}

function isForbidden(error: Error): boolean {
  const errors: unknown = 'errors' in error ? error.errors : []
  return Array.isArray(errors) && errors.some(({ type }) => type === 'FORBIDDEN' || type === 'NOT_FOUND')
}
