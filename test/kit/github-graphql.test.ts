import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientOf, failureOf, openSample, sha } from './github-server/client.ts'
import { type GithubServer, startGithubServer } from './github-server/server.ts'
import type { PullRequest } from './github-server/state/entities.ts'

let github: GithubServer
let pullRequest: PullRequest

beforeEach(async () => {
  github = await startGithubServer()
  pullRequest = openSample(github)
})
afterEach(() => github.end())

interface Page {
  readonly totalCount: number
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  readonly nodes: readonly Readonly<Record<string, unknown>>[]
}

interface Shown {
  readonly headRefOid: string
  readonly reviews: Page
  readonly reviewThreads: Page
  readonly comments: Page
  readonly commits: {
    readonly nodes: readonly { readonly commit: { readonly statusCheckRollup: { contexts: Page } } }[]
  }
}

const about = 'id number state isDraft merged headRefOid updatedAt'
const page = 'totalCount pageInfo { hasNextPage endCursor }'
const author = 'author { __typename login ... on Bot { databaseId } ... on User { databaseId } }'
const text = `id fullDatabaseId ${author} body createdAt updatedAt lastEditedAt isMinimized url`
const place = 'path line startLine originalLine originalStartLine'
const inline = `${text} minimizedReason outdated ${place} originalCommit { oid } commit { oid } replyTo { id } pullRequestReview { id }`
const reviews = `reviews(first: 100, after: $cursor) { ${page} nodes { ${text} state submittedAt commit { oid } } }`
const threads = `reviewThreads(first: 100, after: $cursor) { ${page} nodes {
  id isResolved isOutdated isCollapsed subjectType ${place} diffSide startDiffSide resolvedBy { login } viewerCanResolve viewerCanReply
  comments(first: 50) { ${page} nodes { ${inline} } }
} }`
const comments = `comments(first: 100, after: $cursor) { ${page} nodes { ${text} minimizedReason } }`
const checks = `commits(last: 1) { nodes { commit { oid statusCheckRollup { state contexts(first: 100, after: $cursor) { ${page} nodes {
  __typename
  ... on CheckRun { id databaseId name status conclusion startedAt completedAt detailsUrl title summary checkSuite { id app { slug databaseId } } }
  ... on StatusContext { id context state description targetUrl createdAt creator { login } }
} } } } } }`

async function ask(fields: string, cursor: string | null = null, token = github.token): Promise<Shown> {
  // A variable that is declared and not used is refused.
  const declared = fields.includes('$cursor') ? '($cursor: String)' : ''
  const query = `query Asked${declared} {
    repository(owner: "octo", name: "project") { pullRequest(number: 7) { ${about} ${fields} } }
    rateLimit { cost remaining resetAt }
  }`
  const client = clientOf(github, token)
  const answer = await client.graphql<{ repository: { pullRequest: Shown } }>(query, { cursor })
  return answer.repository.pullRequest
}

function change(mutation: string, input: Readonly<Record<string, unknown>>, fields: string, token = github.token) {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const query = `mutation Change($input: ${type}!) { ${mutation}(input: $input) { clientMutationId ${fields} } }`
  return clientOf(github, token).graphql(query, { input })
}

/** Every page, as a client would read them. */
async function all(read: (cursor: string | null) => Promise<Page>): Promise<Page['nodes']> {
  const nodes: Page['nodes'][number][] = []
  for (let cursor: string | null = null; ; ) {
    const found: Page = await read(cursor)
    nodes.push(...found.nodes)
    if (!found.pageInfo.hasNextPage) return nodes
    cursor = found.pageInfo.endCursor
  }
}

