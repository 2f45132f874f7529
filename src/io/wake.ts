import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stampOf, statOf } from './file-stamp.ts'
import { writeQuickly } from './files.ts'
import { stateFolder } from './state-folder.ts'

// A notice that somebody should look at a pull request now: a file that changes. What is in it is for people; who waits looks
// whether it changed, and then at the pull request itself.

/** `repository`: its path on the forge, however deep. Two that differ only in case are the same there. */
export function wakeFile(root: string, repository: string, number: number): string {
  return join(stateFolder(root), 'wake', `${repository.replaceAll('/', '-')}-${number}`.toLowerCase())
}

/** Whole or not at all. */
export function writeWake(path: string, notice: string): void {
  writeQuickly(path, notice)
}

/** What to compare with later. Null: nobody has been woken yet. */
export function wakeStamp(path: string): string | null {
  const file = statOf(path)
  return file === undefined ? null : stampOf(file)
}

const lookEveryMs = 500

/** Deliveries come in bursts: a review and each of its comments. */
const settleMs = 2000

/**
 * Sleeps for so long, or until the file changes and a moment more: true. Whoever looks at something between two sleeps takes
 * `seen` before looking, so that nothing that comes meanwhile is slept over. Contract: rejects only when cancelled.
 */
export async function waitForWake(
  path: string,
  ms: number,
  signal: AbortSignal,
  seen: string | null = wakeStamp(path),
): Promise<boolean> {
  const end = performance.now() + ms
  const pause = (most: number) => sleep(Math.max(0, Math.min(most, end - performance.now())), undefined, { signal })
  while (wakeStamp(path) === seen) {
    if (performance.now() >= end) return false
    await pause(lookEveryMs)
  }
  await pause(settleMs)
  return true
}
