import { join, resolve } from 'node:path'
import type { GithubVariables } from '../../config/environment.ts'
import { LoopError } from '../../errors.ts'
import { locateRepository, type RepositoryName } from '../../forge/github/location.ts'
import { openRepository } from '../../io/git/repository.ts'
import { stateFolder } from '../../io/state-folder.ts'
import type { Arguments } from '../command.ts'

export interface Located {
  /** Where the hand-off files are. */
  readonly folder: string
  readonly repository: RepositoryName
}

/** The job that posts has no clone and needs none where both are named. */
export async function locate(
  args: Arguments,
  cwd: string,
  variables: GithubVariables,
  signal: AbortSignal,
): Promise<Located> {
  const [word, ...others] = args.words
  if (others.length > 0) throw new LoopError('usage', { problem: 'post takes one folder', command: 'post' })
  const named = args.value('repository') ?? variables.repository
  const clone = word === undefined || named === null ? await openRepository(cwd, signal) : null
  const remote = named === null ? await clone?.try(['remote', 'get-url', 'origin']) : undefined
  const address = remote?.code === 0 ? remote.stdout.toString().trim() : null
  const repository = locateRepository({ ...variables, repository: named }, address)
  if (repository === undefined) throw new LoopError('no_forge', { problem: 'the repository on GitHub is not known' })
  return {
    folder: word === undefined ? join(stateFolder(clone?.root ?? cwd), 'handoff') : resolve(cwd, word),
    repository,
  }
}
