import type { GitlabVariables } from '../../config/environment.ts'
import { isLoopback } from '../../forge/address.ts'
import { publicApi, readApiUrl, serverOf } from '../../forge/gitlab/address.ts'
import { openGitlab } from '../../forge/gitlab/gitlab.ts'
import { locateProject } from '../../forge/gitlab/location.ts'
import { headReference } from '../../forge/gitlab/merge-requests.ts'
import type { Reached, WantedForge } from '../forge/reached.ts'
import { requireAddress } from '../forge/require-address.ts'
import { usableToken } from '../forge/usable-token.ts'

export async function reachGitlab(variables: GitlabVariables, wanted: WantedForge): Promise<Reached> {
  const usualUrl = checked(variables.apiUrl ?? publicApi)
  const apiUrl = wanted.apiUrl === undefined ? usualUrl : checked(wanted.apiUrl)
  const server = serverOf(apiUrl)
  const named = wanted.repository ?? variables.repository
  const name = locateProject(named, apiUrl, wanted.remote)
  // What the environment holds is for the server it names. What was started on this machine for it may be shown it too.
  const isMeant = isLoopback(server) || serverOf(usualUrl) === server
  const token = isMeant && variables.token !== null ? usableToken(variables.token) : null
  const problem = noToken(variables, serverOf(usualUrl), server)
  return {
    forge: 'GitLab',
    server,
    token: token === null ? { problem } : { value: token.name },
    run: variables,
    takesAnnotations: false,
    named,
    name,
    headReference,
    open: async () => {
      if (name === undefined) return { problem: unknownProject }
      if (token === null) return { problem }
      return { value: openGitlab(name, { apiUrl, token: token.value }, wanted.signal) }
    },
  }
}

const usual = `A server of your own has it at https://HOST/api/v4, gitlab.com at ${publicApi}.`

const checked = (text: string) => requireAddress(text, { forge: 'GitLab', read: readApiUrl, usual })

function noToken({ token }: GitlabVariables, meant: string, server: string): string {
  if (token === null) {
    return `There is no token for ${server}: set GITLAB_TOKEN, with the scope api (CI_JOB_TOKEN may not write notes).`
  }
  return `There is no token for ${server}: ${token.name} is for ${meant} (set GITLAB_API_URL where it is for another server).`
}

const unknownProject =
  'It is not known which project on GitLab this is: have a remote origin at that server, or set CI_PROJECT_PATH.'
