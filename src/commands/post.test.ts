import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSample, sha } from '../../test/kit/github-server/client.ts'
import { type GithubServer, startGithubServer } from '../../test/kit/github-server/server.ts'
import type { PullRequest } from '../../test/kit/github-server/state/entities.ts'
import { handoffFolderWith } from '../../test/support/handoff.ts'
import { readEnvironment } from '../config/environment.ts'
import { main } from './main.ts'

let github: GithubServer
let pullRequest: PullRequest
let app: string

beforeEach(async () => {
  github = await startGithubServer()
  pullRequest = openSample(github)
  app = github.addToken({ login: 'github-actions[bot]' })
})

afterEach(async () => {
  await github.end()
})

async function post(folder: string, args: readonly string[] = [], changes: Readonly<Record<string, string>> = {}) {
  const printed = { stdout: '', stderr: '' }
  const output = (name: keyof typeof printed) => ({
    write: (text: string) => {
      printed[name] += text
    },
    isTerminal: false,
    columns: 80,
  })
  const code = await main(['post', folder, ...args], {
    cwd: '/',
    environment: readEnvironment({ ...github.variables, GITHUB_TOKEN: app, ...changes }),
    stdout: output('stdout'),
    stderr: output('stderr'),
    readInput: async () => '',
    prompt: null,
    signal: new AbortController().signal,
    readerGone: new AbortController().signal,
    now: () => new Date(0),
    version: '0.0.0',
  })
  return { code, ...printed }
}

it('posts one review with a comment, a summary and a check', async () => {
  const folder = handoffFolderWith({ head: sha('b'), findings: [{}] })
  const ended = await post(folder, ['--pr', '7'])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(pullRequest.reviews).toMatchObject([{ state: 'COMMENTED', commit: sha('b') }])
  expect(pullRequest.threads).toMatchObject([{ path: 'src/a.ts', line: 2, side: 'RIGHT' }])
  expect(pullRequest.comments).toHaveLength(1)
})
