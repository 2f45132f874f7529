import { expect, it } from 'vitest'
import { createRepository, temporaryFolder } from '../../test/support/repository.ts'
import { cacheStats, clearCache, loop, merge, review } from '../index.ts'
import { findReply, keepReply } from '../io/reply-cache.ts'

it.each<[string, () => Promise<unknown>]>([
  ['review takes no option called agent; did you mean agents?', () => review(untyped({ agent: 'claude' }))],
  [
    'review takes no option called reviwer; did you mean reviewer?',
    () => review(untyped({ agents: { reviwer: 'x' } })),
  ],
  ['loop takes no option called colour; there are: cwd, ', () => loop(untyped({ colour: 3 }))],
  ['cache stats takes no option called cdw; did you mean cwd?', () => cacheStats(untyped({ cdw: '.' }))],
  ['cache clear takes no option called all; there are: cwd, signal', () => clearCache(untyped({ all: true }))],
])('refuses what it would not heed: %s', async (message, call) => {
  await expect(call()).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(message) })
})

it('counts the kept replies of a repository and forgets them', async () => {
  const { path: cwd } = createRepository()
  expect(await cacheStats({ cwd })).toEqual({ replies: 0, bytes: 0, oldestUse: null })
  for (const question of ['one', 'two']) keepReply(cwd, [question], { text: 'an answer', structured: null }, null)
  const { replies, bytes, oldestUse } = await cacheStats({ cwd })
  expect(replies).toBe(2)
  expect(bytes).toBeGreaterThan(0)
  expect(oldestUse).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(await clearCache({ cwd })).toEqual({ removed: 2 })
  expect(findReply(cwd, ['one'])).toBeUndefined()
  expect(await clearCache({ cwd })).toEqual({ removed: 0 })
})

it.each([cacheStats, clearCache])('has no replies to tell of without a repository (%o)', async (call) => {
  await expect(call({ cwd: temporaryFolder() })).rejects.toMatchObject({ code: 'not_repository' })
})

const problem = 'forEach with async callbacks is not awaited'

it('groups what several reviewers say', () => {
  const findings = [
    { id: 'x', reviewer: 'one', problem: 'The cache key ignores the locale of the user', severity: 'high' },
    { id: 1, reviewer: 'one', problem, file: null },
    { id: 2, reviewer: 'two', problem },
  ]
  expect(merge({ findings }).clusters).toMatchObject([
    { members: [1, 2], reviewers: ['one', 'two'], score: expect.any(Number), kept: true },
    { members: ['x'], representative: 'x', reviewers: ['one'] },
  ])
  expect(merge({ findings: [] })).toEqual({ clusters: [] })
})

it.each([
  [
    '{"findings": [{"id": 1, "reviewer": "a", "problem": "p"}, {"id": 1, "reviewer": "b", "problem": "q"}]}',
    'the id 1 is there twice',
  ],
  ['{"findings": [{"id": 1, "reviewer": "a"}]}', 'findings.0.problem: '],
  ['null', 'cannot be used: '],
])('merges nothing that is not of the form: %s', (given, message) => {
  expect(() => merge(JSON.parse(given))).toThrow(
    expect.objectContaining({ code: 'bad_input', message: expect.stringContaining(message) }),
  )
})

/** As a program without types gives it. */
function untyped(options: object): object {
  return options
}
