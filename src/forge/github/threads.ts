import * as v from 'valibot'
import type { ReviewThread, ThreadComment } from '../../core/handoff/outdated-threads.ts'
import type { Answer, Threads } from '../forge.ts'
import type { Client } from './client.ts'
import { HeadMoved } from './failure.ts'
import type { RepositoryName } from './location.ts'

const commentFields = 'pageInfo { hasNextPage endCursor } nodes { author { __typename login } body }'

const threadsQuery = `query Threads($owner: String!, $name: String!, $number: Int!, $cursor: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      headRefOid
      reviewThreads(first: 100, after: $cursor) {
        pageInfo { hasNextPage endCursor }
        nodes { id isResolved path line comments(first: 50) { ${commentFields} } }
      }
    }
  }
}`

const commentsQuery = `query ThreadComments($id: ID!, $cursor: String) {
  node(id: $id) {
    ... on PullRequestReviewThread { comments(first: 100, after: $cursor) { ${commentFields} } }
  }
}`

const pageInfo = v.object({ hasNextPage: v.boolean(), endCursor: v.nullable(v.string()) })

const comment = v.pipe(
  v.object({ author: v.nullable(v.object({ __typename: v.string(), login: v.string() })), body: v.string() }),
  v.transform(({ author, body }): ThreadComment => ({ author: author === null ? null : restLogin(author), body })),
)

const comments = v.object({ pageInfo, nodes: v.array(comment) })

const thread = v.object({
  id: v.string(),
  isResolved: v.boolean(),
  path: v.string(),
  line: v.nullable(v.number()),
  comments,
})

const threadsAnswer = v.object({
  repository: v.object({
    pullRequest: v.object({
      headRefOid: v.string(),
      reviewThreads: v.object({ pageInfo, nodes: v.array(thread) }),
    }),
  }),
})

const commentsAnswer = v.object({ node: v.object({ comments }) })

/** All review threads with all their comments. Pages that are not of the same head are no answer. */
export function readThreads(client: Client, repository: RepositoryName, number: number): Promise<Answer<Threads>> {
  return client.attempt(async () => {
    const threads: ReviewThread[] = []
    let head: string | undefined
    let cursor: string | null = null
    do {
      const answer: v.InferOutput<typeof threadsAnswer> = await client.query(
        threadsQuery,
        { ...repository, number, cursor },
        threadsAnswer,
      )
      const { headRefOid, reviewThreads } = answer.repository.pullRequest
      if (head !== undefined && head !== headRefOid) throw new HeadMoved()
      head = headRefOid
      for (const node of reviewThreads.nodes) threads.push(await complete(client, node))
      cursor = nextCursor(reviewThreads.pageInfo)
    } while (cursor !== null)
    return { head, threads }
  })
}

async function complete(client: Client, node: v.InferOutput<typeof thread>): Promise<ReviewThread> {
  const all = [...node.comments.nodes]
  let cursor = nextCursor(node.comments.pageInfo)
  while (cursor !== null) {
    const page = (await client.query(commentsQuery, { id: node.id, cursor }, commentsAnswer)).node.comments
    all.push(...page.nodes)
    cursor = nextCursor(page.pageInfo)
  }
  return { id: node.id, resolved: node.isResolved, path: node.path, line: node.line, comments: all }
}

function nextCursor({ hasNextPage, endCursor }: v.InferOutput<typeof pageInfo>): string | null {
  return hasNextPage ? endCursor : null
}

/** GraphQL writes the login of a bot without the `[bot]` that everybody else knows it by. */
function restLogin({ __typename, login }: { readonly __typename: string; readonly login: string }): string {
  return __typename === 'Bot' ? `${login}[bot]` : login
}
