import { type Environment, githubVariables, gitlabVariables } from '../../config/environment.ts'
import { isApiUrl, publicApi, serverOf } from '../../forge/gitlab/address.ts'
import { readRemote } from '../../forge/remote.ts'
import { reachGithub } from '../github/reach-github.ts'
import { reachGitlab } from '../gitlab/reach-gitlab.ts'
import type { Reached, WantedForge } from './reached.ts'

/** The one place that knows which forges there are. */
export function pickForge(variables: Environment['variables'], wanted: WantedForge): Promise<Reached> {
  return isOnGitlab(variables, wanted)
    ? reachGitlab(gitlabVariables(variables), wanted)
    : reachGithub(githubVariables(variables), wanted)
}

/** As it is said, else where the clone comes from, else as CI says where there is no clone. */
function isOnGitlab(variables: Environment['variables'], { apiUrl, repository, remote }: WantedForge): boolean {
  if (apiUrl !== undefined) return isApiUrl(apiUrl)
  if (githubVariables(variables).repository !== null) return false
  const gitlab = gitlabVariables(variables)
  const host = readRemote(remote ?? '')?.host
  if (host === undefined) return gitlab.apiUrl !== null && (repository ?? gitlab.repository) !== null
  const address = gitlab.apiUrl ?? publicApi
  return URL.canParse(address) && host === serverOf(address)
}
