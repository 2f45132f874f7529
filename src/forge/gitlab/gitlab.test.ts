import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bareWith, type Remote } from '../../../test/kit/github-server/remote.ts'
import { type GitlabServer, startGitlabServer } from '../../../test/kit/gitlab-server/server.ts'
import { newNote } from '../../../test/kit/gitlab-server/world.ts'
import type { Answer, Write } from '../forge.ts'
import { openGitlab } from './gitlab.ts'

let gitlab: GitlabServer
let remote: Remote

beforeEach(async () => {
  remote = bareWith({ 'a.ts': 'one\ntwo\nthree\n' })
  const members = { Maria: 30, zoe: 20, project_5_bot: 30, coderabbitai: 30 }
  gitlab = await startGitlabServer({ git: remote.bare, members })
})

afterEach(() => gitlab.end())

function forge(changes: { readonly token?: string; readonly apiUrl?: string; readonly signal?: AbortSignal } = {}) {
  const environment = { token: gitlab.token, apiUrl: gitlab.url, ...changes }
  return openGitlab(
    { owner: 'group/sub', name: 'project' },
    environment,
    changes.signal ?? new AbortController().signal,
  )
}

function pushed(content: string): string {
  remote.clone.commit('Count', { 'a.ts': content })
  remote.clone.git('push', '-q', 'origin', 'topic')
  return remote.clone.git('rev-parse', 'HEAD').trim()
}

function opened() {
  remote.clone.git('switch', '-q', '-c', 'topic')
  const head = pushed('one\n2\nthree\n')
  return { head, mergeRequest: gitlab.open({ iid: 7, source: 'topic', author: 'Maria' }) }
}

async function given<T>(answer: Promise<Answer<T> | Write<T>>): Promise<T> {
  const result = await answer
  return 'value' in result ? result.value : expect.fail(result.problem)
}

const maria = { login: 'maria', isBot: false }
const main = () => remote.clone.git('rev-parse', 'main').trim()

describe('merge requests', () => {
  it('reads one by its number', async () => {
    const { head } = opened()
    expect(await given(forge().readPullRequest(7))).toEqual({
      number: 7,
      title: 'Merge topic',
      body: 'Why.',
      base: { ref: 'main', sha: main() },
      head: { ref: 'topic', sha: head },
    })
  })

  it('finds that of a branch, and one from a fork by the commit it ends at', async () => {
    const { head, mergeRequest } = opened()
    gitlab.open({ iid: 8, source: 'topic', sourceProject: 77 })
    const numbers = async (branch: string | null, commit: string) =>
      (await given(forge().findPullRequests(branch, commit))).map(({ number }) => number)
    expect(await numbers('topic', head)).toEqual([7])
    expect(await numbers(null, head)).toEqual([7, 8])
    expect(await numbers('other', main())).toEqual([])
    mergeRequest.state = 'closed'
    expect(await numbers('topic', head)).toEqual([8])
    const from = await given(forge().findPullRequestsFrom('Someone', 'topic'))
    expect(from.map(({ number }) => number)).toEqual([8])
  })

  it('finds none where the commit was not pushed yet, but has no answer where the project is not there', async () => {
    opened()
    const commit = 'f'.repeat(40)
    expect(await given(forge().findPullRequests('other', commit))).toEqual([])
    expect(await given(forge().findPullRequests(null, commit))).toEqual([])
    const environment = { token: gitlab.token, apiUrl: gitlab.url }
    const elsewhere = openGitlab({ owner: 'group', name: 'other' }, environment, new AbortController().signal)
    expect(await elsewhere.findPullRequests(null, commit)).toEqual({ problem: expect.stringMatching(/404/) })
  })

  it('finds that of somebody beside one from a fork that the token may not see', async () => {
    opened()
    gitlab.open({ iid: 8, source: 'topic', sourceProject: 77 })
    gitlab.open({ iid: 9, source: 'topic', sourceProject: 78 })
    gitlab.inject({ on: 'project/get', status: 404, body: { message: '404 Project Not Found' } })
    const from = await given(forge().findPullRequestsFrom('Someone', 'topic'))
    expect(from.map(({ number }) => number)).toEqual([8])
  })

  const notReady = { problem: 'GitLab does not say what the merge request changes (yet).', mayPass: true }

  it('has no answer while GitLab works out what was pushed', async () => {
    gitlab.open({ iid: 9, source: 'not-there-yet' })
    expect(await forge().readPullRequest(9)).toEqual(notReady)
  })

  it('has no answer where GitLab finds nothing that both branches come from', async () => {
    const { head } = opened()
    const names = { title: 'Merge topic', source_branch: 'topic', target_branch: 'main' }
    const references = { base_sha: null, start_sha: head, head_sha: head }
    const author = { id: 1, username: 'maria' }
    const body = { iid: 7, ...names, state: 'opened', sha: head, diff_refs: references, author }
    gitlab.inject({ on: 'mr/get', status: 200, body })
    expect(await forge().readPullRequest(7)).toEqual(notReady)
  })
})

