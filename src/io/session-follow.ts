import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionEvent } from '../core/loop/types.ts'
import { loopJournal } from './loop-journal.ts'
import { parseLines } from './session-lines.ts'
import { journalFile } from './session-store.ts'

const pauseMs = 200

/** Events as they are written. Ends after an end that nothing follows, when nobody works on it any more, and with the signal. */
export async function* followJournal(
  root: string,
  id: string,
  isLive: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<SessionEvent, void> {
  const file = journalFile(root, id)
  let at = 0
  let lines = 0
  while (!signal.aborted) {
    // Asked first: what was written until somebody let go is read after that.
    const live = isLive()
    const { events, length } = parseLines(readFileSync(file).subarray(at), { file, lines }, loopJournal)
    yield* events
    at += length
    lines += events.length
    if (events.at(-1)?.type === 'ended' || !live) return
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
}
