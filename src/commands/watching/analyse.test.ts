import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSample, sha } from '../../../test/kit/github-server/client.ts'
import { type GithubServer, startGithubServer } from '../../../test/kit/github-server/server.ts'
import type { PullRequest } from '../../../test/kit/github-server/state/entities.ts'
import { written } from '../../../test/kit/github-server/state/repositories.ts'
import type { NewThread } from '../../../test/kit/github-server/state/reviews.ts'
import { watcherOf } from '../../../test/support/watcher.ts'
import type { WatchSession } from '../../core/loop/outside-session.ts'
import { type WatchEnd, watchExitCode } from '../../core/watch/watch-report.ts'
import type { ExitCode } from '../../errors.ts'
import { analyse } from './analyse.ts'

// Every end of a watch that only looks, with what is said and the exit code. The time is that of the test double.

let github: GithubServer
let pullRequest: PullRequest

beforeEach(async () => {
  github = await startGithubServer({ collaborators: { maria: 'write' } })
  pullRequest = openSample(github)
})

afterEach(() => github.end())

interface Story {
  readonly session?: Partial<WatchSession>
  /** Before the first look, and in each pause. */
  readonly before?: () => void
  readonly meanwhile?: (pauses: number) => void
  readonly maxTimeMs?: number
}

const says = (body: string, ...comments: readonly NewThread[]) =>
  void github.as('coderabbitai[bot]', pullRequest).review({ body, comments })
const isQuiet = () => says('**Actionable comments posted: 0**')
const grave = '_⚠️ Potential issue_ | _🔴 Critical_\n\n**It crashes.**\n\nA bug.'
const finds = () => says('**Actionable comments posted: 1**', { path: 'src/a.ts', line: 2, body: grave })
const ends = (state: 'MERGED' | 'CLOSED') => () => github.as('maria', pullRequest).end(state)
const reacts = (content: 'eyes' | '+1') =>
  github.as('chatgpt-codex-connector[bot]', pullRequest).react(pullRequest, content)
const codex = { waitFor: ['codex'] }
const both = { waitFor: ['coderabbit', 'sourcery'] }

