import { setTimeout as sleep } from 'node:timers/promises'
import { readPlain } from './plain-file.ts'
import { type JournalFormat, parseLines } from './session-lines.ts'

const pauseMs = 200

/**
 * Events as they are written: all that are new, again and again, also when there are none. Ends after an end that nothing
 * follows, when nobody works on it any more, and with the signal.
 */
export async function* followJournal<Event extends { readonly type: string }>(
  file: string,
  format: JournalFormat<Event>,
  isLive: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<readonly Event[], void> {
  let at = 0
  let lines = 0
  while (!signal.aborted) {
    // Asked first: what was written until somebody let go is read after that.
    const live = isLive()
    const { events, length } = parseLines(readPlain(file).subarray(at), { file, lines }, format)
    yield events
    at += length
    lines += events.length
    if (events.at(-1)?.type === 'ended' || !live) return
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
}
