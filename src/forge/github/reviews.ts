import * as v from 'valibot'
import type { NewReview, Posted, RefusedRemark, Remark, Reviewed, Write } from '../forge.ts'
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

/** GitHub takes all comments of a review or none, and does not say which one it refuses. */
const mostTries = 40

/** Halves what GitHub refuses until each refused comment is alone. What is left after the last try counts as refused. */
export async function postReview(client: Client, place: Place, review: NewReview): Promise<Write<Reviewed>> {
  const refused: RefusedRemark[] = []
  const parts = [review.remarks]
  let problem = ''
  for (let tries = 0; parts.length > 0; tries += 1) {
    const part = parts.shift() ?? []
    const answer =
      tries < mostTries ? await postPart(client, place, review, part) : ({ problem, refusal: 'rejected' } as const)
    if ('value' in answer) continue
    if (answer.refusal !== 'rejected') return answer
    problem = answer.problem
    const half = Math.ceil(part.length / 2)
    if (tries < mostTries && part.length > 1) parts.push(part.slice(0, half), part.slice(half))
    else refused.push(...part.map((remark) => ({ remark, problem })))
  }
  return { value: { refused } }
}

/** By REST: GraphQL takes remarks outside of the diff without a word, and shows them nowhere. */
function postPart(
  client: Client,
  place: Place,
  { commit, textFor }: NewReview,
  remarks: readonly Remark[],
): Promise<Write<Posted>> {
  const { owner, name } = place.repository
  const text = textFor(remarks)
  const body = {
    ...{ owner, repo: name, pull_number: place.number },
    ...{ commit_id: commit, event: 'COMMENT', body: text.body },
    comments: remarks.map(commentOf),
  }
  return writeOnce(
    client,
    () => client.send('POST', route, body, sent),
    async () => {
      const all = await listOf(client, place, { query: reviewsQuery, entry: written, witness: createWitness() })
      return ownWithMark(all, text.mark)
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
