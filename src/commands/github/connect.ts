import { type GithubVariables, githubVariables, readEnvironment } from '../../config/environment.ts'
import type { Answer, Forge } from '../../forge/forge.ts'
import { openGithub } from '../../forge/github/github.ts'
import { locateRepository } from '../../forge/github/location.ts'
import type { RepositoryName } from '../../forge/remote.ts'
import type { Repository } from '../../io/git/repository.ts'
import { githubAccess } from './github-access.ts'

export interface Connection {
  readonly variables: GithubVariables
  /** Where the repository is there. Undefined: nobody says. */
  readonly name: RepositoryName | undefined
  /** The problem: there is no token, or nobody says which repository it is. */
  readonly forge: Answer<Forge>
}

/** GitHub for this repository. Nothing is asked yet, but `gh` for its token. */
export async function connectGithub(
  repository: Repository,
  { apiUrl, signal }: { readonly apiUrl: string | undefined; readonly signal: AbortSignal },
): Promise<Connection> {
  const variables = githubVariables(readEnvironment().variables)
  const access = await githubAccess(variables, { apiUrl, cwd: repository.root, signal })
  const remote = await repository.try(['remote', 'get-url', 'origin'])
  const name = locateRepository(access.environment, remote.code === 0 ? remote.stdout.toString().trim() : null)
  if (access.problem !== null) return { variables, name, forge: { problem: access.problem } }
  if (name === undefined) return { variables, name, forge: { problem: unknownRepository } }
  return { variables, name, forge: { value: await openGithub(name, access.environment, signal) } }
}

const unknownRepository =
  'It is not known which repository on GitHub this is: set GITHUB_REPOSITORY, or have a remote origin there.'
