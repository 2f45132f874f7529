import { firstFew } from '../../core/values/first-few.ts'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import { type RestoreRequest, restoreTree } from '../../io/git/restore-tree.ts'
import { type EntryChange, isSameEntry, treeDifference } from '../../io/git/tree-difference.ts'

// What is left of a step that was cut off, in a loop or a staged run.

/** Files, and the references that keep them as they were. */
export interface Undone {
  readonly files: readonly string[]
  readonly kept: readonly string[]
}

/** Undoes what a step has written. Gives what was undone and can be had again. */
export async function undoHalf(repository: Repository, request: RestoreRequest): Promise<Undone | null> {
  const { left, kept, restored } = await restoreTree(repository, request)
  if (left.length > 0) throw new LoopError('not_restored', { files: left.join(', ') })
  return kept.length === 0 ? null : { files: restored, kept }
}

export function undoneNotice({ files, kept }: Undone, what = 'What was half done'): string {
  const commands = kept.map((reference) => `git restore --source=${reference} -- FILE`)
  const back = `To have a file of it again: ${commands.join(', or ')}`
  return `${what} is undone (${firstFew(files, 5).join(', ')}), and kept under ${kept.join(', ')}. ${back}`
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
