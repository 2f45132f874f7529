import { setTimeout as sleep } from 'node:timers/promises'
import { attemptWrite, type Caller } from './attempt.ts'
import type { Write } from './forge.ts'

/**
 * Sends once. Where it is not clear whether it arrived it is looked for, by the mark that it carries, and sent once more only
 * if it is not there.
 */
export async function writeOnce<T>(
  caller: Caller,
  send: () => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<Write<T>> {
  const first = await attemptWrite(caller, send)
  if ('value' in first || first.refusal !== 'unknown') return first
  await sleep(caller.settleMs, undefined, { signal: caller.signal })
  const found = await attemptWrite(caller, find)
  if (!('value' in found)) return { ...first, refusal: 'unknown' }
  if (found.value !== undefined) return { value: found.value }
  return attemptWrite(caller, send)
}
