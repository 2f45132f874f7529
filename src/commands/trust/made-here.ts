import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { resolveCommit } from '../../io/git/base.ts'
import type { Repository } from '../../io/git/repository.ts'
import { realPath } from '../../io/which.ts'

/**
 * Whether somebody wrote these files on this machine: what is not as in HEAD is in no commit that this clone knows either.
 * A squashed merge, or a checkout of single files, leaves the work of others uncommitted, too. Links may lead anywhere.
 */
export async function areMadeHere(repository: Repository, files: readonly string[]): Promise<boolean> {
  const root = realPath(repository.root)
  const there = files.filter((file) => existsSync(join(root, file)))
  if (there.length === 0) return true
  if (there.some((file) => realPath(join(root, file)) !== join(root, file))) return false
  // With the filters of git, as it would be committed.
  const hashed = await repository.try(['hash-object', '--', ...there])
  const ids = hashed.stdout.toString().trim().split('\n')
  if (hashed.code !== 0 || ids.length !== there.length) return false
  for (const [index, file] of there.entries()) {
    const id = ids[index] ?? ''
    const atHead = await repository.try(['rev-parse', '--verify', '--quiet', '--end-of-options', `HEAD:${file}`])
    if (atHead.stdout.toString().trim() !== id && (await isCommitted(repository, file, id))) return false
  }
  return true
}

/** In any branch, tag or fetched commit. Stashes are the user's own. An answer that cannot be had is a yes. */
async function isCommitted(repository: Repository, file: string, id: string): Promise<boolean> {
  const heads = passing.filter((name) => existsSync(join(repository.gitDir, name)))
  const commits = await Promise.all(heads.map((name) => resolveCommit(repository, name)))
  const found = await repository.try([
    ...['log', '--max-count=1', '--format=%H', '--full-history', '-m', `--find-object=${id}`],
    ...['--exclude=refs/stash', '--all', ...commits.filter((commit) => commit !== undefined), '--', file],
  ])
  return found.code !== 0 || found.stdout.toString().trim() !== ''
}

/** Where git notes what is being brought in. */
const passing = ['FETCH_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD']
