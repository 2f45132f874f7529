import * as v from 'valibot'
import type { MarkedText, Posted, Write } from '../forge.ts'
import { createWitness } from '../moment.ts'
import { writeOnce } from '../write-once.ts'
import type { Client } from './client.ts'
import { listOf, listQuery, type Place } from './pages.ts'
import { ownWithMark, written, writtenFields } from './schemas.ts'

// Taking part in what is said about a pull request. Every text carries a mark by which it is known again.

const posted = v.object({ id: v.string(), url: v.string() })

const replyMutation = `mutation Reply($thread: ID!, $body: String!) {
  addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $thread, body: $body }) { comment { id url } }
}`

const lastReplies = `query LastReplies($thread: ID!) {
  node(id: $thread) { ... on PullRequestReviewThread { comments(last: 50) { nodes { ${writtenFields} } } } }
}`

export function reply(client: Client, thread: string, { body, mark }: MarkedText): Promise<Write<Posted>> {
  const answer = v.object({ addPullRequestReviewThreadReply: v.object({ comment: posted }) })
  const replies = v.object({ node: v.object({ comments: v.object({ nodes: v.array(written) }) }) })
  return writeOnce(
    client,
    async () => (await client.mutate(replyMutation, { thread, body }, answer)).addPullRequestReviewThreadReply.comment,
    async () => ownWithMark((await client.query(lastReplies, { thread }, replies)).node.comments.nodes, mark),
  )
}

const resolveMutation = `mutation Resolve($thread: ID!) {
  resolveReviewThread(input: { threadId: $thread }) { thread { id isResolved } }
}`

const resolvedQuery = `query Resolved($thread: ID!) {
  node(id: $thread) { ... on PullRequestReviewThread { id isResolved } }
}`

const resolution = v.object({ id: v.string(), isResolved: v.literal(true) })

/** Done twice it is done once. */
export async function resolveThread(client: Client, thread: string): Promise<Write<{ readonly id: string }>> {
  const answer = v.object({ resolveReviewThread: v.object({ thread: resolution }) })
  const state = v.object({ node: v.object({ id: v.string(), isResolved: v.boolean() }) })
  return writeOnce(
    client,
    async () => (await client.mutate(resolveMutation, { thread }, answer)).resolveReviewThread.thread,
    async () => {
      const { node } = await client.query(resolvedQuery, { thread }, state)
      return node.isResolved ? { id: node.id, isResolved: true } : undefined
    },
  )
}

const commentMutation = `mutation Comment($subject: ID!, $body: String!) {
  addComment(input: { subjectId: $subject, body: $body }) { commentEdge { node { id url } } }
}`

const commentsQuery = listQuery('MarkedComments', 'comments', writtenFields)

export function comment(
  client: Client,
  place: Place,
  subject: string,
  { body, mark }: MarkedText,
): Promise<Write<Posted>> {
  const answer = v.object({ addComment: v.object({ commentEdge: v.object({ node: posted }) }) })
  return writeOnce(
    client,
    async () => (await client.mutate(commentMutation, { subject, body }, answer)).addComment.commentEdge.node,
    async () => {
      const all = await listOf(client, place, { query: commentsQuery, entry: written, witness: createWitness() })
      return ownWithMark(all, mark)
    },
  )
}

const editMutation = `mutation Edit($id: ID!, $body: String!) {
  updateIssueComment(input: { id: $id, body: $body }) { issueComment { id url } }
}`

/** The same text twice is the same text. */
export function editComment(client: Client, id: string, body: string): Promise<Write<Posted>> {
  const answer = v.object({ updateIssueComment: v.object({ issueComment: posted }) })
  const send = async () => (await client.mutate(editMutation, { id, body }, answer)).updateIssueComment.issueComment
  return writeOnce(client, send, async () => undefined)
}
