import type { WorkPoint } from '../../core/loop/types.ts'
import { given } from '../../core/values/given.ts'
import { LoopError } from '../../errors.ts'
import type { Repository } from './repository.ts'
import { readWorkState, snapshotWorkTree } from './snapshot.ts'

export interface PointOptions {
  /** Paths that are no part of the work. */
  readonly without?: readonly string[]
  /** The branch that has to be checked out. */
  readonly branch?: string
  /** What goes on with the work there, if it is no loop. */
  readonly resume?: string
}

/** Where the work stands: the commit, and the files with everything uncommitted and untracked. The user's index stays as it is. */
export async function workPoint(
  repository: Repository,
  { without = [], branch, resume }: PointOptions = {},
): Promise<WorkPoint> {
  const state = await readWorkState(repository, without)
  if (branch !== undefined && state.branch !== branch) {
    const found = state.branch === 'HEAD' ? 'no branch' : state.branch
    throw new LoopError('branch_left', { branch, found, ...given({ resume }) })
  }
  if (state.head === null) throw new LoopError('unborn_branch', { branch: state.branch })
  return { head: state.head, tree: await snapshotWorkTree(repository, state) }
}
