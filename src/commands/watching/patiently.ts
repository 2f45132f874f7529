import type { Answer, Write } from '../../forge/forge.ts'
import type { Watcher } from './watcher.ts'

/** A read that fails counts as a look: it is read again after the interval, as often as there are looks. */
export function readPatiently<T>(watcher: Watcher, read: () => Promise<Answer<T>>): Promise<Answer<T>> {
  return again(watcher, 'read', read, (answer) => !('problem' in answer) || answer.isRefused !== true)
}

/** The same for a write that ran into a limit: of that it is known that nothing was done. */
export function writePatiently<T>(watcher: Watcher, write: () => Promise<Write<T>>): Promise<Write<T>> {
  return again(watcher, 'written', write, (answer) => 'refusal' in answer && answer.refusal === 'limited')
}

async function again<T extends Answer<unknown>>(
  { session, signal, line, stamp, pause }: Watcher,
  what: 'read' | 'written',
  attempt: () => Promise<T>,
  mayHelp: (answer: T) => boolean,
): Promise<T> {
  for (let look = 1; ; look += 1) {
    const answer = await attempt()
    signal.throwIfAborted()
    if ('value' in answer || look >= session.attempts || !mayHelp(answer)) return answer
    line(`⏳ It could not be ${what} (${look}/${session.attempts}): ${answer.problem}`)
    await pause(session.intervalMs, stamp())
  }
}
