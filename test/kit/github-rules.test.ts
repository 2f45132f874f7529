import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientOf, failureOf, openSample, sha } from './github-server/client.ts'
import { type GithubServer, startGithubServer } from './github-server/server.ts'
import type { PullRequest } from './github-server/state/entities.ts'

// What GitHub refuses, and what it tells besides the answer.

let github: GithubServer
let pullRequest: PullRequest

beforeEach(async () => {
  github = await startGithubServer({ collaborators: { reader: 'read' } })
  pullRequest = openSample(github)
})
afterEach(() => github.end())

const repository = '/repos/octo/project'

function send(route: string, body: Readonly<Record<string, unknown>> = {}, token = github.token) {
  return clientOf(github, token).request(route.replace(' ', ` ${repository}`), body)
}

describe('a review', () => {
  const at = (path: string, line: number, more = {}) => ({ path, line, side: 'RIGHT', body: 'Hm.', ...more })

  it('is taken when all of it is in the change, on either side', async () => {
    const ours = [at('src/a.ts', 3, { start_line: 2, start_side: 'RIGHT' }), at('src/a.ts', 3, { side: 'LEFT' })]
    const { status } = await send('POST /pulls/7/reviews', { event: 'COMMENT', comments: ours, commit_id: sha('b') })
    expect(status).toBe(200)
    expect(pullRequest.threads.map(({ line, startLine, side }) => [line, startLine, side])).toEqual([
      [3, 2, 'RIGHT'],
      [3, null, 'LEFT'],
    ])
  })

  it.each([
    ['a line outside of the change', { comments: [at('src/a.ts', 2), at('src/a.ts', 20)] }, /must be part of the diff/],
    ['a range over two hunks', { comments: [at('src/a.ts', 43, { start_line: 2 })] }, /part of the same hunk/],
    ['a range that ends where it begins', { comments: [at('src/a.ts', 2, { start_line: 2 })] }, /precede the end line/],
    ['a file that is not in the change', { comments: [at('src/b.ts', 1)] }, /Path could not be resolved/],
    ['too much text', { body: 'x'.repeat(65_537) }, /Body is too long \(maximum is 65536 characters\)/],
    ['too much text in a comment', { comments: [at('src/a.ts', 2, { body: 'x'.repeat(65_537) })] }, /too long/],
    ['nothing to say', {}, /cannot be blank/],
    ['a commit of something else', { body: 'x', commit_id: sha('f') }, /commit_id is not part/],
  ])('is refused as a whole for %s', async (_, body, message) => {
    const failure = await failureOf(send('POST /pulls/7/reviews', { event: 'COMMENT', ...body }))
    expect(failure).toMatchObject({ status: 422, message: expect.stringMatching(message) })
    expect(pullRequest).toMatchObject({ reviews: [], threads: [] })
  })

  it('is not for one’s own pull request, unless it only comments', async () => {
    const maria = github.addToken({ login: 'maria' })
    const review = (event: string) => send('POST /pulls/7/reviews', { event, body: 'x' }, maria)
    expect(await failureOf(review('APPROVE'))).toMatchObject({ status: 422 })
    expect(await failureOf(review('REQUEST_CHANGES'))).toMatchObject({ status: 422 })
    expect((await review('COMMENT')).status).toBe(200)
  })

  it('is seen by nobody else while it is written', async () => {
    const comments = [{ path: 'src/a.ts', line: 2, body: 'Hm.' }]
    await send('POST /pulls/7/reviews', { body: 'Not yet', comments })
    const maria = github.addToken({ login: 'maria' })
    const seen = async (token: string) => [
      (await send('GET /pulls/7/reviews', {}, token)).data.length,
      (await send('GET /pulls/7/comments', {}, token)).data.length,
    ]
    expect(await seen(github.token)).toEqual([1, 1])
    expect(await seen(maria)).toEqual([0, 0])
  })
})

