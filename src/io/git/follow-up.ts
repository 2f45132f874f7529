import { changedLines, sumLines } from '../../core/changed-lines.ts'
import type { ResolvedScope } from '../../types.ts'
import { readChange } from './read-change.ts'
import type { Repository } from './repository.ts'

// What a review asks git when it could go on from an earlier one.

/** Whether git still has a tree: that of uncommitted work goes with the cache. */
export async function hasTree(repository: Repository, tree: string): Promise<boolean> {
  return (await repository.try(['cat-file', '-e', `${tree}^{tree}`])).code === 0
}

export async function isAncestor(repository: Repository, commit: string, head: string): Promise<boolean> {
  return (await repository.try(['merge-base', '--is-ancestor', commit, head])).code === 0
}

/** How much is new in a scope since a tree. */
export async function measureDelta(
  repository: Repository,
  tree: string,
  { headTree, paths }: ResolvedScope,
): Promise<{ readonly files: number; readonly lines: number }> {
  const files = await readChange(repository, { baseTree: tree, headTree, paths })
  return { files: files.length, lines: changedLines(sumLines(files)) }
}
