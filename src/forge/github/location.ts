import { type RepositoryName, readRemote } from '../remote.ts'
import type { GithubEnvironment } from './environment.ts'

/** Where the repository is on GitHub: as CI says, else by the remote it was cloned from. */
export function locateRepository(
  environment: Pick<GithubEnvironment, 'repository' | 'apiUrl'>,
  remote: string | null,
): RepositoryName | undefined {
  if (environment.repository !== null) return readName(environment.repository)
  const found = readRemote(remote ?? '')
  // A token for GitHub is not shown to whatever server a remote names: another one has to be named beside it.
  if (found === undefined || (found.host !== 'github.com' && environment.apiUrl === null)) return undefined
  return readName(found.path)
}

function readName(path: string): RepositoryName | undefined {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(path) ?? []
  return owner === undefined || name === undefined ? undefined : { owner, name }
}
