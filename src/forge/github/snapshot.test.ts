import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../test/kit/github-server/faults.ts'
import { bareWith, type Remote } from '../../../test/kit/github-server/remote.ts'
import { type GithubServer, startGithubServer } from '../../../test/kit/github-server/server.ts'
import { markOf } from '../../core/watch/mark.ts'
import type { Answer, Write } from '../forge.ts'
import { openGithub } from './github.ts'

let server: GithubServer
let remote: Remote

beforeEach(async () => {
  remote = bareWith({ 'a.ts': 'one\ntwo\nthree\n' })
  server = await startGithubServer({ git: remote.bare, collaborators: { maria: 'write', zoe: 'read' } })
})

afterEach(() => server.end())

function forge(token = server.token) {
  const environment = { token, repository: null, apiUrl: server.url, graphqlUrl: null }
  return openGithub({ owner: 'octo', name: 'project' }, environment, new AbortController().signal)
}

function opened() {
  remote.clone.git('switch', '-q', '-c', 'topic')
  remote.clone.commit('Count', { 'a.ts': 'one\n2\nthree\n' })
  remote.clone.git('push', '-q', 'origin', 'topic')
  return server.openPullRequest({ number: 7, head: 'topic' })
}

const head = () => remote.clone.git('rev-parse', 'HEAD').trim()

async function given<T>(answer: Promise<Answer<T> | Write<T>>): Promise<T> {
  const result = await answer
  return 'value' in result ? result.value : expect.fail(result.problem)
}

const wordy = { path: 'a.ts', line: 2, body: 'Words.' }

describe('readSnapshot', () => {
  it('reads what people, bots and programs say, of one moment', async () => {
    const pullRequest = opened()
    const bot = server.as('coderabbitai[bot]', pullRequest)
    bot.review({ body: 'One.', comments: [wordy] })
    bot.check({ name: 'CodeRabbit', status: 'completed', conclusion: 'neutral' })
    const [thread] = bot.threads()
    const maria = server.as('Maria', pullRequest)
    maria.reply(thread!, 'Why?')
    maria.comment('And tests?')
    maria.status({ context: 'ci', state: 'pending' })
    maria.requestReview('copilot-pull-request-reviewer[bot]')
    const author = { login: 'coderabbitai', isBot: true }
    const person = { login: 'maria', isBot: false }
    expect(await given((await forge()).readSnapshot(7))).toMatchObject({
      number: 7,
      state: 'open',
      head: head(),
      branch: 'topic',
      reviews: [
        { author, state: 'commented', body: 'One.', commit: head() },
        { author: person, body: '' },
      ],
      threads: [
        {
          path: 'a.ts',
          line: 2,
          endLine: 2,
          isResolved: false,
          mayResolve: true,
          comments: [
            { author, body: 'Words.', commit: head(), review: expect.any(String) },
            { author: person, body: 'Why?' },
          ],
        },
      ],
      comments: [{ author: person, body: 'And tests?' }],
      checks: [
        { name: 'CodeRabbit', author: { login: 'coderabbitai', isBot: true }, status: 'done', conclusion: 'neutral' },
        { name: 'ci', author: expect.anything(), status: 'running', conclusion: null },
      ],
      requested: ['copilot-pull-request-reviewer'],
    })
  })

  it('knows since when the head is there only where checks show the push', async () => {
    const pullRequest = opened()
    expect((await given((await forge()).readSnapshot(7))).headSince).toBeNull()
    server.advance(60)
    server.as('ci[bot]', pullRequest).check({ name: 'build', status: 'completed', conclusion: 'success' })
    const pushed = server.world.clock.stamp()
    server.advance(60)
    expect((await given((await forge()).readSnapshot(7))).headSince).toBe(pushed)
  })

  it('goes without checks where the token may not see them, and says so', async () => {
    const bot = server.as('coderabbitai[bot]', opened())
    bot.review({ body: 'One.' })
    bot.check({ name: 'CodeRabbit', status: 'completed', conclusion: 'neutral' })
    const access = { pull_requests: 'write', contents: 'read', issues: 'write' } as const
    const github = await forge(server.addToken({ login: 'maria', access }))
    expect(await given(github.readSnapshot(7))).toMatchObject({
      ...{ checks: [], checksAreHidden: true, headSince: null },
      reviews: [{ body: 'One.' }],
    })
    expect(await given((await forge()).readSnapshot(7))).toMatchObject({ checks: [{}], checksAreHidden: false })
  })

  it('reads all reactions to the description, and knows apps that are said to be people', async () => {
    const pullRequest = opened()
    for (let count = 0; count < 120; count += 1) server.as(`fan-${count}`, pullRequest).react(pullRequest, '+1')
    server.advance(60)
    server.as('chatgpt-codex-connector[bot]', pullRequest).react(pullRequest, 'eyes')
    const { reactions } = await given((await forge()).readSnapshot(7))
    expect(reactions).toHaveLength(121)
    expect(reactions[0]).toMatchObject({ author: { login: 'fan-0', isBot: false }, name: '+1' })
    const author = { login: 'chatgpt-codex-connector', isBot: true }
    expect(reactions[120]).toMatchObject({ author, name: 'eyes', at: server.world.clock.stamp() })
  })

  it('reads 300 threads and what was said in them', async () => {
    const bot = server.as('coderabbitai[bot]', opened())
    bot.review({ comments: Array.from({ length: 300 }, (_, index) => ({ ...wordy, body: `No. ${index}` })) })
    const long = bot.threads()[7]!
    for (let count = 0; count < 120; count += 1) bot.reply(long, `Again ${count}`)
    const { threads } = await given((await forge()).readSnapshot(7))
    expect(threads.map(({ comments }) => comments[0]?.body)).toEqual(threads.map((_, index) => `No. ${index}`))
    expect(threads).toHaveLength(300)
    expect(threads[7]?.comments).toHaveLength(121)
  })

  it('reads again when the head moves in between, and gives up where it never rests', async () => {
    const pullRequest = opened()
    const push = () => void server.as('maria', pullRequest).push({ 'b.ts': String(Math.random()) })
    server.inject({ on: 'Comments', meanwhile: push })
    const github = await forge()
    expect((await given(github.readSnapshot(7))).head).toBe(pullRequest.head.sha)
    server.inject({ on: 'Comments', meanwhile: push, times: 3 })
    expect(await github.readSnapshot(7)).toEqual({
      problem: 'The pull request changed while it was read.',
      mayPass: true,
    })
  })

  it('takes a part of an answer for none', async () => {
    opened()
    const errors = [{ message: 'Something went wrong', type: 'INTERNAL' }]
    const fault = { on: 'ThreadsWhole', status: 200, body: { data: { repository: null }, errors } }
    server.inject({ ...fault, times: 3 })
    expect(await (await forge()).readSnapshot(7)).toMatchObject({ problem: expect.stringContaining('went wrong') })
    server.inject({ ...fault, times: 2 })
    expect(await given((await forge()).readSnapshot(7))).toMatchObject({ threads: [] })
  })
})

