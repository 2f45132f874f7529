import * as v from 'valibot'
import { hasPersonLast } from '../../core/handoff/marker.ts'
import type { OwnText, OwnThread, OwnWords } from '../../core/post/own-words.ts'
import { attemptRead } from '../attempt.ts'
import type { Answer } from '../forge.ts'
import { createWitness } from '../moment.ts'
import type { Client } from './client.ts'
import { allPages, listOf, listQuery, type Place, pageInfo } from './pages.ts'
import { author, authorFields, type Written, written, writtenFields } from './schemas.ts'

// What was written with this token.

const itselfQuery = `query Itself($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { id headRefOid state } }
}`
const itself = v.object({
  repository: v.object({ pullRequest: v.object({ id: v.string(), headRefOid: v.string(), state: v.string() }) }),
})

const commentsQuery = listQuery('OwnComments', 'comments', writtenFields)

const threadsQuery = listQuery(
  'OwnThreads',
  'reviewThreads',
  `id isResolved line startLine comments(first: 50) { pageInfo { hasNextPage endCursor } nodes { ${writtenFields} ${authorFields} } }`,
)
const comments = v.object({ pageInfo, nodes: v.array(v.object({ ...written.entries, author })) })
const thread = v.object({
  id: v.string(),
  isResolved: v.boolean(),
  line: v.nullable(v.number()),
  startLine: v.nullable(v.number()),
  comments,
})

const furtherQuery = `query OwnFurther($id: ID!, $cursor: String) {
  node(id: $id) { ... on PullRequestReviewThread {
    comments(first: 100, after: $cursor) { pageInfo { hasNextPage endCursor } nodes { ${writtenFields} ${authorFields} } }
  } }
}`

export function readOwnWords(client: Client, place: Place): Promise<Answer<OwnWords>> {
  return attemptRead(client, async () => {
    const witness = createWitness()
    const listed = await listOf(client, place, { query: commentsQuery, entry: written, witness })
    const threads = await listOf(client, place, { query: threadsQuery, entry: thread, witness })
    const own: OwnThread[] = []
    for (const each of threads.filter(isOurs)) own.push(await complete(client, each))
    const { repository, number } = place
    const { id, headRefOid, state } = (await client.query(itselfQuery, { ...repository, number }, itself)).repository
      .pullRequest
    witness({ head: headRefOid, state })
    return { id, head: headRefOid, threads: own, comments: ofUs(listed) }
  })
}

function isOurs({ comments: { nodes } }: v.InferOutput<typeof thread>): boolean {
  return nodes[0]?.viewerDidAuthor === true
}

async function complete(client: Client, each: v.InferOutput<typeof thread>): Promise<OwnThread> {
  const { hasNextPage, endCursor } = each.comments.pageInfo
  const answer = v.object({ node: v.object({ comments }) })
  const more = hasNextPage
    ? await allPages(
        async (cursor) => (await client.query(furtherQuery, { id: each.id, cursor }, answer)).node.comments,
        endCursor,
      )
    : []
  const all = [each.comments, ...more].flatMap(({ nodes }) => nodes)
  const [opening, ...further] = ofUs(all)
  if (opening === undefined) throw new TypeError('A thread of ours begins with a comment of ours')
  const { id, isResolved, line, startLine } = each
  const isAnswered = hasPersonLast(
    all.map(({ body, viewerDidAuthor, author: who }) => ({
      body,
      isOwnAccount: viewerDidAuthor,
      isBot: who?.isBot === true,
    })),
  )
  return { id, isResolved, line: startLine ?? line, endLine: line, opening, isAnswered, further }
}

function ofUs(texts: readonly Written[]): readonly OwnText[] {
  return texts.filter(({ viewerDidAuthor }) => viewerDidAuthor).map(({ id, url, body }) => ({ id, url, body }))
}
