import type { Answer } from '../../forge/forge.ts'
import type { Watcher } from './watcher.ts'

/** A read that fails counts as a look: it is read again after the interval, as often as there are looks. */
export async function readPatiently<T>(
  { session, signal, line, stamp, pause }: Watcher,
  read: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  for (let look = 1; ; look += 1) {
    const answer = await read()
    signal.throwIfAborted()
    if ('value' in answer || look >= session.attempts) return answer
    line(`⏳ It could not be read (${look}/${session.attempts}): ${answer.problem}`)
    await pause(session.intervalMs, stamp())
  }
}
