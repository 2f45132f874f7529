import type { WorkPoint } from '../../core/loop/types.ts'
import type { TreeState } from '../../core/staged/drift.ts'
import type { Fact } from '../../core/staged/machine/facts.ts'
import { isUntouched } from '../../core/staged/machine/fold-import.ts'
import type { SessionDocument } from '../../core/staged/session-file/session-document.ts'
import type { SessionStart } from '../../core/staged/session-file/start-session.ts'
import { LoopError } from '../../errors.ts'
import { readTreeState } from '../../io/git/dirty-map.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { WorkPort } from '../../run/staged/ports.ts'
import { treeSnapshot } from './tree-snapshot.ts'

/** The files that a run begins with. */
export async function readWork(
  repository: Repository,
  { point }: Pick<WorkPort, 'point'>,
  begin: SessionStart | null,
): Promise<Fact<'work-read'>> {
  const tree = await readTreeState(repository)
  requireWork(begin, [...tree.dirty.keys()])
  return workRead(tree, await point())
}

/** The same for the session of another tool. */
export async function readForeignWork(
  repository: Repository,
  { point }: Pick<WorkPort, 'point'>,
  document: SessionDocument,
): Promise<Fact<'work-read'>> {
  const tree = await readTreeState(repository)
  const read = workRead(tree, await point())
  return isUntouched(document, tree) ? { ...read, isUntouched: true } : read
}

function workRead(tree: TreeState, point: WorkPoint): Fact<'work-read'> {
  return { type: 'work-read', point, tree: treeSnapshot(tree) }
}

/** A review alone needs something that differs from HEAD. */
export function requireWork(begin: SessionStart | null, dirty: readonly string[]): void {
  if (begin?.entry !== 'review-only' || dirty.length > 0) return
  const problem = 'there is nothing to review: no file differs from HEAD'
  throw new LoopError('usage', { problem, command: 'execute' })
}
