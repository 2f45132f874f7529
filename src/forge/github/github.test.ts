import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FakeComment, FakePullRequest, FakeThread } from '../../../test/kit/github-server/seed.ts'
import { type GithubServer, startGithubServer } from '../../../test/kit/github-server/server.ts'
import type { Forge } from '../forge.ts'
import { openGithub } from './github.ts'

let server: GithubServer

beforeEach(async () => {
  server = await startGithubServer()
})

afterEach(async () => {
  await server.close()
  expect(server.violations).toEqual([])
})

function forge(changes: { readonly token?: string; readonly apiUrl?: string; readonly signal?: AbortSignal } = {}) {
  const environment = { token: server.token, repository: null, apiUrl: server.url, graphqlUrl: null, ...changes }
  const signal = changes.signal ?? new AbortController().signal
  return openGithub({ owner: 'octo', name: 'project' }, environment, signal)
}

const sha = (digit: string) => digit.repeat(40)
const pullRequest = (number: number, changes: Partial<FakePullRequest> = {}): FakePullRequest => ({
  number,
  base: { ref: 'main', sha: sha('a') },
  head: { ref: 'topic', sha: sha('b') },
  ...changes,
})
const comment = (body: string): FakeComment => ({ author: { type: 'Bot', login: 'github-actions' }, body })
const thread = (id: string, comments: readonly FakeComment[] = [comment('Hm.')]): FakeThread => ({
  id,
  path: 'a.js',
  line: 1,
  comments,
})

async function given<T>(answer: Promise<{ readonly value: T } | { readonly problem: string }>): Promise<T> {
  const result = await answer
  return 'value' in result ? result.value : expect.fail(result.problem)
}

const numbers = async (github: Forge, branch: string | null, commit: string) =>
  (await given(github.findPullRequests(branch, commit))).map(({ number }) => number)

describe('pull requests', () => {
  it('reads one by its number', async () => {
    server.setPullRequests([pullRequest(7, { title: 'Fix it', body: 'Because.' })])
    expect(await given((await forge()).readPullRequest(7))).toEqual({
      number: 7,
      title: 'Fix it',
      body: 'Because.',
      base: { ref: 'main', sha: sha('a') },
      head: { ref: 'topic', sha: sha('b') },
    })
  })

  it('finds the open one of a branch, and not that of another branch or a closed one', async () => {
    server.setPullRequests([
      pullRequest(1, { state: 'closed' }),
      pullRequest(2),
      pullRequest(3, { head: { ref: 'other', sha: sha('c') } }),
    ])
    expect(await numbers(await forge(), 'topic', sha('0'))).toEqual([2])
  })

  it('finds one from a fork by the commit it ends at', async () => {
    server.setPullRequests([
      pullRequest(1, { head: { ref: 'topic', sha: sha('b'), owner: 'someone' } }),
      pullRequest(2, { head: { ref: 'topic', sha: sha('b'), owner: 'someone' }, state: 'closed' }),
    ])
    expect(await numbers(await forge(), 'topic', sha('b'))).toEqual([1])
    expect(await numbers(await forge(), null, sha('c'))).toEqual([])
  })

  it('reads all pages', async () => {
    const others = Array.from({ length: 250 }, (_, index) =>
      pullRequest(index + 1, { head: { ref: 'topic', sha: sha('b'), owner: 'someone' } }),
    )
    server.setPullRequests(others)
    expect(await numbers(await forge(), null, sha('b'))).toHaveLength(250)
  })
})

