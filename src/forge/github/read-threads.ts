import * as v from 'valibot'
import { normaliseLogin } from '../../core/outside/who.ts'
import type { BegunAt, PostedThread, ThreadMessage } from '../../core/watch/snapshot.ts'
import type { Witness } from '../moment.ts'
import type { Client } from './client.ts'
import { allPages, listOf, listQuery, type Place, pageInfo } from './pages.ts'
import { commitOf, thumb, thumbFields, withEditor, withThumb, writer, writerFields } from './schemas.ts'

const messageFields = `id ${writerFields} ${thumbFields} body createdAt isMinimized originalCommit { oid } pullRequestReview { id } url`

const messageList = `pageInfo { hasNextPage endCursor } nodes { ${messageFields} }`

const threadsQuery = listQuery(
  'ThreadsWhole',
  'reviewThreads',
  `id path line startLine originalLine originalStartLine diffSide isResolved resolvedBy { login } isOutdated viewerCanResolve comments(first: 50) { ${messageList} }`,
)

const messagesQuery = `query ThreadMessages($id: ID!, $cursor: String) {
  node(id: $id) { ... on PullRequestReviewThread { comments(first: 100, after: $cursor) { ${messageList} } } }
}`

const message = v.pipe(
  v.object({
    id: v.string(),
    ...writer,
    ...thumb,
    body: v.string(),
    createdAt: v.string(),
    isMinimized: v.boolean(),
    originalCommit: commitOf,
    pullRequestReview: v.nullable(v.object({ id: v.string() })),
    url: v.string(),
  }),
  v.transform(
    ({ createdAt, isMinimized, originalCommit, pullRequestReview, ...rest }): ThreadMessage => ({
      ...withEditor(withThumb(rest)),
      review: pullRequestReview?.id ?? null,
      commit: originalCommit,
      at: createdAt,
      isHidden: isMinimized,
    }),
  ),
)

const messages = v.object({ pageInfo, nodes: v.array(message) })

const thread = v.object({
  id: v.string(),
  path: v.string(),
  line: v.nullable(v.number()),
  startLine: v.nullable(v.number()),
  originalLine: v.nullable(v.number()),
  originalStartLine: v.nullable(v.number()),
  diffSide: v.picklist(['LEFT', 'RIGHT']),
  isResolved: v.boolean(),
  resolvedBy: v.nullable(v.object({ login: v.string() })),
  isOutdated: v.boolean(),
  viewerCanResolve: v.boolean(),
  comments: messages,
})

const messagesAnswer = v.object({ node: v.object({ comments: messages }) })

/** All threads with everything that was said in them. */
export async function readThreadsWhole(
  client: Client,
  place: Place,
  witness: Witness,
): Promise<readonly PostedThread[]> {
  const all: PostedThread[] = []
  for (const each of await listOf(client, place, { query: threadsQuery, entry: thread, witness })) {
    all.push(await complete(client, each))
  }
  return all
}

async function complete(client: Client, each: v.InferOutput<typeof thread>): Promise<PostedThread> {
  const { comments, line, startLine, originalStartLine, diffSide, resolvedBy, viewerCanResolve, ...rest } = each
  const { hasNextPage, endCursor } = comments.pageInfo
  const further = hasNextPage ? await allPages((cursor) => readMessages(client, each.id, cursor), endCursor) : []
  return {
    ...rest,
    // GitHub calls the last line of a range its line.
    line: startLine ?? line,
    endLine: line,
    begunAt: begunAt(each),
    resolvedBy: resolvedBy && normaliseLogin(resolvedBy.login),
    mayResolve: viewerCanResolve,
    comments: [comments, ...further].flatMap(({ nodes }) => nodes),
  }
}

function begunAt({
  comments,
  diffSide,
  originalLine,
  originalStartLine,
}: v.InferOutput<typeof thread>): BegunAt | null {
  const commit = comments.nodes[0]?.commit ?? null
  if (commit === null || diffSide === 'LEFT') return null
  const lines = originalLine === null ? null : { line: originalStartLine ?? originalLine, endLine: originalLine }
  return { commit, lines }
}

async function readMessages(client: Client, id: string, cursor: string | null) {
  return (await client.query(messagesQuery, { id, cursor }, messagesAnswer)).node.comments
}
