import { resolve } from 'node:path'
import { firstFew } from '../core/values/first-few.ts'
import { LoopError } from '../errors.ts'
import { namesIn } from '../io/files.ts'
import { type CommitRequest, type CommitResult, commitFiles } from '../io/git/commit-fix.ts'
import { type PushTarget, pushCommit } from '../io/git/push-branch.ts'
import type { Repository } from '../io/git/repository.ts'

/**
 * Runs git where its hooks run code of the change, as husky does. What a hook changes of our settings and records, or of git's, is
 * undone, and a person has to look before anything goes on: a LoopError, after git is done.
 */
export async function guardHooks<T>(
  repository: Repository,
  command: 'git commit' | 'git push',
  work: () => Promise<T>,
): Promise<T> {
  if (!(await hasAnyHook(repository))) return work()
  const { guardCommand } = await import('../agents/guard/guard-command.ts')
  const { value, tampered } = await guardCommand(repository, work)
  if (tampered === null) return value
  const { changed, kept } = tampered
  throw new LoopError('tampered', {
    what: `A hook of ${command}`,
    changed: firstFew(changed, 3).join(', '),
    kept: kept ?? '',
  })
}

export function commitGuarded(repository: Repository, request: CommitRequest): Promise<CommitResult> {
  return guardHooks(repository, 'git commit', () => commitFiles(repository, request))
}

export function pushGuarded(repository: Repository, commit: string, target: PushTarget): Promise<void> {
  return guardHooks(repository, 'git push', () => pushCommit(repository, commit, target))
}

async function hasAnyHook({ root, read }: Repository): Promise<boolean> {
  const folder = resolve(root, (await read(['rev-parse', '--git-path', 'hooks'])).trim())
  try {
    return namesIn(folder).some((name) => !name.endsWith('.sample'))
  } catch {
    return true
  }
}
