import * as v from 'valibot'
import type { OutsideComment } from '../../core/outside/types.ts'
import type { Author } from '../../core/watch/snapshot.ts'
import type { Answer } from '../forge.ts'
import type { Client } from './client.ts'
import type { RepositoryName } from './location.ts'
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

/** What was said about the last pull requests as a whole, as much of it as fits into one answer. */
export function readRecent(client: Client, repository: RepositoryName): Promise<Answer<readonly OutsideComment[]>> {
  return client.attempt(async () => {
    const { pullRequests } = (await client.query(recentQuery, { ...repository }, answer)).repository
    return pullRequests.nodes.flatMap(({ reviews, comments }) => [
      ...reviews.nodes.map((text) => commentOf(text, 'review')),
      ...comments.nodes.map((text) => commentOf(text, 'issue_comment')),
    ])
  })
}

function commentOf(
  { author: by, body }: { readonly author: Author | null; readonly body: string },
  surface: OutsideComment['surface'],
): OutsideComment {
  const raw = { user: { type: by?.isBot === true ? 'Bot' : 'User' } }
  return { bot: null, login: by?.login ?? null, surface, state: null, commit: null, path: null, line: null, body, raw }
}