describe('reading', () => {
  it('gives every list in pages of a hundred, the nested ones too', async () => {
    const rabbit = github.as('coderabbitai[bot]', pullRequest)
    for (let index = 0; index < 130; index += 1) {
      const inline = index < 100 ? [1, 2, 3].map((line) => ({ path: 'src/a.ts', line, body: `${index}:${line}` })) : []
      rabbit.review({ body: `Review ${index}`, comments: inline })
    }
    for (let index = 0; index < 210; index += 1) rabbit.comment(`Comment ${index}`)
    for (let index = 0; index < 120; index += 1) rabbit.check({ name: `Check ${index}`, conclusion: 'success' })
    const [first] = pullRequest.threads
    for (let index = 0; index < 139; index += 1) github.as('maria', pullRequest).reply(first!, `Reply ${index}`)

    expect(await all(async (cursor) => (await ask(reviews, cursor)).reviews)).toHaveLength(130 + 139)
    const read = await all(async (cursor) => (await ask(threads, cursor)).reviewThreads)
    expect(read).toHaveLength(300)
    expect(await all(async (cursor) => (await ask(comments, cursor)).comments)).toHaveLength(210)
    const contexts = async (cursor: string | null) =>
      (await ask(checks, cursor)).commits.nodes[0]!.commit.statusCheckRollup.contexts
    expect(await all(contexts)).toHaveLength(120)
    const ofThread = `query OfThread($id: ID!, $cursor: String) {
      node(id: $id) { ... on PullRequestReviewThread { comments(first: 100, after: $cursor) { ${page} nodes { body } } } }
    }`
    const nested = await all(async (cursor) => {
      const variables = { id: first!.nodeId, cursor }
      return (await clientOf(github).graphql<{ node: { comments: Page } }>(ofThread, variables)).node.comments
    })
    expect(nested).toHaveLength(140)
    expect(github.log.map(({ name }) => name)).toEqual([...Array(3 + 3 + 3 + 2).fill('Asked'), 'OfThread', 'OfThread'])
  })

  it('shows a review, its thread and comment as GitHub does', async () => {
    const review = github.as('coderabbitai[bot]', pullRequest).review({
      body: 'One thing.',
      comments: [{ path: 'src/a.ts', startLine: 2, line: 3, body: 'Hm.' }],
    })
    const shown = await ask(`${reviews.replace(', after: $cursor', '')} ${threads.replace(', after: $cursor', '')}`)
    expect(shown).toMatchObject({ number: 7, state: 'OPEN', headRefOid: sha('b') })
    expect(shown.reviews.nodes).toEqual([
      expect.objectContaining({
        author: { __typename: 'Bot', login: 'coderabbitai', databaseId: expect.any(Number) },
        state: 'COMMENTED',
        commit: { oid: sha('b') },
        lastEditedAt: null,
        isMinimized: false,
      }),
    ])
    expect(shown.reviewThreads.nodes).toMatchObject([
      {
        isResolved: false,
        isOutdated: false,
        ...{ path: 'src/a.ts', line: 3, startLine: 2, diffSide: 'RIGHT', startDiffSide: 'RIGHT' },
        viewerCanResolve: true,
        comments: { nodes: [{ body: 'Hm.', replyTo: null, pullRequestReview: { id: review.nodeId } }] },
      },
    ])
  })

  it.each([
    ['an unknown field', 'reviewz(first: 1) { nodes { id } }', undefined, /reviewz/],
    ['no size of a page', 'reviews { nodes { id } }', 'MISSING_PAGINATION_BOUNDARIES', /`first` or `last`/],
    ['too large a page', 'reviews(first: 101) { nodes { id } }', 'EXCESSIVE_PAGINATION', /101 records/],
    ['a field that is not written yet', 'bodyHTML', undefined, /PullRequest.bodyHTML is not modelled/],
    ['a filter that is not written yet', 'reviews(first: 1, states: APPROVED) { totalCount }', undefined, /states/],
  ])('refuses %s, and does not forget it', async (_, fields, type, message) => {
    expect(await failureOf(ask(fields))).toMatchObject({ type, message: expect.stringMatching(message) })
    expect(github.violations).toEqual([expect.stringMatching(message)])
    await expect(github.end()).rejects.toThrow(/would not have it/)
    github.world.violations.length = 0
  })

  it('says what is not there, and what may not be seen', async () => {
    const query = 'query Other($name: String!) { repository(owner: "octo", name: $name) { id } }'
    expect(await failureOf(clientOf(github).graphql(query, { name: 'nothing' }))).toMatchObject({ type: 'NOT_FOUND' })
    const blind = github.addToken({ login: 'blind[bot]', access: { checks: 'read' } })
    expect(await failureOf(ask('title', null, blind))).toMatchObject({
      type: 'FORBIDDEN',
      message: expect.stringMatching(/Resource not accessible by integration/),
    })
  })
})

