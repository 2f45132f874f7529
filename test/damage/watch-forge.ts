import type { Client } from '../../src/forge/github/client.ts'
import { readAnswer, UnreadableAnswer } from '../../src/forge/read-answer.ts'

// A pull request as the interface of GitHub shows it, without a network: each list comes in pages of two.

export interface ShownPullRequest {
  readonly reviews: readonly unknown[]
  readonly threads: readonly unknown[]
  readonly comments: readonly unknown[]
  readonly checks: readonly unknown[]
  readonly reactions: readonly unknown[]
}

export const shownHead = 'a'.repeat(40)
export const pushedAt = '2026-01-01T10:00:00Z'
const pageSize = 2

/** `deliver` gets the text of each answer and its number, and gives what arrives; null: nothing does. */
export function playedClient(shown: ShownPullRequest, deliver: (text: string, call: number) => string | null): Client {
  let call = 0
  const send = async <T>(answer: unknown, schema: Parameters<typeof readAnswer<T>>[1]): Promise<T> => {
    const text = deliver(JSON.stringify(answer), call++)
    if (text === null) throw new UnreadableAnswer('no answer')
    return readAnswer(JSON.parse(text), schema)
  }
  const refuse = async () => {
    throw new Error('nothing is written')
  }
  return {
    get: async (_route, _parameters, schema) => send(shown.reactions, schema),
    query: async (query, { cursor }, schema) => send(answerTo(query, Number(cursor ?? 0), shown), schema),
    scopes: async () => [],
    send: refuse,
    mutate: refuse,
    explain: String,
    mayPass: () => false,
    isRefused: () => false,
    lacksRight: () => false,
    refusalOf: () => 'rejected',
    settleMs: 0,
    signal: new AbortController().signal,
  }
}

function answerTo(query: string, cursor: number, shown: ShownPullRequest): unknown {
  const title = /query (\w+)/.exec(query)?.[1]
  const itself = { headRefOid: shownHead, state: 'OPEN' }
  switch (title) {
    case 'Reviews':
      return below({ ...itself, list: pageOf(shown.reviews, cursor) })
    case 'ThreadsWhole':
      return below({ ...itself, list: pageOf(shown.threads, cursor) })
    case 'Comments':
      return below({ ...itself, list: pageOf(shown.comments, cursor) })
    case 'Requests':
      return below({ ...itself, list: pageOf([], cursor) })
    case 'Checks': {
      const checkSuites = { nodes: [{ createdAt: pushedAt, branch: { name: 'topic' } }] }
      const commit = { oid: shownHead, checkSuites, statusCheckRollup: { contexts: pageOf(shown.checks, cursor) } }
      const of = { headRefName: 'topic', isCrossRepository: false }
      return below({ ...itself, ...of, commits: { nodes: [{ commit }] } })
    }
    default: {
      const by = { author: accountOf('octocat', false), editor: null, lastEditedAt: null }
      const about = {
        id: 'PR_1',
        isDraft: false,
        isInMergeQueue: false,
        mergeStateStatus: 'CLEAN',
        headRefName: 'topic',
        body: '',
        ...by,
      }
      return { viewer: { login: 'octocat' }, ...below({ ...itself, ...about }) }
    }
  }
}

const below = (pullRequest: unknown) => ({ repository: { pullRequest } })

export function pageOf(all: readonly unknown[], cursor: number) {
  const end = cursor + pageSize
  const hasNextPage = end < all.length
  return { pageInfo: { hasNextPage, endCursor: hasNextPage ? String(end) : null }, nodes: all.slice(cursor, end) }
}

export const accountOf = (login: string, isBot: boolean) => ({ __typename: isBot ? 'Bot' : 'User', login })
