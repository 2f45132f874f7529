import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { githubVariables } from '../../config/environment.ts'
import { githubAccess } from './github-access.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const app = { REVIEW_LOOP_GITHUB_APP_ID: '12', REVIEW_LOOP_GITHUB_APP_KEY: key }
const enterprise = 'https://git.example/api/v3'

let folder: string
let path: string | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'review-loop-access-'))
  path = process.env.PATH
  process.env.PATH = folder
})
afterEach(() => {
  process.env.PATH = path
  rmSync(folder, { recursive: true })
})

/** GitHub's own program, as far as we ask it. */
function installGh(script: string): void {
  writeFileSync(join(folder, 'gh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

/** Logged in at one server, and telling what it was called with. */
const loggedIn = (server: string) =>
  `[ "$*" = "auth token --hostname ${server}" ] && echo "gh-token$GITHUB_TOKEN$GH_TOKEN" || { echo "no oauth token" >&2; exit 1; }`

async function access(variables: Readonly<Record<string, string>>, apiUrl?: string) {
  const wanted = { apiUrl, cwd: folder, signal: new AbortController().signal }
  const { environment, origin, problem } = await githubAccess(githubVariables(variables), wanted)
  return { token: environment.token, origin, problem, apiUrl: environment.apiUrl, graphqlUrl: environment.graphqlUrl }
}

const failure = (variables: Readonly<Record<string, string>>, apiUrl?: string) =>
  access(variables, apiUrl).then(
    () => expect.fail('it should have failed'),
    (error: Error) => error.message,
  )

describe('which token is used', () => {
  it.each([
    ['GITHUB_TOKEN first', { GITHUB_TOKEN: 'a', GH_TOKEN: 'b', ...app }, 'a', 'GITHUB_TOKEN'],
    ['then GH_TOKEN', { GITHUB_TOKEN: '', GH_TOKEN: 'b', ...app }, 'b', 'GH_TOKEN'],
    ['then that of gh, which is not told ours', app, 'gh-token', 'gh auth token --hostname github.com'],
  ])('%s', async (_, variables, token, origin) => {
    installGh(loggedIn('github.com'))
    expect(await access(variables)).toMatchObject({ token, origin, problem: null })
  })

  it.each([
    ['gh is not there', null],
    ['nobody is logged in', 'echo "You are not logged in" >&2; exit 1'],
    ['gh prints something else', 'echo two words'],
  ])('then a GitHub App, when %s', async (_, script) => {
    if (script !== null) installGh(script)
    expect(await access({ ...app, REVIEW_LOOP_GITHUB_INSTALLATION_ID: '34' })).toMatchObject({
      token: { id: '12', key, installation: 34 },
      origin: 'GitHub App 12, installation 34',
    })
  })

  it('reads the key of the app from a file', async () => {
    writeFileSync(join(folder, 'app.pem'), key)
    const variables = { REVIEW_LOOP_GITHUB_APP_ID: 'Iv23liAbc', REVIEW_LOOP_GITHUB_APP_KEY_FILE: 'app.pem' }
    expect(await access(variables)).toMatchObject({
      token: { id: 'Iv23liAbc', key, installation: null },
      origin: 'GitHub App Iv23liAbc, installation looked up for the repository',
    })
  })

  it('goes without the line break that came along from a file', async () => {
    expect(await access({ GITHUB_TOKEN: 'a\r\n' })).toMatchObject({ token: 'a', origin: 'GITHUB_TOKEN' })
  })

  it.each(['secret\nother', 'secret other', 'sécret'])(
    'refuses what cannot be sent, without showing it: %#',
    async (text) => {
      expect(await failure({ GITHUB_TOKEN: text })).toMatch(/^GITHUB_TOKEN is no token: (?!.*cret)/)
    },
  )

  it('is none without any, and that is no error', async () => {
    expect(await access({})).toMatchObject({
      token: null,
      origin: null,
      problem: expect.stringMatching(/no token for github\.com/),
    })
  })

  it.each([
    [{ REVIEW_LOOP_GITHUB_APP_ID: '12' }, /there is no key/],
    [{ REVIEW_LOOP_GITHUB_APP_KEY: key }, /APP_ID is not set/],
    [{ ...app, REVIEW_LOOP_GITHUB_APP_ID: 'a b' }, /no number and no client id/],
    [{ ...app, REVIEW_LOOP_GITHUB_APP_KEY_FILE: 'x' }, /are both set/],
    [{ ...app, REVIEW_LOOP_GITHUB_APP_KEY: 'nonsense' }, /REVIEW_LOOP_GITHUB_APP_KEY is no private RSA key/],
    [{ ...app, REVIEW_LOOP_GITHUB_INSTALLATION_ID: 'x' }, /INSTALLATION_ID is no number/],
    [{ REVIEW_LOOP_GITHUB_APP_ID: '12', REVIEW_LOOP_GITHUB_APP_KEY_FILE: 'missing.pem' }, /there is no such file/],
  ])('refuses an app that is there in part: %#', async (variables, expected) => {
    expect(await failure(variables)).toMatch(expected)
  })
})

describe('for another server', () => {
  it('uses a token that is set beside its address', async () => {
    expect(await access({ GITHUB_TOKEN: 'a', GITHUB_API_URL: enterprise })).toMatchObject({
      token: 'a',
      apiUrl: enterprise,
    })
    expect(await access({ GITHUB_TOKEN: 'a', GITHUB_API_URL: enterprise }, `${enterprise}/`)).toMatchObject({
      token: 'a',
      apiUrl: enterprise,
    })
  })

  it.each([
    ['a token', { GITHUB_TOKEN: 'a' }, /GITHUB_TOKEN is for github\.com/],
    ['a token of CI', { GH_TOKEN: 'a', GITHUB_API_URL: 'https://api.github.com' }, /GH_TOKEN is for github\.com/],
    ['an app', app, /REVIEW_LOOP_GITHUB_APP_ID is for github\.com/],
  ])('does not show it %s of GitHub, and says so', async (_, variables, problem) => {
    expect(await access(variables, enterprise)).toMatchObject({ token: null, problem: expect.stringMatching(problem) })
  })

  it('does not show GitHub a token of another server', async () => {
    const variables = { GITHUB_TOKEN: 'a', GITHUB_API_URL: enterprise }
    expect(await access(variables, 'https://api.github.com')).toMatchObject({ token: null })
  })

  it('asks gh for the token of that server', async () => {
    installGh(loggedIn('git.example'))
    expect(await access({ GITHUB_TOKEN: 'a' }, enterprise)).toMatchObject({
      token: 'gh-token',
      origin: 'gh auth token --hostname git.example',
    })
    expect(await access({})).toMatchObject({ token: null })
  })

  it('shows what is set to a server on this machine', async () => {
    const local = 'http://127.0.0.1:4321'
    expect(await access({ GITHUB_TOKEN: 'a' }, local)).toMatchObject({ token: 'a', apiUrl: local, graphqlUrl: null })
  })

  it('lets the flag say more than the environment, also about GraphQL', async () => {
    const variables = { GITHUB_API_URL: enterprise, GITHUB_GRAPHQL_URL: 'https://git.example/api/graphql' }
    expect(await access(variables)).toMatchObject({ apiUrl: enterprise, graphqlUrl: variables.GITHUB_GRAPHQL_URL })
    const other = 'https://other.example/api/v3'
    expect(await access(variables, other)).toMatchObject({ apiUrl: other, graphqlUrl: null })
  })

  it.each([
    [{}, 'http://git.example/api/v3', /https alone/],
    [{ GITHUB_API_URL: 'http://git.example/api/v3' }, undefined, /https alone/],
    [
      { GITHUB_GRAPHQL_URL: 'https://evil.example/graphql' },
      undefined,
      /another server than https:\/\/api\.github\.com/,
    ],
    [{}, 'https://anna:geheim@git.example/api/v3', /^https:\/\/…@git\.example\/api\/v3 is no address/],
    [{ GITHUB_API_URL: 'https://anna:ge/he@im@git.example' }, undefined, /^https:\/\/…@git\.example is no address/],
  ])('refuses an address that a token must not go to: %#', async (variables, apiUrl, expected) => {
    expect(await failure(variables, apiUrl)).toMatch(expected)
  })
})
