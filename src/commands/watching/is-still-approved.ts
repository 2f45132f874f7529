import { type LoopState, lastRound } from '../../core/loop/state.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import { lookAt } from './analyse.ts'
import type { Watcher } from './watcher.ts'

/** Whether an approval is still true. What cannot be told is not: then it is waited for and judged as always. */
export async function isStillApproved(
  watcher: Watcher,
  state: LoopState,
  snapshot: Snapshot,
  files: readonly string[],
): Promise<boolean> {
  const { end, objectors } = await lookAt(watcher, snapshot, files)
  const before = lastRound(state)?.objectors ?? []
  return end === 'success' && objectors.join() === before.join()
}
