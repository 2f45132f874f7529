import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeKey } from '../../src/core/handoff/code-key.ts'
import { findingMarker } from '../../src/core/handoff/marker.ts'
import { bareWith } from '../kit/github-server/remote.ts'
import type { FakePullRequest, FakeThread } from '../kit/github-server/seed.ts'
import { type GithubServer, startGithubServer } from '../kit/github-server/server.ts'
import { expectUntouched, expectValid, placesOf } from '../support/expectations.ts'
import { reviewJson, reviewLoop } from '../support/program.ts'
import { createRepository, openedRepository, type TestRepository, temporaryFolder } from '../support/repository.ts'
import { clean, withDebugger, withMachinePath } from '../support/samples.ts'

// `review --github` as CI runs it, on real repositories and a test double of GitHub.

interface PullRequestFolder extends TestRepository {
  readonly base: string
  readonly head: string
  /** What pull_request events check out. */
  readonly merge: string
}

/** A pull request of `topic` into `main`, with both branches ahead of where they parted; its merge is checked out. */
function pullRequestRepository(base: Record<string, string> = {}): PullRequestFolder {
  const repository = createRepository({ 'README.md': '# Test\n', ...base })
  const head = repository.commit('Add paths', { 'path.rb': withMachinePath, 'clean.rb': 'puts 1\n' })
  repository.git('switch', '-q', 'main')
  const newBase = repository.commit('Meanwhile', { 'meanwhile.rb': withMachinePath })
  repository.git('switch', '-q', '--detach', 'main')
  repository.git('merge', '-q', '--no-ff', '-m', 'Merge', 'topic')
  const merge = repository.git('rev-parse', 'HEAD').trim()
  return { ...repository, base: newBase, head, merge }
}

const payloadOf = ({ base, head }: { readonly base: string; readonly head: string }) => ({
  pull_request: {
    number: 7,
    title: 'Fix the paths',
    body: 'They were wrong.',
    base: { ref: 'main', sha: base },
    head: { ref: 'topic', sha: head },
  },
})

function eventFile(payload: unknown): string {
  const file = join(temporaryFolder(), 'event.json')
  writeFileSync(file, JSON.stringify(payload))
  return file
}

function handoff(folder: string, handoffDir = join(folder, '.review-loop', 'handoff')) {
  const read = (name: string) => readFileSync(join(handoffDir, name), 'utf8')
  const findings = JSON.parse(read('code-review-findings.json'))
  const threads = JSON.parse(read('code-review-threads.json'))
  expectValid('findings', findings)
  expectValid('threads', threads)
  expect(readdirSync(handoffDir).sort()).toEqual([
    'code-review-findings.json',
    'code-review-summary.md',
    'code-review-threads.json',
  ])
  return { findings, threads, summary: read('code-review-summary.md') }
}

const inPath = 'hygiene/machine-path path.rb:1'

