import type { Forge } from '../forge.ts'
import { createClient } from './client.ts'
import type { RepositoryName } from './location.ts'
import { findPullRequests, readPullRequest } from './pull-requests.ts'
import { readThreads } from './threads.ts'

/** What the environment says about GitHub. Null: not said. */
export interface GithubEnvironment {
  readonly token: string | null
  /** 'owner/name' */
  readonly repository: string | null
  readonly apiUrl: string | null
  readonly graphqlUrl: string | null
}

/** GitHub, or what speaks like it at another address. The client library is loaded here and not before. */
export async function openGithub(
  repository: RepositoryName,
  environment: GithubEnvironment,
  signal: AbortSignal,
): Promise<Forge> {
  const client = await createClient(environment, signal)
  return {
    readPullRequest: (number) => readPullRequest(client, repository, number),
    findPullRequests: (branch, commit) => findPullRequests(client, repository, branch, commit),
    readThreads: (number) => readThreads(client, repository, number),
  }
}
