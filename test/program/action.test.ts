import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bareWith } from '../kit/github-server/remote.ts'
import { type GithubServer, startGithubServer } from '../kit/github-server/server.ts'
import type { PullRequest } from '../kit/github-server/state/entities.ts'
import { root } from '../support/program.ts'
import { type TestRepository, temporaryFolder } from '../support/repository.ts'
import { withMachinePath } from '../support/samples.ts'

// The scripts of action.yml, run as GitHub would run them: with bash, and with inputs as variables.

let github: GithubServer
let pullRequest: PullRequest
let clone: TestRepository
let token: string

beforeEach(async () => {
  const remote = bareWith({ 'README.md': '# Test\n' })
  clone = remote.clone
  clone.git('switch', '-q', '-c', 'topic')
  clone.commit('Add paths', { 'path.rb': withMachinePath })
  clone.git('push', '-q', 'origin', 'topic')
  github = await startGithubServer({ git: remote.bare })
  pullRequest = github.openPullRequest({ number: 7, head: 'topic', author: 'maria' })
  // As in examples/github/review.yml, and for SARIF.
  const rights = { contents: 'read', pull_requests: 'write', checks: 'write', security_events: 'write' } as const
  token = github.addToken({ login: 'github-actions[bot]', access: rights })
})

afterEach(async () => {
  await github.end()
})

it('reviews and posts', async () => {
  const ended = await runAction({ command: 'review-and-post', sarif: 'true' })
  expect(ended.map(({ name, code }) => [name, code])).toEqual([
    ['Review', 0],
    ['Post', 0],
    ['Result', 1],
  ])
  expect(pullRequest.threads).toMatchObject([{ path: 'path.rb', line: 1 }])
  expect(pullRequest.comments[0]?.body).toContain('## Code review: Needs Attention')
  expect(github.repository.checkSuites.flatMap(({ runs }) => runs)).toMatchObject([{ conclusion: 'failure' }])
  expect(github.repository.sarifs).toHaveLength(1)
})

it('lets no line of a review be a command to the runner, unless it is an annotation', async () => {
  const [review] = await runAction({ command: 'review-and-post', fail: 'false' })
  expect(review?.stdout).toMatch(/^::stop-commands::([\da-f-]{36})\n[\s\S]+\n::\1::\n$/)
  const [annotated] = await runAction({ command: 'review', fail: 'false' })
  expect(annotated?.stdout).toMatch(/^::error /)
})

it('reviews in one job and posts in another, where there is no clone', async () => {
  const folder = join(temporaryFolder(), 'a folder')
  const review = await runAction({ command: 'review', fail: 'false', 'handoff-dir': folder })
  expect(review.map(({ name, code }) => [name, code])).toEqual([['Review', 0]])
  expect(github.log.filter(({ method, operation }) => method !== 'GET' && operation !== 'graphql')).toEqual([])
  expect(existsSync(join(clone.path, '.review-loop', 'handoff'))).toBe(false)
  const post = await runAction({ command: 'post', check: 'false', 'handoff-dir': folder }, temporaryFolder())
  expect(post.map(({ name, code }) => [name, code])).toEqual([['Post', 0]])
  expect(pullRequest.threads).toHaveLength(1)
  expect(github.repository.checkSuites).toEqual([])
})

it('says in the thread of what was mended that it is gone, edits the summary and passes the new head', async () => {
  await runAction({ command: 'review-and-post' })
  clone.commit('Mend', { 'path.rb': 'puts 1\n' })
  clone.git('push', '-q', 'origin', 'topic')
  const ended = await runAction({ command: 'review-and-post' })
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(pullRequest.threads.map(({ comments: [opening] }) => opening?.body)).toEqual([
    expect.stringContaining('_Not found any more at'),
  ])
  expect(pullRequest.comments).toMatchObject([{ body: expect.stringContaining('Code review: Approved') }])
  const runs = github.repository.checkSuites.flatMap((suite) => suite.runs)
  expect(runs.map(({ conclusion }) => conclusion)).toEqual(['failure', 'success'])
  // Nobody but built-in reviewers looked: neither place looks like more than that.
  const notice = 'no substitute for a reviewer that does'
  expect([pullRequest.comments[0]?.body, runs[1]?.summary]).toEqual(Array(2).fill(expect.stringContaining(notice)))
})

/** What a run for the pull request is told. */
function eventFile(): string {
  const file = join(temporaryFolder(), 'event.json')
  const tip = (ref: string) => ({ ref, sha: clone.git('rev-parse', ref).trim() })
  writeFileSync(file, JSON.stringify({ pull_request: { number: 7, base: tip('main'), head: tip('topic') } }))
  return file
}

interface Step {
  readonly name?: string
  readonly id?: string
  readonly if?: string
  readonly env?: Readonly<Record<string, string>>
  readonly run?: string
}

/** Runs each script whose condition holds, until one fails. The set-up is what the tests have built already. */
async function runAction(given: Readonly<Record<string, string>>, cwd = clone.path) {
  const { inputs, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  const defaults = Object.entries(Object(inputs)).map(([name, input]) => [name, String(Object(input).default)])
  const values = { ...Object.fromEntries(defaults), ...given, token }
  const temporary = temporaryFolder()
  const outputs: Record<string, string> = { 'place.folder': values['handoff-dir'] || join(temporary, 'review-loop') }
  const ended: { readonly name: string; readonly code: number; readonly stdout: string }[] = []
  for (const step of (runs.steps as Step[]).filter(({ run, id }) => run !== undefined && id !== 'place')) {
    if (!isMeant(step.if ?? '', values)) continue
    const file = join(temporary, `output-${ended.length}`)
    writeFileSync(file, '')
    const env = Object.entries(step.env ?? {}).map(([name, text]) => [name, resolved(text, values, outputs)])
    const own = {
      CI: 'true',
      GITHUB_ACTION_PATH: root,
      GITHUB_EVENT_PATH: eventFile(),
      RUNNER_TEMP: temporary,
      GITHUB_OUTPUT: file,
    }
    const { code, stdout } = await bash(step.run ?? '', cwd, {
      ...github.variables,
      ...own,
      ...Object.fromEntries(env),
    })
    for (const [, key, value] of readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm)) {
      outputs[`${step.id}.${key}`] = value ?? ''
    }
    ended.push({ name: step.name ?? '', code, stdout })
    if (code !== 0) break
  }
  return ended
}

/** The conditions are `inputs.x != 'y'`, joined by `&&`. */
function isMeant(condition: string, values: Readonly<Record<string, string>>): boolean {
  return [...condition.matchAll(/inputs\.([\w-]+) != '([^']*)'/g)].every(([, name = '', not]) => values[name] !== not)
}

function resolved(text: string, values: Readonly<Record<string, string>>, outputs: Readonly<Record<string, string>>) {
  return text
    .replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, name: string) => values[name] ?? '')
    .replace(/\$\{\{ steps\.(\w+)\.outputs\.(\w+) \}\}/, (_, id: string, key: string) => outputs[`${id}.${key}`] ?? '')
}

function bash(script: string, cwd: string, env: Readonly<Record<string, string>>) {
  const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script]
  return new Promise<{ readonly code: number; readonly stdout: string }>((resolve) => {
    const child = execFile('bash', shell, { cwd, env: { ...process.env, ...env } }, (_, stdout) =>
      resolve({ code: child.exitCode ?? -1, stdout }),
    )
  })
}