describe('review threads', () => {
  it('reads all pages of threads and of their comments, and names bots as people know them', async () => {
    const long = Array.from({ length: 320 }, (_, index) => comment(`comment ${index}`))
    const threads = Array.from({ length: 230 }, (_, index) => thread(`T${index}`, index === 5 ? long : undefined))
    server.setPullRequests([
      pullRequest(7, { threads: [...threads, thread('gone', [{ author: null, body: 'Bye.' }])] }),
    ])
    const { head, threads: read } = await given((await forge()).readThreads(7))
    expect(head).toBe(sha('b'))
    expect(read.map(({ id }) => id)).toEqual([...threads.map(({ id }) => id), 'gone'])
    expect(read[5]?.comments.map(({ body }) => body)).toEqual(long.map(({ body }) => body))
    expect(read[0]).toEqual({
      id: 'T0',
      resolved: false,
      path: 'a.js',
      line: 1,
      isOutdated: false,
      comments: [{ author: 'github-actions[bot]', body: 'Hm.' }],
    })
    expect(read.at(-1)?.comments).toEqual([{ author: null, body: 'Bye.' }])
  })

  it('gives no answer when the head moves between two pages', async () => {
    const threads = Array.from({ length: 150 }, (_, index) => thread(`T${index}`))
    let asked = 0
    server.onRequest = () => {
      asked += 1
      const head = { ref: 'topic', sha: sha(String(asked)) }
      server.setPullRequests([pullRequest(7, { threads, head })])
    }
    expect(await (await forge()).readThreads(7)).toEqual({
      problem: 'The pull request changed while it was read.',
      mayPass: true,
    })
  })
})

describe('when something fails', () => {
  it.each([
    ['a bad gateway', { status: 502 }],
    ['a dropped connection', 'drop'],
  ] as const)('repeats a read after %s', async (_, fault) => {
    server.setPullRequests([pullRequest(7, { threads: [thread('T')] })])
    const github = await forge()
    server.inject(fault)
    expect((await given(github.readPullRequest(7))).number).toBe(7)
    server.inject(fault)
    expect((await given(github.readThreads(7))).threads).toHaveLength(1)
    expect(server.requests).toHaveLength(4)
  })

  it.each([
    ['a wrong token', 401, { token: 'wrong' }, [], /does not accept the token \(401\)\.$/],
    [
      'a refusal',
      403,
      {},
      [{ status: 403, body: { message: 'Resource not accessible' } }],
      /refused \(403\): Resource not accessible\.$/,
    ],
    [
      'something else than JSON of a pull request',
      200,
      {},
      [{ status: 200, body: { number: 'x' } }],
      /answered something unexpected \(number: /,
    ],
  ] as const)(
    'says in one sentence that it met %s, after one request',
    async (_, status, changes, faults, expected) => {
      const github = await forge(changes)
      server.inject(...faults)
      const answer = await github.readPullRequest(7)
      const refused = status === 401 || status === 403 ? { isRefused: true } : {}
      const lacks = status === 403 ? { lacksRight: true } : {}
      expect(answer).toEqual({ problem: expect.stringMatching(expected), ...refused, ...lacks })
      expect(server.requests).toHaveLength(1)
    },
  )

  it('says that a pull request is not there', async () => {
    const github = await forge()
    expect(await github.readPullRequest(8)).toEqual({ problem: expect.stringMatching(/no such .*\(404\)\.$/) })
    expect(await github.readThreads(8)).toEqual({
      problem: expect.stringMatching(/Could not resolve to a PullRequest with the number of 8\.$/),
    })
  })

  it('takes part of an answer with an error for no answer', async () => {
    const part = { repository: { pullRequest: { headRefOid: sha('b'), reviewThreads: null } } }
    const github = await forge()
    server.inject({ status: 200, body: { data: part, errors: [{ message: 'Too much.' }] } })
    expect(await github.readThreads(7)).toEqual({
      problem: expect.stringMatching(/answered with an error: Too much\.$/),
    })
  })

  it('says that nothing is there to talk to, without the token', async () => {
    const github = await forge({ apiUrl: 'http://127.0.0.1:1' })
    const answer = await github.readThreads(7)
    expect(answer).toEqual({
      problem: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be reached: \S/),
      mayPass: true,
    })
    expect(JSON.stringify(answer)).not.toContain(server.token)
  })

  it('rejects when the review is cancelled', async () => {
    const cancel = new AbortController()
    const github = await forge({ signal: cancel.signal })
    cancel.abort()
    await expect(github.readPullRequest(7)).rejects.toThrow(/abort/i)
  })
})
