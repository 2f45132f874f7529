import { changedLines, sumLines } from '../../core/change/changed-lines.ts'
import { firstFew } from '../../core/values/first-few.ts'
import type { ChangedFile, ResolvedScope } from '../../types.ts'
import { readChange } from './read-change.ts'
import type { Repository } from './repository.ts'
import { treeDifference } from './tree-difference.ts'

// What a review asks git when it could go on from an earlier one.

/** Whether git still has a tree: that of uncommitted work goes with the cache. */
export async function hasTree(repository: Repository, tree: string): Promise<boolean> {
  return (await repository.try(['cat-file', '-e', `${tree}^{tree}`])).code === 0
}

export async function isAncestor(repository: Repository, commit: string, head: string): Promise<boolean> {
  return (await repository.try(['merge-base', '--is-ancestor', commit, head])).code === 0
}

/** What is new in a scope since a tree. */
export function readDelta(
  repository: Repository,
  tree: string,
  { headTree, paths }: ResolvedScope,
): Promise<readonly ChangedFile[]> {
  return readChange(repository, { baseTree: tree, headTree, paths })
}

export function amountOf(files: readonly ChangedFile[]): { readonly files: number; readonly lines: number } {
  return { files: files.length, lines: changedLines(sumLines(files)) }
}

/** Of what is new, the files that are as in the base again. A renamed file goes on under its new name. */
export async function findTakenBack(
  repository: Repository,
  { baseTree, headTree }: ResolvedScope,
  delta: readonly ChangedFile[],
): Promise<readonly string[]> {
  if (delta.length === 0) return []
  const changed = new Set((await treeDifference(repository, baseTree, headTree)).map(({ path }) => path))
  return delta.map(({ path }) => path).filter((path) => !changed.has(path))
}

/**
 * Why an earlier review says nothing about today's change: files of it that the base now has otherwise (it was rewritten, or a merge
 * kept the branch's version). What differs there nobody has seen as a difference. Null: there are none.
 */
export async function describeOtherBase(
  repository: Repository,
  { baseTree, headTree }: ResolvedScope,
  earlier: string | undefined,
): Promise<string | null> {
  if (earlier === baseTree) return null
  if (earlier === undefined || !(await hasTree(repository, earlier)))
    return 'git no longer has the base of the last review'
  const moved = new Set((await treeDifference(repository, earlier, baseTree)).map(({ path }) => path))
  const changed = await treeDifference(repository, baseTree, headTree)
  const both = changed.map(({ path }) => path).filter((path) => moved.has(path))
  return both.length === 0 ? null : `the base has changed files of the change: ${firstFew(both, 3).join(', ')}`
}
