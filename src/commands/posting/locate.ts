import { join, resolve } from 'node:path'
import type { GithubVariables } from '../../config/environment.ts'
import { LoopError } from '../../errors.ts'
import type { Forge } from '../../forge/forge.ts'
import { openGithub } from '../../forge/github/github.ts'
import { locateRepository } from '../../forge/github/location.ts'
import type { RepositoryName } from '../../forge/remote.ts'
import { openRepository } from '../../io/git/repository.ts'
import { stateFolder } from '../../io/state-folder.ts'
import type { Arguments } from '../command.ts'
import { githubAccess } from '../github/github-access.ts'

export interface Located {
  /** Where the hand-off files are. */
  readonly folder: string
  readonly repository: RepositoryName
  readonly open: () => Promise<Forge>
}

/** The job that posts has no clone, and needs none where folder and repository are named. */
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
  const access = await githubAccess(variables, { apiUrl: args.value('api-url'), cwd, signal })
  const repository = locateRepository({ ...access.environment, repository: named }, address)
  if (repository === undefined) {
    const problem = named === null ? 'It is not known which repository on GitHub.' : `"${named}" is no OWNER/NAME.`
    throw new LoopError('no_forge', { problem })
  }
  return {
    folder: word === undefined ? join(stateFolder(clone?.root ?? cwd), 'handoff') : resolve(cwd, word),
    repository,
    open: () => {
      if (access.problem !== null) throw new LoopError('no_forge', { problem: access.problem })
      return openGithub(repository, access.environment, signal)
    },
  }
}
