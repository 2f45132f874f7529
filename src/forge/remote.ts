/** Where a repository is on its forge. The owner may be a group within groups. */
export interface RepositoryName {
  readonly owner: string
  readonly name: string
}

/** `https://host/owner/name.git`, `ssh://git@host:22/owner/name` or `git@host:owner/name`. */
export function readRemote(remote: string): { readonly host: string; readonly path: string } | undefined {
  const address = /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/.exec(remote)
  const short = /^(?:[^@/]+@)?([^/:]+):(?!\/)(.+)$/.exec(remote)
  const [, host, path] = address ?? short ?? []
  if (host === undefined || path === undefined) return undefined
  return { host: host.toLowerCase(), path: path.replace(/\/$/, '').replace(/\.git$/, '') }
}
