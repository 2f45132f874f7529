import { schema as official } from '@octokit/graphql-schema'
import { buildSchema, graphql } from 'graphql'
import type { FakeComment, FakePullRequest, FakeState, FakeThread } from './state.ts'

// Built when first asked: it takes half a second.
let built: ReturnType<typeof buildSchema> | undefined

export interface GraphqlAnswer {
  readonly body: unknown
  /** What the official schema does not allow, in a question or in an answer. */
  readonly violations: readonly string[]
}

export async function answerGraphql(
  state: FakeState,
  { query, variables = {} }: { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> },
): Promise<GraphqlAnswer> {
  // The published text defines two fields twice, which a strict reader refuses.
  built ??= buildSchema(official.idl, { assumeValidSDL: true })
  const body = await graphql({ schema: built, source: query, variableValues: { ...variables }, rootValue: root(state) })
  const violations = (body.errors ?? [])
    .filter(({ extensions }) => extensions.type !== 'NOT_FOUND')
    .map(({ message }) => `GraphQL: ${message}`)
  return { body, violations }
}

interface Page {
  readonly first?: number | null
  readonly after?: string | null
}

/** graphql-js calls what is a function with the arguments of the field. */
function root(state: FakeState) {
  return {
    repository: ({ owner, name }: { readonly owner: string; readonly name: string }) =>
      owner === state.owner && name === state.name ? repository(state) : notFound(`repository ${owner}/${name}`),
    node: ({ id }: { readonly id: string }) => {
      const all = state.pullRequests.flatMap(({ threads = [] }) => threads)
      const thread = all.find((candidate) => candidate.id === id)
      return thread === undefined ? notFound(`node ${id}`) : threadNode(thread)
    },
  }
}

function repository(state: FakeState) {
  return {
    pullRequest: ({ number }: { readonly number: number }) => {
      const found = state.pullRequests.find((candidate) => candidate.number === number)
      return found === undefined ? notFound(`pull request ${number}`) : pullRequestNode(found)
    },
  }
}

function pullRequestNode({ head, threads = [] }: FakePullRequest) {
  return { headRefOid: head.sha, reviewThreads: (page: Page) => connection(threads.map(threadNode), page) }
}

function threadNode({ id, path, line, isResolved = false, comments }: FakeThread) {
  return {
    __typename: 'PullRequestReviewThread',
    id,
    path,
    line,
    isResolved,
    comments: (page: Page) => connection(comments.map(commentNode), page),
  }
}

function commentNode({ author, body }: FakeComment) {
  return { body, author: author === null ? null : { __typename: author.type, login: author.login } }
}

/** As strict as GitHub: a page needs its size, and none is larger than 100. */
function connection<T>(all: readonly T[], { first, after }: Page) {
  if (first === undefined || first === null) throw new Error('You must provide a `first` or `last` value')
  if (first < 1 || first > 100) throw new Error(`Requesting ${first} records exceeds the limit of 100`)
  const start = after === undefined || after === null ? 0 : Number(Buffer.from(after, 'base64').toString())
  const end = Math.min(start + first, all.length)
  const endCursor = end > start ? Buffer.from(String(end)).toString('base64') : null
  return {
    totalCount: all.length,
    nodes: all.slice(start, end),
    pageInfo: { hasNextPage: end < all.length, endCursor },
  }
}

function notFound(what: string): never {
  throw Object.assign(new Error(`Could not resolve to a ${what}`), { extensions: { type: 'NOT_FOUND' } })
}
