import type { Answer, Write } from '../../forge/forge.ts'
import type { Watcher } from './watcher.ts'

/** A read that fails counts as a look: it is read again after the interval, as often as there are looks. */
export function retryRead<T>(watcher: Watcher, read: () => Promise<Answer<T>>): Promise<Answer<T>> {
  return again(watcher, 'read', read, (answer) => !('problem' in answer) || answer.isRefused !== true)
}

/**
 * The same for a write. After an outage nobody knows whether it arrived: it is looked for before it is sent again. `isThere`: null
 * where that cannot be read.
 */
export function retryWrite<T>(
  watcher: Watcher,
  write: () => Promise<Write<T>>,
  isThere: () => Promise<boolean | null>,
): Promise<Write<T | null>> {
  let mayBeThere = false
  const attempt = async (): Promise<Write<T | null>> => {
    const found = mayBeThere ? await isThere() : false
    if (found === null) return { problem: 'whether it arrived is not known', refusal: 'unknown' }
    if (found) return { value: null }
    const done = await write()
    mayBeThere = 'refusal' in done && done.refusal === 'unknown'
    return done
  }
  const mayPass = ['limited', 'unknown']
  return again(watcher, 'written', attempt, (answer) => 'refusal' in answer && mayPass.includes(answer.refusal))
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