describe('a check run', () => {
  const notes = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ path: 'src/a.ts', start_line: index + 1, end_line: index + 1 },
      ...{ annotation_level: 'warning', message: 'Hm.' },
    }))
  const output = (count: number, summary = 's') => ({ title: 't', summary, annotations: notes(count) })
  const run = (given: object) => ({ name: 'review', head_sha: sha('b'), ...given })

  it('takes fifty annotations at a time, and adds them up', async () => {
    const app = github.addToken({ login: 'review-loop[bot]' })
    const { data } = await send('POST /check-runs', run({ output: output(50) }), app)
    const updated = await send(`PATCH /check-runs/${data.id}`, { conclusion: 'neutral', output: output(50) }, app)
    expect(updated.data).toMatchObject({ status: 'completed', output: { annotations_count: 100 } })
  })

  it.each([
    ['more than that', run({ output: output(51) }), /NOT have more than 50 items/],
    ['a summary that is too long', run({ output: output(1, 'x'.repeat(65_536)) }), /more than 65535 characters/],
    ['what it does not know', run({ outcome: 'fine' }), /no property outcome$/],
    [
      'what it does not know within',
      run({ output: { ...output(1), annotations: [{ ...notes(1)[0], level: 'x' }] } }),
      /no property output\.annotations\.0\.level$/,
    ],
  ])('refuses %s, which nobody should have sent', async (_, body, message) => {
    const app = github.addToken({ login: 'review-loop[bot]' })
    expect(await failureOf(send('POST /check-runs', body, app))).toMatchObject({ status: 422 })
    expect(github.violations).toEqual([expect.stringMatching(message)])
    github.world.violations.length = 0
  })

  it('needs an app, a commit that is there, and the app that made it', async () => {
    const [app, other] = [github.addToken({ login: 'one[bot]' }), github.addToken({ login: 'other[bot]' })]
    expect(await failureOf(send('POST /check-runs', run({})))).toMatchObject({ status: 403 })
    expect(await failureOf(send('POST /check-runs', run({ head_sha: sha('f') }), app))).toMatchObject({ status: 422 })
    const { data } = await send('POST /check-runs', run({}), app)
    const foreign = send(`PATCH /check-runs/${data.id}`, { status: 'in_progress' }, other)
    expect(await failureOf(foreign)).toMatchObject({ status: 403 })
  })
})

describe('who asks', () => {
  it.each([
    ['a reader writes', { login: 'reader[bot]', access: 'read' }, 'POST /issues/7/comments', { body: 'x' }, 403],
    ['an app lacks the permission', { login: 'a[bot]', access: {} }, 'GET /pulls/7', {}, 403],
    ['a stranger sets a status', { login: 'stranger' }, `POST /statuses/${sha('b')}`, { state: 'success' }, 403],
    ['a stranger edits', { login: 'stranger' }, 'PATCH /issues/comments/{id}', { body: 'x' }, 403],
    ['a stranger asks who may write', { login: 'stranger' }, 'GET /collaborators/maria/permission', {}, 403],
  ] as const)('is refused when %s', async (_, token, route, body, status) => {
    const { id } = github.as('maria', pullRequest).comment('Mine.')
    const attempt = send(route.replace('{id}', String(id)), body, github.addToken(token))
    expect(await failureOf(attempt)).toMatchObject({ status })
    expect(pullRequest.comments.map(({ body }) => body)).toEqual(['Mine.'])
  })

  it('may comment as a stranger, and is told who may write', async () => {
    await send('POST /issues/7/comments', { body: 'Hello.' }, github.addToken({ login: 'stranger' }))
    const permission = async (login: string) => (await send(`GET /collaborators/${login}/permission`)).data.permission
    expect([await permission('octo'), await permission('reader'), await permission('stranger')]).toEqual([
      'admin',
      'read',
      'read',
    ])
    expect(await failureOf(permission('nobody'))).toMatchObject({ status: 404 })
  })

  it('finds nothing in a private repository of others', async () => {
    const hidden = await startGithubServer({ isPrivate: true })
    const stranger = clientOf(hidden, hidden.addToken({ login: 'stranger' }))
    expect(await failureOf(stranger.request('GET /repos/octo/project'))).toMatchObject({ status: 404 })
    const query = 'query Hidden { repository(owner: "octo", name: "project") { id } }'
    expect(await failureOf(stranger.graphql(query))).toMatchObject({ type: 'NOT_FOUND' })
    await hidden.end()
  })

  it('is not heard with a wrong token or none', async () => {
    expect(await failureOf(send('GET /pulls/7', {}, 'wrong'))).toMatchObject({ status: 401 })
    expect(await failureOf(clientOf(github, 'wrong').graphql('query A { viewer { login } }'))).toMatchObject({
      status: 401,
    })
    expect((await fetch(`${github.url}/user`)).status).toBe(401)
  })

  it('asks for reviews only from those who can be asked', async () => {
    const ask = (login: string) => send('POST /pulls/7/requested_reviewers', { reviewers: [login] })
    expect(await failureOf(ask('stranger'))).toMatchObject({ status: 422 })
    expect(await failureOf(ask('maria'))).toMatchObject({ status: 422 })
    github.world.deaf.add('copilot-pull-request-reviewer[bot]')
    expect((await ask('copilot-pull-request-reviewer[bot]')).status).toBe(201)
    expect(pullRequest.requested).toEqual([])
  })
})