it.each<[WatchEnd, ExitCode, string, Story]>([
  ['success', 0, 'All reviews passed: no critical issues or actionable items.', { before: isQuiet }],
  [
    'partial_success',
    0,
    'The reviews that came passed: no critical issues or actionable items. 1 of 2 reviews came. Sourcery: silent.',
    { session: { ...both, quorum: 1 }, before: isQuiet },
  ],
  [
    'success',
    0,
    'All reviews passed: no critical issues or actionable items.',
    { session: codex, before: () => reacts('eyes'), meanwhile: (pauses) => pauses === 1 && reacts('+1') },
  ],
  // Since when the head is there is not known: it may be of the one before.
  [
    'timeout',
    3,
    'Timeout: 0 of 1 reviews came. Codex: stale: it spoke about another commit only.',
    { session: codex, before: () => reacts('+1') },
  ],
  ['issues_found', 1, 'Found 1 item to address.', { meanwhile: (pauses) => pauses === 1 && finds() }],
  [
    'issues_found',
    1,
    'Found 1 item to address. 1 of 2 reviews came. Sourcery: silent.',
    { session: both, meanwhile: (pauses) => pauses === 1 && finds() },
  ],
  [
    'workflow_failure',
    3,
    expect.stringMatching(
      /^No more reviews will come: 0 of 1 reviews came. CodeRabbit: rate limited until .* UTC \(Rate limit exceeded\)\.$/,
    ),
    { before: () => says('> [!WARNING]\n> ## Rate limit exceeded\n>\n> Please wait **40 minutes**.') },
  ],
  [
    'not_understood',
    3,
    expect.stringMatching(
      /^Read what was not understood, .*: 0 of 1 reviews came. CodeRabbit: not understood: https:\S+\.$/,
    ),
    { before: () => says('Guten Morgen, alles in Ordnung?') },
  ],
  [
    'success',
    0,
    'All reviews passed: no critical issues or actionable items.',
    {
      before: () => {
        says('Guten Morgen, alles in Ordnung?')
        github.as('octocat', pullRequest).react(pullRequest.reviews[0]!, '+1')
      },
    },
  ],
  [
    'timeout',
    3,
    'Timeout: 0 of 1 reviews came. CodeRabbit: silent.',
    { session: { mostLooks: 2, attempts: 2 }, meanwhile: (pauses) => pauses === 2 && isQuiet() },
  ],
  [
    'issues_found',
    1,
    'Found 1 item to address.',
    {
      before: () => {
        isQuiet()
        github.as('maria', pullRequest).comment('Please hold on with this')
      },
    },
  ],
  [
    'success',
    0,
    'All reviews passed: no critical issues or actionable items.',
    {
      before: () => {
        isQuiet()
        const maria = github.as('maria', pullRequest)
        github.as('octocat', pullRequest).react(maria.comment('Please hold on with this'), '+1')
      },
    },
  ],
  [
    'workflow_failure',
    3,
    '2 reviews are needed, and 1 is waited for: CodeRabbit. Name more with --wait-for, or lower --quorum (github.quorum).',
    { session: { quorum: 2 } },
  ],
  [
    'nobody',
    3,
    'Nobody to wait for: no reviewer is known here. Name some with --wait-for, or describe your own (github.reviewers in the configuration).',
    { session: { waitFor: [] } },
  ],
  [
    'unreadable',
    3,
    'It could not be read: ADDRESS does not accept the token (401).',
    { before: () => github.inject({ on: 'Reviews', status: 401, body: { message: 'Bad credentials' } }) },
  ],
  [
    'max_restarts',
    4,
    'Max restarts reached (3): the head moved to 3333333333 again.',
    { meanwhile: (pauses) => written(github.repository).set('topic', { sha: sha(String(pauses - 1)) }) },
  ],
  ['budget', 4, 'Budget used up: no review from CodeRabbit.', { maxTimeMs: 400_000 }],
  ['merged', 0, 'Pull request #7 was merged: nothing is left to wait for.', { meanwhile: ends('MERGED') }],
  ['closed', 1, 'Pull request #7 was closed: nothing is left to wait for.', { meanwhile: ends('CLOSED') }],
])('%s', async (end, exitCode, message, story) => {
  story.before?.()
  const watcher = await watcherOf(github, story)
  const until = watcher.now() + (story.maxTimeMs ?? Infinity)
  const report = await analyse(watcher, ['src/a.ts'], { restarts: 3, timeLeft: () => until - watcher.now() })
  expect(report).toMatchObject({
    end,
    message: typeof message === 'string' ? message.replace('ADDRESS', github.url) : message,
  })
  expect(watchExitCode(report.end)).toBe(exitCode)
  expect(github.log.filter(({ method, body }) => method !== 'GET' && !isQuery(body))).toEqual([])
})

const isQuery = (body: unknown) => /^query /.test(Object(body).query)

it.each<[string, () => void, WatchEnd, number]>([
  ['and its review came meanwhile', isQuiet, 'success', 2],
  ['and nothing came', () => {}, 'timeout', 2],
])('looks once more after a sleep through the deadline of a reviewer, %s', async (_, meanwhile, end, looks) => {
  const lines: string[] = []
  const watcher = await watcherOf(github, {
    meanwhile: () => {
      github.advance(8 * 3600)
      meanwhile()
    },
  })
  const report = await analyse({ ...watcher, line: (text) => lines.push(text) }, [], {
    restarts: 0,
    timeLeft: () => 1e9,
  })
  expect(report.end).toBe(end)
  expect(lines.filter((line) => line.includes('Review check'))).toHaveLength(looks)
})

it('looks again where the machine slept while it read', async () => {
  const watcher = await watcherOf(github)
  let reads = 0
  const readSnapshot: typeof watcher.forge.readSnapshot = async (number) => {
    reads += 1
    const read = await watcher.forge.readSnapshot(number)
    if (reads > 1) return read
    github.advance(8 * 3600)
    isQuiet()
    return read
  }
  const slept = { ...watcher, forge: { ...watcher.forge, readSnapshot } }
  const report = await analyse(slept, [], { restarts: 0, timeLeft: () => 1e9 })
  expect([report.end, reads]).toEqual(['success', 2])
})
