import type { GithubEnvironment } from './github.ts'

export interface RepositoryName {
  readonly owner: string
  readonly name: string
}

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

/** `https://host/owner/name.git`, `ssh://git@host:22/owner/name` or `git@host:owner/name`. */
function readRemote(remote: string): { readonly host: string; readonly path: string } | undefined {
  const address = /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/.exec(remote)
  const short = /^(?:[^@/]+@)?([^/:]+):(?!\/)(.+)$/.exec(remote)
  const [, host, path] = address ?? short ?? []
  if (host === undefined || path === undefined) return undefined
  return { host: host.toLowerCase(), path: path.replace(/\/$/, '').replace(/\.git$/, '') }
}

function readName(path: string): RepositoryName | undefined {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(path) ?? []
  return owner === undefined || name === undefined ? undefined : { owner, name }
}