describe('writing', () => {
  beforeEach(() => {
    const codex = github.as('chatgpt-codex-connector[bot]', pullRequest)
    codex.review({ body: 'A review', comments: [{ path: 'src/a.ts', line: 2, body: 'P1' }] })
  })

  it('answers in a thread within a review that says nothing, and resolves and reopens the thread', async () => {
    const { nodeId } = pullRequest.threads[0]!
    const input = { pullRequestReviewThreadId: nodeId, body: 'Fixed.', clientMutationId: 'k' }
    expect(await change('addPullRequestReviewThreadReply', input, 'comment { id url }')).toMatchObject({
      addPullRequestReviewThreadReply: {
        clientMutationId: 'k',
        comment: { url: expect.stringContaining('#discussion_r') },
      },
    })
    expect(pullRequest.reviews.map(({ author, body, state }) => [author?.login, body, state])).toEqual([
      ['chatgpt-codex-connector', 'A review', 'COMMENTED'],
      ['octocat', '', 'COMMENTED'],
    ])
    const resolved = 'thread { isResolved resolvedBy { login } }'
    expect(await change('resolveReviewThread', { threadId: nodeId }, resolved)).toMatchObject({
      resolveReviewThread: { thread: { isResolved: true, resolvedBy: { login: 'octocat' } } },
    })
    expect(await change('unresolveReviewThread', { threadId: nodeId }, resolved)).toMatchObject({
      unresolveReviewThread: { thread: { isResolved: false, resolvedBy: null } },
    })
    expect(await failureOf(change('resolveReviewThread', { threadId: 'PRRT_no' }, resolved))).toMatchObject({
      type: 'NOT_FOUND',
    })
  })

  it('comments, and hides a comment', async () => {
    await change('addComment', { subjectId: pullRequest.nodeId, body: 'Hello.' }, 'commentEdge { node { id url } }')
    const [comment] = pullRequest.comments
    const input = { subjectId: comment!.nodeId, classifier: 'OUTDATED' }
    await change('minimizeComment', input, 'minimizedComment { isMinimized minimizedReason }')
    const { nodes } = (await ask(comments)).comments
    expect(nodes).toMatchObject([{ body: 'Hello.', isMinimized: true, minimizedReason: 'outdated' }])
  })

  it('takes a comment outside of the change without a word, and shows it on no line', async () => {
    const outside = { path: 'src/a.ts', line: 999, body: 'Outside.' }
    const input = { pullRequestId: pullRequest.nodeId, event: 'COMMENT', body: 'Ours', threads: [outside] }
    await change('addPullRequestReview', input, 'pullRequestReview { id state url }')
    expect(pullRequest.threads.at(-1)).toMatchObject({ line: null, isOutdated: false })
  })

  it('asks Copilot again by its whole name, and nobody by another', async () => {
    const ids = { pullRequestId: pullRequest.nodeId, union: true }
    const copilot = 'copilot-pull-request-reviewer'
    const wrong = change('requestReviewsByLogin', { ...ids, botLogins: [copilot] }, 'pullRequest { id }')
    expect(await failureOf(wrong)).toMatchObject({ type: 'NOT_FOUND' })
    await change('requestReviewsByLogin', { ...ids, botLogins: [`${copilot}[bot]`] }, 'pullRequest { id }')
    const requests = 'reviewRequests(first: 9) { nodes { requestedReviewer { __typename ... on Bot { login } } } }'
    expect(await ask(requests)).toMatchObject({
      reviewRequests: { nodes: [{ requestedReviewer: { __typename: 'Bot', login: copilot } }] },
    })
    const { nodeId } = github.world.accounts.get(`${copilot}[bot]`)!
    await change('requestReviews', { ...ids, botIds: [nodeId] }, 'pullRequest { id }')
    expect(pullRequest.requested).toHaveLength(1)
  })

  it('refuses who may only read, and who does not work on the repository', async () => {
    const { nodeId } = pullRequest.threads[0]!
    const reader = github.addToken({ login: 'reader[bot]', access: 'read' })
    const stranger = github.addToken({ login: 'stranger' })
    const poster = github.addToken({ login: 'poster[bot]', access: { pull_requests: 'write', contents: 'read' } })
    const attempts = [
      change('addComment', { subjectId: pullRequest.nodeId, body: 'No.' }, 'subject { id }', reader),
      change('resolveReviewThread', { threadId: nodeId }, 'thread { id }', reader),
      change('resolveReviewThread', { threadId: nodeId }, 'thread { id }', stranger),
      change('resolveReviewThread', { threadId: nodeId }, 'thread { id }', poster),
    ]
    for (const attempt of attempts) expect(await failureOf(attempt)).toMatchObject({ type: 'FORBIDDEN' })
    expect(pullRequest.comments).toEqual([])
    expect(pullRequest.threads[0]).toMatchObject({ isResolved: false })
  })
})
