import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Octokit } from '@octokit/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GithubServer, startGithubServer } from '../../../test/kit/github-server/server.ts'
import type { App } from '../../../test/kit/github-server/state/apps.ts'
import { appTokens, isAppKey } from './app-tokens.ts'
import { openGithub } from './github.ts'

const { publicKey, privateKey: key } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  // As GitHub gives it out.
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})
const repository = { owner: 'octo', name: 'project' }
const sha = (digit: string) => digit.repeat(40)
const pullRequest = { number: 7, base: { ref: 'main', sha: sha('a') }, head: { ref: 'topic', sha: sha('b') } }

let server: GithubServer
let app: App

beforeEach(async () => {
  server = await startGithubServer()
  server.setPullRequests([pullRequest])
  app = server.addApp({ slug: 'our-app', publicKey, access: { pull_requests: 'write', contents: 'read' } })
})
afterEach(() => server.end())

const signal = () => new AbortController().signal

function open(changes: { readonly id?: string; readonly key?: string; readonly installation?: number | null } = {}) {
  const token = { id: String(app.id), key, installation: null, ...changes }
  return openGithub(repository, { token, repository: null, apiUrl: server.url, graphqlUrl: null }, signal())
}

const tokenRequests = () => server.requests.filter((request) => request.endsWith('/access_tokens')).length

describe('a client with the credentials of an app', () => {
  it('finds the installation of the repository, and asks with its token, which it keeps', async () => {
    const github = await open()
    expect(await github.readPullRequest(7)).toMatchObject({ value: { number: 7 } })
    expect(await github.readThreads(7)).toMatchObject({ value: { threads: [] } })
    expect(server.requests).toEqual([
      'GET /repos/octo/project/installation',
      `POST /app/installations/${app.installation}/access_tokens`,
      'GET /repos/octo/project/pulls/7',
      'POST /graphql',
    ])
  })

  it('asks for one token when many requests begin at once', async () => {
    const github = await open({ installation: app.installation })
    await Promise.all([github.readThreads(7), github.readPullRequest(7), github.readThreads(7)])
    expect(tokenRequests()).toBe(1)
  })

  it('takes a key with its line breaks written out', async () => {
    const github = await open({ key: key.replaceAll('\n', '\\n'), installation: app.installation })
    expect(await github.readPullRequest(7)).toMatchObject({ value: { number: 7 } })
  })

  it('outlives its token: one that ended is renewed, for reads and for writes, once for all who were refused', async () => {
    const github = await open({ installation: app.installation })
    await github.readPullRequest(7)
    server.advance(3700)
    const read = await Promise.all([github.readThreads(7), github.readPullRequest(7)])
    expect(read.every((answer) => 'value' in answer)).toBe(true)
    expect(tokenRequests()).toBe(2)
    server.advance(3700)
    const id = server.repository.pullRequests.find(({ number }) => number === 7)?.nodeId ?? ''
    const mark = '<!-- mark -->'
    expect(await github.comment({ id, number: 7 }, { body: `Hm.\n${mark}`, mark })).toMatchObject({
      value: { url: expect.any(String) },
    })
    expect(tokenRequests()).toBe(3)
  })

  it('renews once, and not for ever', async () => {
    const github = await open({ installation: app.installation })
    server.inject({ on: 'pulls/get', status: 401, times: 2, body: { message: 'Bad credentials' } })
    expect(await github.readPullRequest(7)).toEqual({
      problem: expect.stringContaining('does not accept the token'),
      isRefused: true,
    })
    expect(tokenRequests()).toBe(2)
  })

  it.each([
    ['another id', { id: '12345' }, [], /^The signature of the GitHub App 12345 is not accepted \(401\)/],
    [
      'a repository it is not installed for',
      {},
      [{ on: 'apps/get-repo-installation', status: 404 }],
      /^The GitHub App \d+ is not installed for octo\/project\.$/,
    ],
    ['no such installation', { installation: 99 }, [], /^The GitHub App \d+ has no installation 99\.$/],
    [
      'an answer that is none',
      {},
      [{ on: 'apps/create-installation-access-token', status: 201, body: { token: '' } }],
      /answered something unexpected \(token/,
    ],
  ])('says in one sentence what is wrong with %s, and never the key', async (_, changes, faults, expected) => {
    server.inject(...faults)
    const github = await open(changes)
    const [rest, graphql] = [await github.readPullRequest(7), faults.length > 0 ? null : await github.readThreads(7)]
    expect(rest).toMatchObject({ problem: expect.stringMatching(expected) })
    if (graphql !== null) expect(graphql).toMatchObject({ problem: expect.stringMatching(expected) })
    expect(JSON.stringify(rest)).not.toContain('PRIVATE KEY')
  })

  it('asks again after a bad gateway', async () => {
    server.inject({ on: 'apps/create-installation-access-token', status: 502 })
    const github = await open({ installation: app.installation })
    expect(await github.readPullRequest(7)).toMatchObject({ value: { number: 7 } })
  })
})

it('renews a token shortly before its end, by the clock of the server', async () => {
  let now = Date.parse('2001-01-01T00:00:00Z')
  const octokit = new Octokit({ baseUrl: server.url })
  const tokens = appTokens({ id: String(app.id), key, installation: app.installation }, repository, octokit, () => now)
  const first = await tokens.current()
  now += 54 * 60_000
  expect(await tokens.current()).toBe(first)
  now += 2 * 60_000
  const second = await tokens.current()
  expect(second).not.toBe(first)
  expect(await tokens.renewed(first)).toBe(second)
})

it('does not follow a redirection to another host with the token', async () => {
  const seen: (string | undefined)[] = []
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not Found"}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
  server.inject({ status: 302, headers: { location: elsewhere }, body: {} })
  const environment = { token: server.token, repository: null, apiUrl: server.url, graphqlUrl: null }
  await (await openGithub(repository, environment, signal())).readPullRequest(7)
  await new Promise((resolve) => other.close(resolve))
  expect(seen).toEqual([undefined])
})

it.each([
  ['as GitHub gives it out', key, true],
  ['with line breaks written out', key.replaceAll('\n', '\\n'), true],
  ['a public one', publicKey, false],
  ['cut off', key.slice(0, 200), false],
  [
    'of another kind',
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    false,
  ],
])('knows a private key: %s', (_, text, expected) => {
  expect(isAppKey(text)).toBe(expected)
})
