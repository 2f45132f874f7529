import { afterEach, beforeEach, expect, it } from 'vitest'
import { clientOf, failureOf, openSample, sha } from './github-server/client.ts'
import { type Fault, limits } from './github-server/faults.ts'
import { type GithubServer, startGithubServer } from './github-server/server.ts'
import type { PullRequest } from './github-server/state/entities.ts'
import { written } from './github-server/state/repositories.ts'

let github: GithubServer
let pullRequest: PullRequest

beforeEach(async () => {
  github = await startGithubServer()
  pullRequest = openSample(github)
})
afterEach(() => github.end())

const read = (token?: string) => clientOf(github, token).request('GET /repos/octo/project/pulls/7')
const comment = () => clientOf(github).request('POST /repos/octo/project/issues/7/comments', { body: 'Once.' })
const query = 'query Head { repository(owner: "octo", name: "project") { pullRequest(number: 7) { headRefOid } } }'
const ask = () => clientOf(github).graphql(query)

it.each<[string, Fault, number, number]>([
  ['an error before the effect', { status: 502 }, 502, 0],
  ['an error after the effect', { status: 502, after: true }, 502, 1],
  ['a connection that drops before', 'drop', 500, 0],
  ['a connection that drops after', { drop: true, after: true }, 500, 1],
  ['a token that is refused', { status: 401, body: { message: 'Bad credentials' } }, 401, 0],
  ['a secondary limit', limits.secondary(2), 403, 0],
  ['a secondary limit that says nothing else', limits.secondary(null, 429), 429, 0],
  ['a limit', limits.primary, 403, 0],
])('plays %s', async (_, fault, status, copies) => {
  github.inject(fault)
  expect(await failureOf(comment())).toMatchObject({ status })
  expect(pullRequest.comments).toHaveLength(copies)
  expect((await comment()).status).toBe(201)
  expect(github.log.map(({ operation, isFaulty }) => [operation, isFaulty])).toEqual([
    ['issues/create-comment', true],
    ['issues/create-comment', false],
  ])
})

it.each([
  ['that is told', limits.graphqlPrimary, 'RATE_LIMITED'],
  ['that has to be guessed', limits.graphqlSecondary, undefined],
])('plays a limit of GraphQL %s with status 200', async (_, fault, type) => {
  github.inject({ ...fault, on: 'Head' })
  expect((await read()).status).toBe(200)
  expect(await failureOf(ask())).toMatchObject({ type, message: expect.stringMatching(/rate limit/) })
  expect(github.log.map(({ name, status }) => [name, status])).toEqual([
    [null, 200],
    ['Head', 200],
  ])
})

it('counts faults, and lets pass what comes before and others', async () => {
  github.inject(
    { on: 'pulls/get', skip: 1, times: 2, status: 503 },
    { on: ({ method }) => method === 'POST', status: 500 },
  )
  const statuses = []
  for (let index = 0; index < 4; index += 1)
    statuses.push((await read().catch((error: { status: number }) => error)).status)
  expect(statuses).toEqual([200, 503, 503, 200])
  expect(await failureOf(comment())).toMatchObject({ status: 500 })
})

it('answers slowly', async () => {
  github.inject({ delay: 600_000 })
  const cancel = new AbortController()
  github.onRequest = () => cancel.abort()
  const request = { signal: cancel.signal }
  await expect(clientOf(github).request('GET /user', { request })).rejects.toThrow(/abort/i)
  expect(github.log).toMatchObject([{ operation: 'users/get-authenticated', status: null }])
})

it('moves the head in the middle of a read', async () => {
  github.inject({ on: 'Head', skip: 1, meanwhile: () => written(github.repository).set('topic', { sha: sha('c') }) })
  expect(await ask()).toMatchObject({ repository: { pullRequest: { headRefOid: sha('b') } } })
  expect(await ask()).toMatchObject({ repository: { pullRequest: { headRefOid: sha('c') } } })
  expect(pullRequest.round).toBe(2)
})

it('lets time pass with requests when a test wants it', async () => {
  github.play('cursor[bot]', [{ on: 'push', after: 100, do: (bot) => void bot.comment('Done.') }])
  github.onRequest = ({ operation }) => operation === 'pulls/get' && github.advance(60)
  written(github.repository).set('topic', { sha: sha('c') })
  await read()
  expect(pullRequest.comments).toHaveLength(0)
  await read()
  expect(pullRequest.comments).toHaveLength(1)
})

it('does not end well when a fault did not happen', async () => {
  github.inject({ on: 'pulls/get', status: 500 })
  await expect(github.end()).rejects.toThrow(/a fault that did not happen: .*pulls\/get/)
  github = await startGithubServer()
})
