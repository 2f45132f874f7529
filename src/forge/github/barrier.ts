import * as v from 'valibot'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import type { Client } from './client.ts'
import type { Place } from './pages.ts'

/**
 * Why an answer could not be posted. The rights that GitHub tells are those of the person, whatever the token may do: what counts is
 * only a clear no, of the scopes of a classic token (others show none) or of a thread that cannot be answered. Of an App nothing
 * is known: it has no rights of a person.
 */
export function findBarrier(client: Client, { repository, number }: Place): Promise<Answer<string | null>> {
  return attemptRead(client, async () => {
    const { owner, name } = repository
    const route = '/repos/{owner}/{repo}/pulls/{pull_number}'
    const scopes = await client.scopes(route, { owner, repo: name, pull_number: number })
    if (scopes.length > 0 && !scopes.some((scope) => writing.includes(scope)))
      return `the token has the scopes ${scopes.join(', ')} and takes repo, or public_repo for a public repository`
    const { viewer, repository: found } = await client.query(barrierQuery, { ...repository, number }, barrier)
    const isApp = found.viewerPermission === null
    const isBarred = found.pullRequest.reviewThreads.nodes.some((each) => !each.isResolved && !each.viewerCanReply)
    return isBarred && !isApp
      ? `the token of ${viewer.login} may not answer a thread there: it takes "pull requests: write"`
      : null
  })
}

const writing: readonly string[] = ['repo', 'public_repo']

const barrierQuery = `query Barrier($owner: String!, $name: String!, $number: Int!) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    viewerPermission
    pullRequest(number: $number) { reviewThreads(last: 100) { nodes { isResolved viewerCanReply } } }
  }
}`

const barrier = v.object({
  viewer: v.object({ login: v.string() }),
  repository: v.object({
    viewerPermission: v.nullable(v.string()),
    pullRequest: v.object({
      reviewThreads: v.object({ nodes: v.array(v.object({ isResolved: v.boolean(), viewerCanReply: v.boolean() })) }),
    }),
  }),
})
