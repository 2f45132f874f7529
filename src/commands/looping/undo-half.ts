import type { Undone } from '../../core/fix/undone.ts'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import { type RestoreRequest, restoreTree } from '../../io/git/restore-tree.ts'
import { type EntryChange, isSameEntry, treeDifference } from '../../io/git/tree-difference.ts'

// What is left of a step that was cut off, in a loop or a staged run.

/** Undoes what a step has written. Gives what was undone and can be had again. */
export async function undoHalf(repository: Repository, request: RestoreRequest): Promise<Undone | null> {
  const { left, kept, restored } = await restoreTree(repository, request)
  if (left.length > 0) throw new LoopError('not_restored', { files: left.join(', ') })
  return kept.length === 0 ? null : { files: restored, kept }
}

/** Of a roll-back from one known tree to another: whether what is found is what one of the two has there. */
export async function movedBetween(
  repository: Repository,
  one: string,
  other: string,
): Promise<(change: EntryChange) => boolean> {
  const known = new Map((await treeDifference(repository, one, other)).map((change) => [change.path, change]))
  return ({ path, from }) => {
    const change = known.get(path)
    return change !== undefined && (isSameEntry(from, change.from) || isSameEntry(from, change.to))
  }
}
