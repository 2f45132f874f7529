import { type CommitRequest, type CommitResult, commitFiles } from './commit-fix.ts'
import { withIndex } from './private-index.ts'
import type { Repository } from './repository.ts'
import { putOnDisk, sortOut } from './restore-tree.ts'
import { type EntryChange, indexInfo, isSameEntry, treeDifference } from './tree-difference.ts'

export interface RevertRequest {
  /** Our own commits, newest first. */
  readonly commits: readonly string[]
  readonly message: string
}

/** Paths that somebody has changed since: nothing was done. */
export type RevertResult = CommitResult | { readonly conflict: readonly string[] }

/**
 * One new commit that takes back what these commits did; others stay, and so does all uncommitted work. History is only
 * added to. May be called again: what is taken back already is `nothing`.
 */
export async function revertCommits(
  repository: Repository,
  { commits, message }: RevertRequest,
): Promise<RevertResult> {
  const target = await withoutCommits(repository, commits)
  if (typeof target !== 'string') return target
  const changes = await treeDifference(repository, 'HEAD', target)
  const { wanted, foreign } = await sortOut(repository, 'HEAD', changes)
  if (foreign.length > 0) return { conflict: foreign }
  const blocked = await putOnDisk(repository, wanted)
  const result = blocked.length > 0 ? { conflict: blocked } : await commitAll(repository, changes, message)
  if ('refused' in result || 'conflict' in result) await putOnDisk(repository, wanted.map(turned))
  return result
}

function commitAll(repository: Repository, changes: readonly EntryChange[], message: string): Promise<CommitResult> {
  const request: CommitRequest = { files: changes.map(({ path }) => path), message }
  return commitFiles(repository, request)
}

/** HEAD's tree without what the commits did, path by path. */
async function withoutCommits(
  repository: Repository,
  commits: readonly string[],
): Promise<string | { readonly conflict: readonly string[] }> {
  let tree = 'HEAD^{tree}'
  for (const commit of commits) {
    const undone = await treeDifference(repository, commit, `${commit}^`)
    const since = new Map((await treeDifference(repository, commit, tree)).map((change) => [change.path, change.to]))
    const open = undone.filter(({ path, to }) => !(since.has(path) && isSameEntry(since.get(path) ?? null, to)))
    const conflict = open.filter(({ path }) => since.has(path)).map(({ path }) => path)
    if (conflict.length > 0) return { conflict }
    tree = await changedTree(repository, tree, open)
  }
  return tree
}

/** A tree with some paths as they are in `to`. Its objects must be in the user's store. */
async function changedTree(repository: Repository, tree: string, changes: readonly EntryChange[]): Promise<string> {
  return withIndex(repository, async (index) => {
    await index.read(['read-tree', tree])
    await index.read(['update-index', '-z', '--index-info'], { input: indexInfo(changes) })
    return (await index.read(['write-tree'])).trim()
  })
}

function turned({ path, from, to }: EntryChange): EntryChange {
  return { path, from: to, to: from }
}
