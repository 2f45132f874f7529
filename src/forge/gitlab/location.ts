import { type RepositoryName, readRemote } from '../remote.ts'
import { pagesOf, serverOf } from './address.ts'

/** Where the project is on this GitLab: as CI says, else by the remote it was cloned from. */
export function locateProject(named: string | null, apiUrl: string, remote: string | null): RepositoryName | undefined {
  if (named !== null) return readName(named)
  const found = readRemote(remote ?? '')
  if (found === undefined || found.host !== serverOf(apiUrl)) return undefined
  const folder = `${new URL(pagesOf(apiUrl)).pathname.slice(1)}/`
  return readName(found.path.startsWith(folder) ? found.path.slice(folder.length) : found.path)
}

/** A project may stand in a group of a group. */
function readName(path: string): RepositoryName | undefined {
  const [, owner, name] = /^(\w[\w.-]*(?:\/\w[\w.-]*)*)\/(\w[\w.-]*)$/.exec(path) ?? []
  return owner === undefined || name === undefined ? undefined : { owner, name }
}
