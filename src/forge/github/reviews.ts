import * as v from 'valibot'
import type { NewReview, Posted, Remark, Write } from '../forge.ts'
import { createWitness } from '../moment.ts'
import { writeOnce } from '../write-once.ts'
import type { Client } from './client.ts'
import { listOf, listQuery, type Place } from './pages.ts'
import { ownWithMark, written, writtenFields } from './schemas.ts'

const route = '/repos/{owner}/{repo}/pulls/{pull_number}/reviews'
const sent = v.pipe(
  v.object({ node_id: v.string(), html_url: v.string() }),
  v.transform(({ node_id, html_url }): Posted => ({ id: node_id, url: html_url })),
)
const reviewsQuery = listQuery('OwnReviews', 'reviews', writtenFields)

/** By REST: GraphQL takes remarks outside of the diff without a word, and shows them nowhere. */
export function postReview(client: Client, place: Place, review: NewReview): Promise<Write<Posted>> {
  const { owner, name } = place.repository
  const body = {
    ...{ owner, repo: name, pull_number: place.number },
    ...{ commit_id: review.commit, event: 'COMMENT', body: review.text.body },
    comments: review.remarks.map(commentOf),
  }
  return writeOnce(
    client,
    () => client.send('POST', route, body, sent),
    async () => {
      const all = await listOf(client, place, { query: reviewsQuery, entry: written, witness: createWitness() })
      return ownWithMark(all, review.text.mark)
    },
  )
}

/** A start that is the end as well is refused. */
function commentOf({ path, line, endLine, body }: Remark) {
  const end = { path, body, line: endLine, side: 'RIGHT' }
  return line === endLine ? end : { ...end, start_line: line, start_side: 'RIGHT' }
}

const editMutation = `mutation EditRemark($id: ID!, $body: String!) {
  updatePullRequestReviewComment(input: { pullRequestReviewCommentId: $id, body: $body }) {
    pullRequestReviewComment { id url }
  }
}`

/** The same text twice is the same text. */
export function editRemark(client: Client, id: string, body: string): Promise<Write<Posted>> {
  const posted = v.object({ id: v.string(), url: v.string() })
  const answer = v.object({ updatePullRequestReviewComment: v.object({ pullRequestReviewComment: posted }) })
  const send = async () =>
    (await client.mutate(editMutation, { id, body }, answer)).updatePullRequestReviewComment.pullRequestReviewComment
  return writeOnce(client, send, async () => undefined)
}

/** Done twice it is done once. Bots have a name of their own where reviews are requested. */
export function requestReview(
  client: Client,
  { repository: { owner, name }, number }: Place,
  login: string,
): Promise<Write<{ readonly number: number }>> {
  const body = { owner, repo: name, pull_number: number, reviewers: [`${login}[bot]`] }
  const asked = v.object({ number: v.number() })
  const send = () => client.send('POST', '/repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', body, asked)
  return writeOnce(client, send, async () => undefined)
}
