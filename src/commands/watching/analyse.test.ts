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
  github = await startGithubServer()
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
    'The reviews that came passed: no critical issues or actionable items; none came from Sourcery.',
    { session: { ...both, quorum: 1 }, before: isQuiet },
  ],
  [
    'success',
    0,
    'All reviews passed: no critical issues or actionable items.',
    { session: codex, before: () => reacts('eyes'), meanwhile: (pauses) => pauses === 1 && reacts('+1') },
  ],
  // Since when the head is there is not known: it may be of the one before.
  ['timeout', 3, 'Timeout: no review from Codex.', { session: codex, before: () => reacts('+1') }],
  ['issues_found', 1, 'Found 1 item to address.', { meanwhile: (pauses) => pauses === 1 && finds() }],
  [
    'timeout',
    3,
    'Timeout: no review from Sourcery; 1 item to address.',
    { session: both, meanwhile: (pauses) => pauses === 1 && finds() },
  ],
  [
    'workflow_failure',
    3,
    'No review will come from CodeRabbit (Rate limit exceeded), and 1 review is needed. Look at their checks.',
    { before: () => says('> [!WARNING]\n> ## Rate limit exceeded\n>\n> Please wait **40 minutes**.') },
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
  expect(report).toMatchObject({ end, message: message.replace('ADDRESS', github.url) })
  expect(watchExitCode(report.end)).toBe(exitCode)
  expect(github.log.filter(({ method, body }) => method !== 'GET' && !isQuery(body))).toEqual([])
})

const isQuery = (body: unknown) => /^query /.test(Object(body).query)
