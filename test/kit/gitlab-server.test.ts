import { beforeEach, expect, it } from 'vitest'
import { bareWith, type Remote } from './github-server/remote.ts'
import { type GitlabServer, startGitlabServer } from './gitlab-server/server.ts'

// The test double says no where GitLab would, and remembers whoever asked for what is not described.

let gitlab: GitlabServer
let remote: Remote

beforeEach(async () => {
  remote = bareWith({ 'a.ts': 'one\ntwo\nthree\n' })
  gitlab = await startGitlabServer({ git: remote.bare, members: { zoe: 20 } })
  remote.clone.git('switch', '-q', '-c', 'topic')
  remote.clone.commit('Count', { 'a.ts': 'one\n2\nthree\n' })
  remote.clone.git('push', '-q', 'origin', 'topic')
  gitlab.open({ iid: 7, source: 'topic' })
})

const project = '/projects/group%2Fsub%2Fproject'

async function ask<T>(method: string, path: string, body?: object, token = gitlab.token) {
  const response = await fetch(`${gitlab.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as T }
}

it.each([
  ['something that is not described', 'GET', '/projects/1/pipelines', undefined],
  ['a question with a word too much', 'GET', `${project}/merge_requests?labels=a`, undefined],
  ['a page that is too long', 'GET', `${project}/merge_requests?per_page=101`, undefined],
  ['a note without words', 'POST', `${project}/merge_requests/7/notes`, {}],
  ['a note that is an order to GitLab', 'POST', `${project}/merge_requests/7/notes`, { body: 'Fine.\n/merge' }],
  ['a note with a word too much', 'POST', `${project}/merge_requests/7/notes`, { body: 'a', created_at: 'b' }],
])('does not let pass %s', async (_, method, path, body) => {
  expect((await ask(method, path, body)).status).toBeGreaterThanOrEqual(400)
  await expect(gitlab.end()).rejects.toThrow(/GitLab would not have it/)
})

it('rejects at the end when a fault did not happen', async () => {
  gitlab.inject({ on: 'mr/get', status: 500 })
  await expect(gitlab.end()).rejects.toThrow(/a fault that did not happen/)
})

async function position(more: object) {
  const { body } = await ask<{ diff_refs: object }>('GET', `${project}/merge_requests/7`)
  return { ...body.diff_refs, position_type: 'text', old_path: 'a.ts', new_path: 'a.ts', ...more }
}

it.each([
  ['an added line', { new_line: 2 }, 201],
  ['a line that was there, by both its numbers', { new_line: 3, old_line: 3 }, 201],
  ['a line that was there, by one', { new_line: 3 }, 400],
  ['an added line that is said to have been there', { new_line: 2, old_line: 2 }, 400],
  ['a line that is not shown', { new_line: 30 }, 400],
  ['another head', { new_line: 2, head_sha: 'f'.repeat(40) }, 400],
])('takes or refuses a remark on %s', async (_, more, status) => {
  const written = { body: 'Hm.', position: await position(more) }
  expect((await ask('POST', `${project}/merge_requests/7/discussions`, written)).status).toBe(status)
  await gitlab.end()
})

it('knows who may do what', async () => {
  gitlab.world.tokens.set('of-zoe', gitlab.world.users[1]!)
  const status = { state: 'success', name: 'a', description: 'b' }
  const { sha } = (await ask<{ sha: string }>('GET', `${project}/merge_requests/7`)).body
  expect((await ask('POST', `${project}/statuses/${sha}`, status, 'of-zoe')).status).toBe(403)
  expect((await ask('GET', '/user', undefined, 'wrong')).status).toBe(401)
  await gitlab.end()
})

it('gives lists page by page', async () => {
  const [mergeRequest] = gitlab.world.mergeRequests
  for (let index = 0; index < 3; index += 1) gitlab.as('zoe', mergeRequest!).note(String(index))
  const notes = (page: number) =>
    ask<{ body: string }[]>('GET', `${project}/merge_requests/7/notes?sort=asc&per_page=2&page=${page}`)
  const [first, second] = [await notes(1), await notes(2)]
  expect([first.headers.get('x-next-page'), second.headers.get('x-next-page')]).toEqual(['2', ''])
  expect([...first.body, ...second.body].map(({ body }) => body)).toEqual(['0', '1', '2'])
  await gitlab.end()
})
