import type { GithubVariables } from '../../config/environment.ts'
import { openGithub } from '../../forge/github/github.ts'
import { locateRepository } from '../../forge/github/location.ts'
import { headReference } from '../../forge/github/pull-requests.ts'
import { readRemote } from '../../forge/remote.ts'
import type { Reached, WantedForge } from '../forge/reached.ts'
import { githubAccess } from './github-access.ts'

export async function reachGithub(variables: GithubVariables, wanted: WantedForge): Promise<Reached> {
  const { environment, server, origin, problem } = await githubAccess(variables, wanted)
  const named = wanted.repository ?? environment.repository
  const name = locateRepository({ ...environment, repository: named }, wanted.remote)
  const isElsewhere = name === undefined && readRemote(wanted.remote ?? '') !== undefined
  return {
    forge: 'GitHub',
    server,
    token: origin === null ? { problem: problem ?? 'none' } : { value: origin },
    run: variables,
    takesAnnotations: true,
    named,
    name,
    headReference,
    open: async () => {
      // A token for GitHub would not help where the clone comes from somewhere else.
      if (problem !== null && !isElsewhere) return { problem }
      if (name === undefined) return { problem: unknownRepository }
      return { value: await openGithub(name, environment, wanted.signal) }
    },
  }
}

const unknownRepository =
  'It is not known which repository on GitHub this is: set GITHUB_REPOSITORY, or have a remote origin there (a GitLab of your own is named by --api-url https://HOST/api/v4).'
