import { expect, it } from 'vitest'
import { createRepository, type TestRepository } from '../../../test/support/repository.ts'
import { plainStart, plainWork, playStory } from '../../../test/support/staged-story.ts'
import type { RunFact } from '../../core/staged/machine/facts.ts'
import { readTreeState } from '../../io/git/dirty-map.ts'
import { openRepository } from '../../io/git/repository.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { openRun } from '../../io/run-journal.ts'
import { createSession } from '../../io/session-store.ts'
import { performRun } from './perform-run.ts'
import { openStagedSession } from './staged-session.ts'
import { treeSnapshot } from './tree-snapshot.ts'

/** A run of the branch `topic`, resumed on another one. */
async function elsewhere(facts: readonly RunFact[], words: readonly string[]) {
  const test = createRepository()
  const session = createSession(test.path)
  const opened = openStagedSession(test.path, session)
  const point = await workPoint(await openRepository(test.path))
  opened.note({ ...plainStart, session, branch: 'topic' })
  opened.note({ ...plainWork, point })
  for (const fact of facts) opened.note(fact)
  opened.close()
  const before = opened.events().length
  test.git('switch', '-q', ...words)
  const agents = { agent: `command:${process.execPath}` }
  const run = performRun({
    postReview: false,
    entry: { kind: 'resume', session, needsPlan: false },
    cwd: test.path,
    agents,
  })
  return { run, more: () => openRun(test.path, session).events.length - before }
}

it.each<[string, readonly string[]]>([
  ['other', ['-c', 'other']],
  ['no branch', ['--detach']],
])('is refused on another branch, with the way back: %s', async (found, words) => {
  const { run, more } = await elsewhere([{ type: 'entered', pass: 'plan' }], words)
  await expect(run).rejects.toMatchObject({
    message: `The work is on topic, but ${found} is checked out now.`,
    hint: expect.stringMatching(/git switch topic, then go on with: review-loop run --resume [0-9a-f-]{36}$/),
  })
  expect(more()).toBe(0)
})

/** A run that was delivered with the files as they are. */
async function delivered(wrote: readonly string[] = []) {
  const test = createRepository()
  test.write({ 'kept.txt': 'k\n' })
  test.commit('Kept')
  test.write({ 'a.txt': 'a\n', ...Object.fromEntries(wrote.map((path) => [path, 'written by a command\n'])) })
  const session = createSession(test.path)
  const opened = openStagedSession(test.path, session)
  const repository = await openRepository(test.path)
  const point = await workPoint(repository, { without: wrote })
  const tree = treeSnapshot(await readTreeState(repository))
  const policy = { ...plainStart.policy, validates: true }
  const { events } = playStory([
    { ...plainStart, session, branch: 'topic', policy },
    { ...plainWork, point },
  ])
  for (const { at: _, ...fact } of events) {
    const told = fact.type === 'checked' ? { ...fact, wrote } : fact
    opened.note(told.type === 'delivered' ? { ...told, point, tree } : told)
  }
  opened.close()
  const entry = { kind: 'resume', session, needsPlan: true } as const
  const again = () =>
    performRun({ postReview: false, entry, cwd: test.path, agents: { agent: `command:${process.execPath}` } })
  return { test, session, again }
}

it.each<[string, (test: TestRepository) => void]>([
  ['as they were', () => {}],
  ['committed since', (test) => void test.commit('Delivered')],
  ['on another branch', (test) => void test.git('switch', '-q', '-c', 'other')],
])('shows what was delivered, and when, while the files are the same: %s', async (_, change) => {
  const { test, session, again } = await delivered()
  change(test)
  expect(await again()).toMatchObject({
    outcome: 'delivered',
    reason: expect.stringMatching(new RegExp(`${session} was delivered 20\\d\\d-\\S+ \\S+ UTC`)),
  })
})

it.each<[string, Readonly<Record<string, string>>]>([
  ['as they left it', {}],
  ['as it is committed', { 'kept.txt': 'k\n' }],
  ['once more, where git does not track it', { 'report.txt': 'of a later run\n' }],
])('leaves out what commands wrote: %s', async (_, files) => {
  const { test, again } = await delivered(['kept.txt', 'report.txt'])
  test.write(files)
  expect(await again()).toMatchObject({ outcome: 'delivered', reason: expect.stringContaining('as it left them') })
})

it('does not speak of a tracked file that a command wrote and somebody edited since', async () => {
  const { test, again } = await delivered(['kept.txt', 'report.txt'])
  test.write({ 'kept.txt': 'edited\n' })
  await expect(again()).rejects.toMatchObject({
    message: expect.stringContaining('what came since is not reviewed'),
    exitCode: 2,
  })
})

it('does not speak of files that came after the delivery', async () => {
  const { test, again } = await delivered()
  test.write({ 'a.txt': 'b\n' })
  await expect(again()).rejects.toMatchObject({
    message: expect.stringContaining('what came since is not reviewed'),
    exitCode: 2,
  })
})
