import type { WorkPoint } from '../../core/loop/types.ts'
import { LoopError } from '../../errors.ts'
import type { Repository } from './repository.ts'
import { readWorkState, snapshotWorkTree } from './snapshot.ts'

/** Where the work stands: the commit, and the files with everything uncommitted and untracked. The user's index stays as it is. */
export async function workPoint(repository: Repository): Promise<WorkPoint> {
  const state = await readWorkState(repository)
  if (state.head === null) throw new LoopError('unborn_branch', { branch: state.branch })
  return { head: state.head, tree: await snapshotWorkTree(repository, state) }
}