describe('with a pull request that the CI run names', () => {
  let server: GithubServer

  beforeAll(async () => {
    server = await startGithubServer()
  })
  afterAll(async () => {
    await server.close()
    expect(server.violations).toEqual([])
    expect(server.requests.filter((request) => request !== 'POST /graphql')).toEqual([])
  })

  it('reviews base to head, not the merge and not what lies about, and hands over findings, threads and summary', async () => {
    const repository = pullRequestRepository()
    repository.write({ 'uncommitted.rb': withMachinePath, 'path.rb': clean })
    const known = await reviewJson(repository.path, ['main...topic'])
    const id = known.result.findings[0]?.id ?? expect.fail('nothing was found')
    server.setPullRequests([fake(repository, [thread('open', id), gone, thread('silent', 'F-0123456780')])])
    const { code, result } = await reviewJson(repository.path, ['--github'], {
      ...server.variables,
      GITHUB_EVENT_PATH: eventFile(payloadOf(repository)),
    })
    expect(code).toBe(1)
    expect(placesOf(result)).toEqual([inPath])
    expect(result.scope).toMatchObject({ kind: 'pr', base: 'main', head: 'topic', files: 2 })
    const { findings, threads, summary } = handoff(repository.path)
    expect(findings).toMatchObject({
      schema_version: 1,
      pr_number: 7,
      head_sha: repository.head,
      verdict: 'needs_attention',
    })
    expect(findings.findings).toMatchObject([
      {
        id,
        file: 'path.rb',
        line: 1,
        inline: true,
        severity: 'HIGH',
        priority: 1,
        issue: expect.stringMatching(/^\[P1\] /),
      },
    ])
    expect(threads).toEqual({ schema_version: 1, pr_number: 7, outdated_thread_ids: ['gone'] })
    expect(summary).toMatch(/^## Code review: Needs Attention\n\n1 finding \(1 P1\), of which 1 blocks\./)
    expect(summary).toContain('- **HIGH** `path.rb:1` ')
    expect(summary).toContain('and still open:**\n- `path.rb:1`: the code is as it was.\n')
    expect(result.notices.join()).not.toMatch(/thread|pull request/)
  })

  it('takes what the change is for from it', async () => {
    const repository = pullRequestRepository()
    const env = { GITHUB_EVENT_PATH: eventFile(payloadOf(repository)) }
    const { result } = await reviewJson(repository.path, ['--github'], env)
    const file = join(repository.path, result.reviewDir ?? '', 'intent_context.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      source: 'pr',
      title: 'Fix the paths',
      body: 'They were wrong.',
      commits: ['Add paths'],
    })
  })

  it('prints what --format says, and writes the files where --handoff-dir says', async () => {
    const repository = pullRequestRepository()
    const env = { GITHUB_EVENT_PATH: eventFile(payloadOf(repository)) }
    const args = ['review', '--github', '--handoff-dir', 'out/review', '--format', 'sarif', '--cwd', repository.path]
    const { stdout } = await reviewLoop(temporaryFolder(), args, { env })
    expectValid('sarif', JSON.parse(stdout))
    expect(handoff(repository.path, join(repository.path, 'out', 'review')).findings.pr_number).toBe(7)
    expect(existsSync(join(repository.path, '.review-loop', 'handoff'))).toBe(false)
  })

  it('marks no thread as outdated in a sweep, or when the head has moved on', async () => {
    const repository = pullRequestRepository()
    const env = { ...server.variables, GITHUB_EVENT_PATH: eventFile(payloadOf(repository)) }
    server.setPullRequests([fake(repository, [thread('gone', 'F-0123456789')])])
    const swept = await reviewJson(repository.path, ['--github', '--hygiene-only'], env)
    const first = handoff(repository.path)
    expect(first.threads).toMatchObject({ pr_number: 7, outdated_thread_ids: [] })
    expect(first.findings.findings).toHaveLength(1)
    expect(first.summary).toContain('Only the quick sweep ran')
    expect(swept.code).toBe(1)
    server.setPullRequests([fake({ ...repository, head: 'c'.repeat(40) }, [thread('gone', 'F-0123456789')])])
    const { result } = await reviewJson(repository.path, ['--github'], env)
    expect(handoff(repository.path).threads.outdated_thread_ids).toEqual([])
    expect(result.notices).toContainEqual(expect.stringMatching(/threads were not read.*has moved on/))
  })

  it('ends a thread where the code that its mark tells of is another, and not for a change elsewhere in the file', async () => {
    const code = Array.from({ length: 40 }, (_, index) => `puts ${index}\n`)
    const repository = pullRequestRepository()
    repository.git('switch', '-q', 'topic')
    const head = repository.commit('Count', { 'clean.rb': code.join('').replace('puts 30', 'puts 31') })
    const about = (id: string, line: number): FakeThread => {
      const body = `${findingMarker('F-0123456789')}\n<!-- review-loop code ${codeKey(code.join(''), line, line)} -->\nHm.`
      return { id, path: 'clean.rb', line, comments: [byBot('github-actions', body)] }
    }
    server.setPullRequests([fake({ ...repository, head }, [about('far', 5), about('near', 33)])])
    const env = { ...server.variables, GITHUB_EVENT_PATH: eventFile(payloadOf({ ...repository, head })) }
    await reviewJson(repository.path, ['--github'], env)
    const { threads, summary } = handoff(repository.path)
    expect(threads.outdated_thread_ids).toEqual(['near'])
    expect(summary).toContain('- `clean.rb:5`: the code is as it was.')
  })

  it('says first that the review is incomplete, and then ends no thread', async () => {
    const repository = pullRequestRepository()
    const empty = payloadOf({ base: repository.head, head: repository.head })
    server.setPullRequests([fake(repository, [thread('gone', 'F-0123456789')])])
    const env = { ...server.variables, GITHUB_EVENT_PATH: eventFile(empty) }
    const { code } = await reviewJson(repository.path, ['--github'], env)
    const { findings, threads, summary } = handoff(repository.path)
    expect(code).toBe(3)
    expect(findings).toMatchObject({ verdict: 'inconclusive', findings: [] })
    expect(threads.outdated_thread_ids).toEqual([])
    expect(summary).toMatch(/^## Code review: Review Incomplete\n\n\*\*This review is incomplete/)
  })

  it('takes configuration and waivers from the base, although CI is not set', async () => {
    const house = '.review-loop/config.yaml'
    const repository = pullRequestRepository({ [house]: 'github: { bots: [house-bot] }\n' })
    repository.git('switch', '-q', 'topic')
    const head = repository.commit('Configure', {
      [house]: 'ignore: ["*.rb"]\n',
      '.review-loop/waivers.yaml': 'waivers: [{ rule: "*", path: "**", reason: Because I say so }]\n',
    })
    const changed = { ...repository, head }
    const old: FakeThread = { ...gone, id: 'old', path: 'clean.rb', comments: [byBot('house-bot', 'Hm.')] }
    const others: FakeThread = { ...old, id: 'others', comments: [byBot('other-bot', 'Hm.')] }
    server.setPullRequests([fake(changed, [old, others])])
    const env = { ...server.variables, GITHUB_EVENT_PATH: eventFile(payloadOf(changed)) }
    const { code, result } = await reviewJson(repository.path, ['--github'], env)
    expect(code).toBe(1)
    expect(placesOf(result)).toContain(inPath)
    expect(handoff(repository.path).threads.outdated_thread_ids).toEqual(['old'])
  })

  it.each([
    ['a broken answer', { status: 200, body: { data: null } }, /threads were not read.*answered something unexpected/],
    ['a refusal', { status: 403, body: { message: 'Resource not accessible' } }, /refused \(403\)/],
  ])('still writes the files after %s of GitHub, and says so', async (_, fault, notice) => {
    const repository = pullRequestRepository()
    const env = { ...server.variables, GITHUB_EVENT_PATH: eventFile(payloadOf(repository)) }
    server.inject(fault)
    const { code, result } = await reviewJson(repository.path, ['--github'], env)
    expect(code).toBe(1)
    expect(result.notices).toContainEqual(expect.stringMatching(notice))
    expect(handoff(repository.path)).toMatchObject({ findings: { pr_number: 7 }, threads: { outdated_thread_ids: [] } })
  })
})

describe.concurrent('without the payload of the event', () => {
  const mergeRef = ({ merge }: PullRequestFolder) => ({ GITHUB_REF: 'refs/pull/7/merge', GITHUB_SHA: merge })
  const branches = { GITHUB_BASE_REF: 'main', GITHUB_HEAD_REF: 'topic' }

  it('knows base and head from the merge commit that is checked out', async () => {
    const repository = pullRequestRepository()
    const env = { ...mergeRef(repository), ...branches }
    const { result } = await reviewJson(repository.path, ['--github', '--hygiene-only'], env)
    expect(placesOf(result)).toEqual([inPath])
    expect(result.scope).toMatchObject({ kind: 'pr', base: 'main', head: 'topic' })
    expect(handoff(repository.path).findings).toMatchObject({ pr_number: 7, head_sha: repository.head })
  })

  it('knows them from the branches of the remote when something else is checked out', async () => {
    const repository = pullRequestRepository()
    const clone = cloneOf(repository)
    clone.git('switch', '-q', '--detach', 'origin/topic')
    const { result } = await reviewJson(clone.path, ['--github'], { ...mergeRef(repository), ...branches })
    expect(placesOf(result)).toEqual([inPath])
    expect(handoff(clone.path).findings).toMatchObject({ pr_number: 7, head_sha: repository.head })
    expect(result.notices).toContainEqual(expect.stringMatching(/threads were not read.*no token/))
  })

  it('goes on with the other signs when the payload cannot be read', async () => {
    const repository = pullRequestRepository()
    const env = {
      ...mergeRef(repository),
      ...branches,
      GITHUB_EVENT_PATH: eventFile({ pull_request: { number: 'x' } }),
    }
    const { result } = await reviewJson(repository.path, ['--github'], env)
    expect(result.notices).toContainEqual(expect.stringMatching(/^GITHUB_EVENT_PATH cannot be used: pull_request\./))
    expect(handoff(repository.path).findings.pr_number).toBe(7)
  })

  it('asks GitHub when a comment started the run, and stops when that fails', async () => {
    const server = await startGithubServer()
    const repository = pullRequestRepository()
    const env = { ...server.variables, GITHUB_EVENT_PATH: eventFile({ issue: { number: 7, pull_request: {} } }) }
    const unknown = await reviewLoop(repository.path, ['review', '--github'], { env })
    expectUntouched(unknown, repository.path, /where pull request #7 begins and ends: .*\(404\)\./)
    server.setPullRequests([fake(repository)])
    const { result } = await reviewJson(repository.path, ['--github'], env)
    expect(placesOf(result)).toEqual([inPath])
    await server.close()
    expect(server.violations).toEqual([])
  })
})

describe.concurrent('at home or after a push', () => {
  it('finds the pull request of the branch by the remote, and reviews what was pushed', async () => {
    const server = await startGithubServer()
    const repository = pullRequestRepository()
    repository.git('switch', '-q', 'topic')
    repository.git('remote', 'add', 'origin', 'git@github.com:octo/project.git')
    repository.commit('Not pushed', { 'later.rb': withMachinePath })
    server.setPullRequests([fake(repository), { ...fake(repository), number: 5 }])
    const { GITHUB_REPOSITORY: _, ...env } = server.variables
    const { result } = await reviewJson(repository.path, ['--github'], env)
    expect(placesOf(result)).toEqual([inPath])
    expect(handoff(repository.path).findings).toMatchObject({ pr_number: 7, head_sha: repository.head })
    expect(result.notices).toContainEqual('Reviewing pull request #7; #5 also open.')
    expect(result.notices).toContainEqual(expect.stringMatching(/checked out is not the head of pull request #7/))
    await server.close()
    expect(server.violations).toEqual([])
  })

  it('asks the Enterprise Server that --api-url names, with the login of gh, which says nothing of its own', async () => {
    const server = await startGithubServer({ enterprise: '3.19' })
    const repository = pullRequestRepository()
    repository.git('switch', '-q', 'topic')
    repository.git('remote', 'add', 'origin', 'https://git.example/octo/project.git')
    server.setPullRequests([fake(repository, [gone])])
    const bin = temporaryFolder()
    const script = `#!/bin/sh\necho "a new release is available" >&2\n[ "$4" = 127.0.0.1 ] && echo '${server.token}'\n`
    writeFileSync(join(bin, 'gh'), script, { mode: 0o755 })
    const env = { PATH: `${bin}:${process.env.PATH}` }
    const { result, stderr } = await reviewJson(repository.path, ['--github', '--api-url', server.url], env)
    expect(handoff(repository.path).threads).toMatchObject({ pr_number: 7, outdated_thread_ids: ['gone'] })
    expect(JSON.stringify(result) + stderr).not.toMatch(/new release|test-token/)
    await server.end()
  })

  it.each([
    [['--api-url', 'http://git.example/api/v3', '--github'], /https alone/],
    [['--api-url', 'https://git.example', '--github'], /where the pages are/],
    [['--api-url', 'https://git.example/api/v3'], /--api-url has no effect without --github/],
  ])('refuses %j before anything is written', async (args, expected) => {
    const repository = pullRequestRepository()
    expectUntouched(await reviewLoop(repository.path, ['review', ...args]), repository.path, expected)
  })

  it('finds the one of a fork by its commit', async () => {
    const server = await startGithubServer()
    const repository = pullRequestRepository()
    repository.git('switch', '-q', '--detach', 'topic')
    const forked = fake(repository)
    server.setPullRequests([{ ...forked, head: { ...forked.head, owner: 'someone' } }])
    await reviewJson(repository.path, ['--github'], server.variables)
    expect(handoff(repository.path).findings).toMatchObject({ pr_number: 7, head_sha: repository.head })
    await server.close()
    expect(server.violations).toEqual([])
  })

  it.each<[string, (server: GithubServer) => Record<string, string>, RegExp]>([
    ['no pull request is open', ({ variables }) => variables, /^No pull request: none is open for topic\./],
    ['there is no token', () => ({}), /^No pull request: .*no token/],
    ['the token is wrong', ({ variables }) => ({ ...variables, GITHUB_TOKEN: 'wrong' }), /does not accept the token/],
    [
      'GitHub is down',
      ({ variables }) => ({ ...variables, GITHUB_API_URL: 'http://127.0.0.1:1' }),
      /^No pull request: http:\/\/127\.0\.0\.1:1 cannot be reached/,
    ],
  ])('reviews the committed part of the branch when %s', async (_, variables, notice) => {
    const server = await startGithubServer()
    const repository = createRepository()
    const head = repository.commit('Add', { 'path.rb': withMachinePath })
    repository.write({ 'uncommitted.rb': withMachinePath })
    const { code, result } = await reviewJson(repository.path, ['--github'], variables(server))
    expect(code).toBe(1)
    expect(placesOf(result)).toEqual([inPath])
    expect(result.notices).toContainEqual(expect.stringMatching(notice))
    const { findings, threads } = handoff(repository.path)
    expect(findings).toMatchObject({ pr_number: null, head_sha: head, findings: [{ file: 'path.rb' }] })
    expect(threads).toEqual({ schema_version: 1, pr_number: null, outdated_thread_ids: [] })
    await server.close()
    expect(server.violations).toEqual([])
  })

  it('writes the files anew when nothing is new since the last review', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'debug.rb': withDebugger })
    const run = () => reviewJson(repository.path, ['--github'])
    await run()
    const before = handoff(repository.path)
    repository.write({ '.review-loop/handoff/code-review-findings.json': 'stale' })
    await run()
    expect(handoff(repository.path)).toEqual(before)
  })
})

describe.concurrent('refuses', () => {
  it.each([
    [
      '--since-last-review',
      ['--github', '--since-last-review'],
      /--since-last-review cannot be combined with --github/,
    ],
    ['the index', ['--github', 'staged'], /--github reviews the pull request as a whole/],
    ['paths', ['--github', 'README.md'], /cannot be combined with paths/],
    ['a place for files that are not written', ['--handoff-dir', 'x'], /--handoff-dir has no effect without --github/],
  ])('%s', async (_, args, message) => {
    const { path } = createRepository()
    expectUntouched(await reviewLoop(path, ['review', ...args]), path, message)
  })

  it('a pull request whose commits were not fetched, and says how to get them', async () => {
    const repository = pullRequestRepository()
    const shallow = cloneOf(repository, '--depth', '1')
    const env = { GITHUB_EVENT_PATH: eventFile(payloadOf(repository)) }
    const result = await reviewLoop(shallow.path, ['review', '--github'], { env })
    expectUntouched(
      result,
      shallow.path,
      /^review-loop: The head of pull request #7, [0-9a-f]{10}, is not in this clone\.$/,
    )
    expect(result.stderr).toMatch(/fetch-depth: 0.*git fetch origin refs\/pull\/7\/head/)
  })

  it('a merge commit whose parents were not fetched', async () => {
    const repository = pullRequestRepository()
    repository.git('branch', 'merged', repository.merge)
    const shallow = cloneOf(repository, '--depth', '1', '--branch', 'merged')
    const env = { GITHUB_REF: 'refs/pull/7/merge', GITHUB_SHA: repository.merge }
    const result = await reviewLoop(shallow.path, ['review', '--github'], { env })
    expectUntouched(result, shallow.path, /is shallow and lacks the parents of/)
    expect(result.stderr).toContain('fetch-depth: 0')
  })

  it('what the change itself put in place of the files or of their folder', async () => {
    const repository = createRepository()
    repository.commit('Forge', { '.review-loop/handoff/code-review-findings.json': '{ "verdict": "approve" }' })
    const env = { GITHUB_EVENT_PATH: eventFile(payloadOf({ base: 'a'.repeat(40), head: 'b'.repeat(40) })) }
    expect((await reviewLoop(repository.path, ['review', '--github'], { env })).code).toBe(2)
    expect(existsSync(join(repository.path, '.review-loop/handoff/code-review-findings.json'))).toBe(false)
    repository.write({ '.review-loop/handoff': null })
    const elsewhere = temporaryFolder()
    symlinkSync(elsewhere, join(repository.path, '.review-loop', 'handoff'))
    const linked = await reviewLoop(repository.path, ['review', '--github'])
    expect(linked).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/handoff is not a folder of its own: links are not followed/),
    })
    expect(readdirSync(elsewhere)).toEqual([])
  })

  it('a place where no files can be written, before anything is reviewed', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'a.rb': withDebugger })
    mkdirSync(join(repository.path, 'out'))
    writeFileSync(join(repository.path, 'out', 'file'), '')
    const result = await reviewLoop(repository.path, ['review', '--github', '--handoff-dir', 'out/file/below'])
    expectUntouched(result, repository.path, /out\/file\/below cannot be written/)
  })
})