describe('readSnapshot', () => {
  it('reads what people, bots and programs say, of one moment', async () => {
    const { head, mergeRequest } = opened()
    const remark = gitlab.as('coderabbitai', mergeRequest).remark(2, 'Words.')
    gitlab.as('Maria', mergeRequest).reply(remark, 'Why?')
    gitlab.as('Maria', mergeRequest).note('And tests?')
    gitlab.as('zoe', mergeRequest).discuss('And docs?')
    gitlab.as('project_5_bot', mergeRequest).discuss('All of it is fine.')
    gitlab.as('project_5_bot', mergeRequest).award('thumbsup')
    gitlab.as('root', mergeRequest).status('build', 'failed')
    gitlab.as('root', mergeRequest).status('lint', 'running')
    gitlab.world.mergeRequests[0]?.reviewers.push({ user: gitlab.world.users[1]!, state: 'unreviewed' })
    const rabbit = { login: 'coderabbitai', isBot: true }
    const thread = remark.id
    expect(await given(forge().readSnapshot(7))).toMatchObject({
      number: 7,
      state: 'open',
      head,
      branch: 'topic',
      headSince: '2026-11-15T12:00:00.000Z',
      me: { login: 'root', isBot: false },
      author: maria,
      reviews: [],
      threads: [
        {
          id: `7/${thread}`,
          path: 'a.ts',
          line: 2,
          endLine: 2,
          isResolved: false,
          isOutdated: false,
          mayResolve: true,
          comments: [
            { author: rabbit, body: 'Words.', commit: head },
            { author: maria, body: 'Why?' },
          ],
        },
        { path: null, line: null, isOutdated: false, comments: [{ author: { login: 'zoe', isBot: false } }] },
      ],
      comments: [
        {
          author: maria,
          body: 'And tests?',
          url: expect.stringMatching(/\/group\/sub\/project\/-\/merge_requests\/7#note_\d+$/),
        },
        { author: { login: 'project_5_bot', isBot: true }, body: 'All of it is fine.' },
      ],
      reactions: [{ author: { login: 'project_5_bot', isBot: true }, name: '+1', at: '2026-11-15T12:00:00.000Z' }],
      checks: [
        { name: 'build', status: 'done', conclusion: 'failure' },
        { name: 'lint', status: 'running', conclusion: null },
      ],
      requested: ['maria'],
    })
  })

  it.each([
    ['stranger_bot', 0, false],
    ['house_bot', 10, true],
    ['GitLabDuo', 0, true],
    ['claude', 30, false],
  ])('knows whether %s with the access %s is a bot: %s', async (name, access, isBot) => {
    const { mergeRequest } = opened()
    const isSaidToBe = name !== 'claude'
    gitlab.world.users.push({ id: 900, username: name, isBot: isSaidToBe, access })
    gitlab.as(name, mergeRequest).note('No issues found.')
    const { comments } = await given(forge().readSnapshot(7))
    expect(comments[0]?.author).toEqual({ login: name.toLowerCase(), isBot })
  })

  it('takes the name of a bot for a person where nobody gave it a right', async () => {
    const { mergeRequest } = opened()
    gitlab.world.users.splice(
      gitlab.world.users.findIndex(({ username }) => username === 'coderabbitai'),
      1,
    )
    gitlab.as('coderabbitai', mergeRequest).note('No issues found.')
    const { comments } = await given(forge().readSnapshot(7))
    expect(comments[0]?.author).toEqual({ login: 'coderabbitai', isBot: false })
  })

  it('takes an answer to a note of ours for a comment: we have no thread about the whole', async () => {
    const { mergeRequest } = opened()
    const own = gitlab.as('root', mergeRequest).discuss('Fixed.')
    gitlab.as('Maria', mergeRequest).reply(own, 'Not quite.')
    const { threads, comments } = await given(forge().readSnapshot(7))
    expect(threads).toEqual([])
    expect(comments.map(({ body }) => body)).toEqual(['Fixed.', 'Not quite.'])
  })

  it('asks again who we are when that could not be read', async () => {
    opened()
    const same = forge()
    gitlab.inject({ on: 'user/me', status: 500, times: 3 })
    expect(await same.readSnapshot(7)).toMatchObject({ mayPass: true })
    expect(await given(same.readSnapshot(7))).toMatchObject({ me: { login: 'root', isBot: false } })
  })

  it('knows what a remark was written for after it went along with the branch, and when its line is gone', async () => {
    const { head, mergeRequest } = opened()
    gitlab.as('Maria', mergeRequest).remark(1, 'One?')
    gitlab.as('Maria', mergeRequest).remark(2, 'Two?')
    gitlab.world.clock.advance(60)
    pushed('zero\none\ntwo!\nthree\n')
    gitlab.world.clock.advance(60)
    const { threads, headSince } = await given(forge().readSnapshot(7))
    expect(headSince).toBe('2026-11-15T12:02:00.000Z')
    expect(threads).toMatchObject([
      { line: 2, isOutdated: false, comments: [{ commit: head }] },
      { line: null, originalLine: 2, isOutdated: true, comments: [{ commit: head }] },
    ])
  })

  it('reads 250 discussions, and leaves out what GitLab says itself', async () => {
    const { mergeRequest } = opened()
    for (let index = 0; index < 250; index += 1) gitlab.as('Maria', mergeRequest).remark(2, `Words ${index}.`)
    const author = gitlab.world.users[0]!
    mergeRequest.discussions.unshift({ id: 'a'.repeat(40), isIndividual: true, notes: [] })
    mergeRequest.discussions[0]?.notes.push(newNote(gitlab.world, { author, body: 'added 1 commit', isSystem: true }))
    const { threads, comments } = await given(forge().readSnapshot(7))
    expect(threads).toHaveLength(250)
    expect(comments).toEqual([])
  })

  it('reads a version without commits, and a remark that lost its place', async () => {
    const { mergeRequest } = opened()
    const headers = { 'x-next-page': '' }
    const at = '2026-11-15T12:00:00.000Z'
    const author = { id: 900, username: 'maria' }
    const said = { id: 1, body: 'Hm.', author, created_at: at, updated_at: at, system: false, resolvable: true }
    const body = [{ id: 'a'.repeat(40), notes: [{ ...said, resolved: null, position: {} }] }]
    gitlab.inject(
      { on: 'mr/versions', status: 200, headers, body: [{ head_commit_sha: null, created_at: at }] },
      { on: 'mr/discussions', status: 200, headers, body },
    )
    const { threads, headSince } = await given(forge().readSnapshot(mergeRequest.iid))
    expect(headSince).toBeNull()
    expect(threads).toMatchObject([{ path: null, line: null, isResolved: false, comments: [{ commit: null }] }])
  })

  it('reads times as its server writes them, also on the night when the clocks are put back', async () => {
    opened()
    const author = { id: 900, username: 'maria' }
    const said = (id: number, at: string) => {
      const note = { id, body: String(id), author, created_at: at, updated_at: at, system: false, resolvable: false }
      return { id: String(id).repeat(40), notes: [note] }
    }
    const body = [said(2, '2026-10-25T02:10:00.000+01:00'), said(1, '2026-10-25T02:30:00.000+02:00')]
    gitlab.inject({ on: 'mr/discussions', status: 200, headers: { 'x-next-page': '' }, body })
    const { comments } = await given(forge().readSnapshot(7))
    expect(comments.map(({ id, at }) => [id, at])).toEqual([
      ['7/1', '2026-10-25T00:30:00.000Z'],
      ['7/2', '2026-10-25T01:10:00.000Z'],
    ])
  })

  it.each([
    ['canceling', 'running', null],
    ['waiting_for_callback', 'waiting', null],
    ['manual', 'done', 'manual'],
    ['canceled', 'done', 'canceled'],
  ])('knows whether a program is done that says %s', async (word, status, conclusion) => {
    const { mergeRequest } = opened()
    gitlab.as('root', mergeRequest).status('build', word)
    const { checks } = await given(forge().readSnapshot(7))
    expect(checks).toMatchObject([{ status, conclusion }])
  })

  it('reads again when the head moves in between, and gives up where it never rests', async () => {
    opened()
    let count = 0
    const push = () => {
      count += 1
      pushed(`one\n${count}\nthree\n`)
    }
    gitlab.inject({ on: 'mr/discussions', meanwhile: push })
    const { head } = await given(forge().readSnapshot(7))
    expect(head).toBe(remote.clone.git('rev-parse', 'HEAD').trim())
    gitlab.inject({ on: 'mr/discussions', meanwhile: push, times: 3 })
    expect(await forge().readSnapshot(7)).toEqual({
      problem: 'The pull request changed while it was read.',
      mayPass: true,
    })
  })
})

describe('what goes wrong', () => {
  it.each([
    ['a bad gateway', { status: 502 }],
    ['a dropped connection', { drop: true }],
    ['a short limit', { status: 429, headers: { 'retry-after': '0' }, body: { message: 'Retry later' } }],
  ])('is no more than %s: it is read again', async (_, fault) => {
    opened()
    gitlab.inject({ on: 'mr/get', ...fault })
    expect(await given(forge().readPullRequest(7))).toMatchObject({ number: 7 })
  })

  it.each([
    ['the server', { status: 500, times: 3 }, /failed \(500\): Bad Gateway/, { mayPass: true }],
    ['a long limit', { status: 429, headers: { 'retry-after': '600' } }, /refused \(429\)/, { mayPass: true }],
    ['a token that is not accepted', { status: 401 }, /does not accept the token \(401\)/, { isRefused: true }],
    [
      'a limit that does not say until when',
      { status: 429, body: { message: { error: 'Requested too many times. Try again later.' } } },
      /refused \(429\): Requested too many times\. Try again later\.$/,
      { mayPass: true },
    ],
    [
      'a token with another scope',
      { status: 403, body: { error: 'insufficient_scope', error_description: 'It takes higher privileges.' } },
      /refused \(403\): It takes higher privileges\.$/,
      { lacksRight: true },
    ],
    [
      'a project that moved',
      { status: 301, headers: { location: 'https://gitlab.test/api/v4/projects/81' } },
      /elsewhere \(301: https:\/\/gitlab\.test\/api\/v4\/projects\/81\)\. If the project moved: git remote set-url origin/,
      {},
    ],
    ['nonsense', { status: 200, body: { iid: 'seven' } }, /answered something unexpected \(iid/, {}],
  ])('is told: %s', async (_, fault, problem, more) => {
    opened()
    gitlab.inject({ on: 'mr/get', ...fault })
    const answer = await forge().readPullRequest(7)
    expect(answer).toEqual({ problem: expect.stringMatching(problem), ...more })
    expect(JSON.stringify(answer)).not.toContain(gitlab.token)
  })

  it('is a list that does not say whether it is whole', async () => {
    opened()
    gitlab.inject({ on: 'mr/discussions', status: 200, body: [] })
    expect(await forge().readThreads(7)).toEqual({ problem: expect.stringMatching(/whether there is another page/) })
  })

  it('is nothing to talk to, and is told without the token', async () => {
    const answer = await forge({ apiUrl: 'http://127.0.0.1:1/api/v4' }).readPullRequest(7)
    expect(answer).toEqual({
      problem: expect.stringMatching(/127\.0\.0\.1:1\/api\/v4 cannot be reached/),
      mayPass: true,
    })
    expect(JSON.stringify(answer)).not.toContain(gitlab.token)
  })

  it('is somebody who cancels', async () => {
    const stop = new AbortController()
    gitlab.onRequest = () => stop.abort()
    await expect(forge({ signal: stop.signal }).readPullRequest(7)).rejects.toThrow()
  })
})

describe('who may write', () => {
  it.each([
    ['maria', true],
    ['zoe', false],
    ['nobody', false],
  ])('%s: %s', async (login, expected) => {
    opened()
    expect(await given(forge().mayWrite(login, 7))).toBe(expected)
  })

  it.each([
    ['a right may be taken away', { access: 20 }],
    ['a right to plan is none to write', { access: 15 }],
    ['whoever is blocked has none', { state: 'blocked' }],
  ])('is asked every time: %s', async (_, change) => {
    const same = forge()
    expect(await given(same.mayWrite('maria', 7))).toBe(true)
    const { users } = gitlab.world
    const index = users.findIndex(({ username }) => username === 'Maria')
    users[index] = { ...users[index]!, ...change }
    expect(await given(same.mayWrite('maria', 7))).toBe(false)
  })
})

it('shows who reviews usually', async () => {
  const { mergeRequest } = opened()
  gitlab.as('coderabbitai', mergeRequest).note('Hello.')
  expect(await given(forge().readRecent())).toMatchObject([
    { kind: 'comment', author: { login: 'coderabbitai', isBot: true }, body: 'Hello.' },
  ])
})
