import { afterEach, beforeEach, expect, it } from 'vitest'
import { openedRepository, type TestRepository, temporaryFolder } from '../support/repository.ts'
import { clientOf } from './github-server/client.ts'
import { bareWith } from './github-server/remote.ts'
import { type GithubServer, startGithubServer } from './github-server/server.ts'
import type { PullRequest } from './github-server/state/entities.ts'
import { commitsOfGit } from './github-server/state/git.ts'
import { addRepository } from './github-server/state/repositories.ts'

// A pull request of a real repository: what is pushed is what GitHub shows.

const start = { 'a.ts': numbered(1, 12), 'gone.ts': 'gone\n', 'old name.ts': numbered(50, 60) }
let bare: string
let clone: TestRepository
let github: GithubServer
let pullRequest: PullRequest

function numbered(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('')
}

beforeEach(async () => {
  const made = bareWith(start)
  bare = made.bare
  clone = made.clone
  clone.git('switch', '-q', '-c', 'topic')
  clone.git('mv', 'old name.ts', 'new name.ts')
  clone.commit('Change\n\nBecause.', {
    'a.ts': `first\n${numbered(1, 5)}changed 6\n${numbered(7, 12)}`,
    'gone.ts': null,
    'added.bin': new Uint8Array([0, 1, 2]),
  })
  clone.git('push', '-q', 'origin', 'topic')
  github = await startGithubServer({ git: bare })
  pullRequest = github.openPullRequest({ number: 7, head: 'topic', author: 'maria' })
})
afterEach(() => github.end())

const get = async (path: string) => (await clientOf(github).request(`GET /repos/octo/project${path}`)).data

function push(message: string, files: Parameters<TestRepository['commit']>[1]): string {
  const sha = clone.commit(message, files)
  clone.git('push', '-q', 'origin', 'topic')
  return sha
}

it('shows files with their patches, commits and the comparison', async () => {
  expect(await get('/pulls/7/files')).toMatchObject([
    {
      filename: 'a.ts',
      status: 'modified',
      additions: 2,
      deletions: 1,
      patch: expect.stringMatching(/^@@ -1,9 \+1,10 @@/),
    },
    { filename: 'added.bin', status: 'added', additions: 0 },
    { filename: 'gone.ts', status: 'removed', deletions: 1 },
    { filename: 'new name.ts', previous_filename: 'old name.ts', status: 'renamed', changes: 0 },
  ])
  const head = clone.git('rev-parse', 'HEAD').trim()
  expect(await get('/pulls/7/commits')).toMatchObject([{ sha: head, commit: { message: 'Change\n\nBecause.' } }])
  expect(await get('/pulls/7')).toMatchObject({ head: { sha: head }, commits: 1, changed_files: 4 })
  expect(await get('/compare/main...topic')).toMatchObject({ status: 'ahead', ahead_by: 1, behind_by: 0 })
  expect(clone.git('ls-remote', 'origin', 'refs/pull/7/head')).toContain(head)
})

it('moves the head with a push, and threads with their lines, or makes them outdated', async () => {
  const rabbit = github.as('coderabbitai[bot]', pullRequest)
  const before = pullRequest.head.sha
  rabbit.review({
    body: 'Three things.',
    comments: [
      { path: 'a.ts', line: 1, body: 'about first' },
      { path: 'a.ts', line: 7, body: 'about changed 6' },
      { path: 'a.ts', startLine: 4, line: 5, body: 'about line 3 and 4' },
      { path: 'gone.ts', side: 'LEFT', line: 1, body: 'about gone' },
    ],
  })
  const head = push('Fix', { 'a.ts': `zero\nfirst\n${numbered(1, 5)}six\n${numbered(7, 12)}` })
  expect(await get('/pulls/7')).toMatchObject({ head: { sha: head }, commits: 2 })
  expect(
    pullRequest.threads.map(({ line, startLine, originalLine, isOutdated }) => [
      line,
      startLine,
      originalLine,
      isOutdated,
    ]),
  ).toEqual([
    [2, null, 1, false],
    [null, null, 7, true],
    [6, 5, 5, false],
    [1, null, 1, false],
  ])
  expect(await get('/pulls/7/comments')).toMatchObject([
    { line: 2, commit_id: head, original_commit_id: before },
    { line: null, original_line: 7, commit_id: before, original_commit_id: before },
    { line: 6, start_line: 5 },
    { side: 'LEFT', line: 1 },
  ])
  expect(pullRequest.timeline).toEqual([])
})

it('notices a push with force', async () => {
  clone.git('commit', '-q', '--amend', '-m', 'Rewritten')
  clone.git('push', '-q', '--force', 'origin', 'topic')
  expect(await get('/issues/7/timeline')).toMatchObject([{ event: 'head_ref_force_pushed' }])
})

it('lets somebody else push, and sees the base move', async () => {
  const pushed = github.as('maria', pullRequest).push({ 'more.ts': 'more\n', 'new name.ts': null })
  expect(pullRequest).toMatchObject({ head: { sha: pushed }, round: 2 })
  expect((await get('/pulls/7/files')).map(({ filename }: { filename: string }) => filename)).toEqual([
    'a.ts',
    'added.bin',
    'gone.ts',
    'more.ts',
    'old name.ts',
  ])
  clone.git('switch', '-q', 'main')
  const base = clone.commit('Meanwhile', { 'other.ts': 'x\n' })
  clone.git('push', '-q', 'origin', 'main')
  expect(await get('/pulls/7')).toMatchObject({ base: { sha: base }, changed_files: 5 })
  expect(await get('/compare/main...topic')).toMatchObject({ status: 'diverged', ahead_by: 2, behind_by: 1 })
})

it('follows a pull request of a fork', async () => {
  const forked = temporaryFolder()
  clone.git('clone', '-q', '--bare', bare, forked)
  const from = addRepository(github.world, {
    owner: 'someone',
    name: 'project',
    isFork: true,
    commits: commitsOfGit(forked),
  })
  const other = github.openPullRequest({ number: 8, head: 'topic', from, author: 'someone' })
  clone.commit('In the fork', { 'fork.ts': 'x\n' })
  clone.git('push', '-q', forked, 'HEAD:topic')
  expect(await get('/pulls/8')).toMatchObject({ head: { label: 'someone:topic', repo: { fork: true } }, commits: 2 })
  expect(other.round).toBe(2)
  expect(pullRequest.round).toBe(1)
  expect(openedRepository(bare).git('rev-parse', 'refs/pull/8/head').trim()).toBe(other.head.sha)
})
