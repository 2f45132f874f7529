import * as v from 'valibot'
import type { EarlierText } from '../../core/watch/snapshot.ts'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import type { RepositoryName } from '../remote.ts'
import type { Client } from './client.ts'
import { author, authorFields } from './schemas.ts'

// Who reviews in a repository is best seen in what was reviewed before.

const recentQuery = `query Recent($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    pullRequests(last: 10) { nodes {
      reviews(first: 30) { nodes { ${authorFields} body } }
      comments(first: 30) { nodes { ${authorFields} body } }
    } }
  }
}`

const said = v.object({ nodes: v.array(v.object({ author, body: v.string() })) })

const answer = v.object({
  repository: v.object({
    pullRequests: v.object({ nodes: v.array(v.object({ reviews: said, comments: said })) }),
  }),
})

/** As much of it as fits into one answer. */
export function readRecent(client: Client, repository: RepositoryName): Promise<Answer<readonly EarlierText[]>> {
  return attemptRead(client, async () => {
    const { pullRequests } = (await client.query(recentQuery, { ...repository }, answer)).repository
    return pullRequests.nodes.flatMap(({ reviews, comments }) => [
      ...reviews.nodes.map((text) => ({ kind: 'review' as const, ...text })),
      ...comments.nodes.map((text) => ({ kind: 'comment' as const, ...text })),
    ])
  })
}