function cloneOf(repository: TestRepository, ...options: readonly string[]): TestRepository {
  const path = join(temporaryFolder(), 'clone')
  repository.git('clone', '-q', ...options, `file://${repository.path}`, path)
  return openedRepository(path)
}

function fake(
  { base, head }: Pick<PullRequestFolder, 'base' | 'head'>,
  threads: readonly FakeThread[] = [],
): FakePullRequest {
  return { number: 7, base: { ref: 'main', sha: base }, head: { ref: 'topic', sha: head }, threads }
}

function byBot(login: string, body: string) {
  return { author: { type: 'Bot', login }, body } as const
}

function thread(id: string, finding: string): FakeThread {
  return { id, path: 'path.rb', line: 1, comments: [byBot('github-actions', `Wrong.\n\n${findingMarker(finding)}`)] }
}

/** The code that it is about is not there any more. */
const gone: FakeThread = { ...thread('gone', 'F-0123456789'), line: null }

describe('review NUMBER', () => {
  it('reviews a pull request whose commits are not here, and leaves everything as it is', async () => {
    const { bare, clone } = bareWith({ 'README.md': '# Test\n' })
    const elsewhere = openedRepository(join(temporaryFolder(), 'elsewhere'))
    clone.git('clone', '-q', `file://${bare}`, elsewhere.path)
    elsewhere.git('switch', '-qc', 'topic')
    const head = elsewhere.commit('Add a path', {
      'path.rb': withMachinePath,
      '.review-loop/config.yaml': 'ignore: ["**"]\n',
    })
    elsewhere.git('push', '-q', 'origin', 'topic', `${head}:refs/pull/7/head`)
    const github = await startGithubServer({ git: bare })
    github.openPullRequest({ number: 7, head: 'topic' })
    const before = clone.git('for-each-ref')
    const { result, stderr } = await reviewJson(clone.path, ['#7', '--hygiene-only'], { ...github.variables })
    expect(placesOf(result), stderr).toContain('hygiene/machine-path path.rb:1')
    expect(result.scope).toMatchObject({ kind: 'pr', base: 'main', head: 'topic' })
    expect(clone.git('for-each-ref')).toBe(before)
    expect(
      clone
        .git('status', '--porcelain', '--ignored')
        .split('\n')
        .filter((line) => !line.includes('.review-loop')),
    ).toEqual([''])
    expect(existsSync(join(clone.path, '.review-loop', 'handoff'))).toBe(false)
    await github.end()
  })
  it.each<[string, readonly string[], RegExp]>([
    ['the remote does not answer', ['set-url', 'origin', '/nonexistent'], /cannot be fetched: .*nonexistent/],
    ['there is no remote', ['remove', 'origin'], /cannot be fetched: there is no remote for it\./],
  ])('says why its commits are not here when %s', async (_, change, expected) => {
    const { bare, clone } = bareWith({ 'README.md': '# Test\n' })
    const elsewhere = openedRepository(join(temporaryFolder(), 'elsewhere'))
    clone.git('clone', '-q', `file://${bare}`, elsewhere.path)
    elsewhere.git('switch', '-qc', 'topic')
    elsewhere.commit('Add', { 'a.rb': clean })
    elsewhere.git('push', '-q', 'origin', 'topic')
    const github = await startGithubServer({ git: bare })
    github.openPullRequest({ number: 7, head: 'topic' })
    clone.git('remote', ...change)
    const ended = await reviewLoop(clone.path, ['review', '7'], { env: { ...github.variables } })
    expectUntouched(ended, clone.path, expected)
    await github.end()
  })
})