describe('writes', () => {
  const mark = markOf('reply', 'abc')
  const text = { body: `${mark}\nFixed.`, mark }

  async function threadOf() {
    const bot = server.as('coderabbitai[bot]', opened())
    bot.review({ comments: [wordy] })
    const github = await forge()
    const [thread] = (await given(github.readSnapshot(7))).threads
    const bodies = async () => (await given(github.readSnapshot(7))).threads[0]?.comments.map(({ body }) => body)
    return { github, id: thread?.id ?? '', bodies }
  }

  it.each([
    ['an answer that never comes after it was done', { on: 'Reply', drop: true, after: true }],
    ['a bad gateway after it was done', { on: 'Reply', status: 502, after: true }],
    ['a bad gateway before', { on: 'Reply', status: 502 }],
    ['a connection that drops before', { on: 'Reply', drop: true }],
    [
      'a secondary limit',
      {
        on: 'Reply',
        status: 403,
        headers: { 'retry-after': '1' },
        body: { message: 'You have exceeded a secondary rate limit' },
      },
    ],
    [
      'a limit that is used up',
      {
        ...limits.primary,
        on: 'Reply',
        headers: { ...limits.primary.headers, 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000)) },
      },
    ],
    [
      'a limit that comes with 200',
      {
        on: 'Reply',
        status: 200,
        headers: { 'retry-after': '1' },
        body: { data: null, errors: [{ message: 'You have exceeded a secondary rate limit' }] },
      },
    ],
  ])('reply once in spite of %s', async (_, fault) => {
    const { github, id, bodies } = await threadOf()
    server.inject(fault)
    await given(github.reply(id, text))
    expect(await bodies()).toEqual(['Words.', text.body])
  })

  it('take nobody’s reply for ours', async () => {
    const { github, id, bodies } = await threadOf()
    await given((await forge(server.addToken({ login: 'maria' }))).reply(id, text))
    server.inject({ on: 'Reply', status: 502 })
    await given(github.reply(id, text))
    expect(await bodies()).toEqual(['Words.', text.body, text.body])
  })

  it('say what nobody can know', async () => {
    const { github, id } = await threadOf()
    server.inject({ on: 'Reply', status: 502 }, { on: 'LastReplies', status: 502, times: 3 })
    expect(await github.reply(id, text)).toMatchObject({ refusal: 'unknown' })
  })

  it('resolve, comment and edit', async () => {
    const { github, id } = await threadOf()
    await given(github.resolve(id))
    const before = await given(github.readSnapshot(7))
    const { id: written } = await given(github.comment(before, text))
    await given(github.editComment(written, `${mark}\nMore.`))
    expect(await given(github.readSnapshot(7))).toMatchObject({
      threads: [{ isResolved: true }],
      comments: [{ body: `${mark}\nMore.` }],
    })
  })

  it('are refused to who may only read', async () => {
    const { id } = await threadOf()
    const token = server.addToken({ login: 'zoe', access: 'read' })
    const environment = { token, repository: null, apiUrl: server.url, graphqlUrl: null }
    const github = await openGithub({ owner: 'octo', name: 'project' }, environment, new AbortController().signal)
    expect(await github.resolve(id)).toMatchObject({ refusal: 'forbidden' })
  })
})

it('knows who may write', async () => {
  opened()
  const github = await forge()
  const may = await Promise.all(['maria', 'zoe', 'nobody'].map((login) => given(github.mayWrite(login, 7))))
  expect(may).toEqual([true, false, false])
})

it('knows to whom rights are not shown who of those that spoke belongs to the repository', async () => {
  const pullRequest = opened()
  server.as('maria', pullRequest).comment('And tests?')
  server.as('joe', pullRequest).comment('Delete it.')
  server.as('octo', pullRequest).review({ comments: [wordy] })
  const github = await forge(server.addToken({ login: 'zoe' }))
  const may = await Promise.all(['maria', 'joe', 'octo', 'nobody'].map((login) => given(github.mayWrite(login, 7))))
  expect(may).toEqual([true, false, true, false])
})