describe('besides the answer', () => {
  it('has links to the other pages', async () => {
    for (let index = 0; index < 250; index += 1) github.as('maria', pullRequest).comment(String(index))
    const { data, headers } = await send('GET /issues/7/comments', { per_page: 100, page: 2 })
    expect(data).toHaveLength(100)
    const relations = [...(headers.link ?? '').matchAll(/[?&]page=(\d+)>; rel="(\w+)"/g)].map(([, page, rel]) => [
      rel,
      page,
    ])
    expect(Object.fromEntries(relations)).toEqual({ prev: '1', first: '1', next: '3', last: '3' })
    const [next] = (headers.link ?? '').match(/(?<=<)[^>]+(?=>; rel="next")/) ?? []
    expect((await clientOf(github).request(`GET ${next}`)).data).toHaveLength(50)
  })

  it('costs nothing to hear that nothing is new', async () => {
    const { headers } = await send('GET /issues/7/comments')
    const before = github.world.limits.core.remaining
    const again = () => send('GET /issues/7/comments', { headers: { 'if-none-match': headers.etag } })
    expect(await failureOf(again())).toMatchObject({ status: 304 })
    expect(github.world.limits.core.remaining).toBe(before)
    github.as('maria', pullRequest).comment('New.')
    expect((await again()).status).toBe(200)
  })

  it('counts, refuses when nothing is left, and starts again after an hour', async () => {
    const query = 'query Left { rateLimit { remaining } }'
    expect((await send('GET /pulls/7')).headers).toMatchObject({ 'x-ratelimit-remaining': '4999' })
    github.world.limits.core.remaining = 0
    github.world.limits.graphql.remaining = 0
    expect(await failureOf(send('GET /pulls/7'))).toMatchObject({
      status: 403,
      message: expect.stringMatching(/rate limit/),
    })
    expect(await failureOf(clientOf(github).graphql(query))).toMatchObject({ type: 'RATE_LIMITED' })
    github.advance(3600)
    expect((await send('GET /pulls/7')).status).toBe(200)
    expect(await clientOf(github).graphql(query)).toEqual({ rateLimit: { remaining: 4999 } })
  })

  it('speaks of an Enterprise Server under its own addresses', async () => {
    const own = await startGithubServer({ enterprise: '3.19' })
    openSample(own)
    const { headers } = await clientOf(own).request('GET /repos/octo/project/pulls/7')
    expect(headers).toMatchObject({ 'x-github-enterprise-version': '3.19.0' })
    await clientOf(own).graphql('query Who { viewer { login } }')
    expect(own.requests).toEqual(['GET /repos/octo/project/pulls/7', 'POST /graphql'])
    const newer =
      'mutation Newer($input: RequestReviewsByLoginInput!) { requestReviewsByLogin(input: $input) { clientMutationId } }'
    expect(await failureOf(clientOf(own).graphql(newer, { input: {} }))).toMatchObject({
      message: expect.stringMatching(/RequestReviewsByLoginInput/),
    })
    own.world.violations.length = 0
    await own.end()
  })

  it.each([
    [
      'an address that is not there',
      () => fetch(`${github.url}/repos/octo/project/nothing`, authorized()),
      /no operation/,
    ],
    ['a page that is too large', () => send('GET /pulls', { per_page: 101 }), /100 at most/],
    ['a parameter that is not known', () => send('GET /pulls', { colour: 'red' }), /no parameter colour/],
    ['a version that is not known', () => versioned('2099-01-01'), /API version 2099/],
  ])('does not forget %s', async (_, request, message) => {
    await request().catch(() => {})
    expect(github.violations).toEqual([expect.stringMatching(message)])
    github.world.violations.length = 0
  })

  it('does not forget an answer of its own that GitHub would not give', async () => {
    pullRequest.updatedAt = 'yesterday'
    await send('GET /pulls/7')
    const query = 'query Own { repository(owner: "octo", name: "project") { pullRequest(number: 7) { updatedAt } } }'
    await failureOf(clientOf(github).graphql(query))
    expect(github.violations).toEqual([
      expect.stringMatching(/pulls\/get 200\/updated_at: must match format "date-time"/),
      expect.stringMatching(/yesterday is no DateTime/),
    ])
    github.world.violations.length = 0
  })

  const authorized = () => ({ headers: { authorization: `token ${github.token}` } })
  const versioned = (version: string) => send('GET /pulls/7', { headers: { 'x-github-api-version': version } })
})
