import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { plainStart, playStory } from '../../../test/support/staged-story.ts'
import type { RunFact } from '../../core/staged/machine/facts.ts'
import { openRepository } from '../../io/git/repository.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { openRun } from '../../io/run-journal.ts'
import { createSession } from '../../io/session-store.ts'
import { performRun } from './perform-run.ts'
import { keepRunDiary } from './run-diary.ts'

/** A run of the branch `topic`, resumed on another one. */
async function elsewhere(facts: readonly RunFact[], words: readonly string[]) {
  const test = createRepository()
  const session = createSession(test.path)
  const diary = keepRunDiary(test.path, session, openRun(test.path, session))
  const point = await workPoint(await openRepository(test.path))
  diary.note({ ...plainStart, session, branch: 'topic', point })
  for (const fact of facts) diary.note(fact)
  diary.close()
  const before = diary.events().length
  test.git('switch', '-q', ...words)
  const agents = { agent: `command:${process.execPath}` }
  const run = performRun({ entry: { kind: 'resume', session, needsPlan: false }, cwd: test.path, agents })
  return { run, more: () => openRun(test.path, session).events.length - before }
}

it.each<[string, readonly string[]]>([
  ['other', ['-c', 'other']],
  ['no branch', ['--detach']],
])('is refused on another branch, with the way back: %s', async (found, words) => {
  const { run, more } = await elsewhere([{ type: 'entered', pass: 'plan' }], words)
  await expect(run).rejects.toMatchObject({
    message: `The work is on topic, but ${found} is checked out now.`,
    hint: expect.stringContaining('git switch topic'),
  })
  expect(more()).toBe(0)
})

it('shows what is over wherever one is', async () => {
  const { events } = playStory([plainStart])
  const facts = events.slice(1).map(({ at: _, ...fact }) => fact)
  const { run } = await elsewhere(facts, ['-c', 'other'])
  expect(await run).toMatchObject({ outcome: 'delivered' })
})
