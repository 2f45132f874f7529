import { expect, it } from 'vitest'
import { reviewJson } from '../support/program.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

// What a review remembers of the last one. Who verifies what, and when again: src/run/verify-findings.test.ts.

function changed(): TestRepository {
  const test = createRepository()
  test.commit('', { 'src/a.rb': 'export const a0 = 0\nexport const a1 = 1\n' })
  return test
}

it('what was refuted is open again, when the code that showed it is gone', async () => {
  const agent = scriptedAgent(`
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'refuted', quote: 'export const a1 = 1', reason: 'seen' })) })
else if (prompt.includes('+export const a0')) answer({ summary: 'Looked.', findings: [finding({ file: 'src/a.rb', evidence: 'export const a0 = 0' })] })
else clean()`)
  const test = changed()
  expect((await reviewJson(test.path, ['--agent', agent.word])).code).toBe(0)
  test.commit('', { 'src/c.rb': 'export const c0 = 0\n' })
  const second = await reviewJson(test.path, ['--agent', agent.word])
  expect(second).toMatchObject({ code: 0, result: { discarded: [{ code: 'refuted', carriedOver: true }] } })
  expect(agent.calls().filter(({ name }) => name === 'verifier')).toHaveLength(1)
  test.commit('', { 'src/a.rb': 'export const a0 = 0\nexport const a3 = 3\n' })
  const third = await reviewJson(test.path)
  expect(third).toMatchObject({ code: 1, result: { findings: [{ carriedOver: true, verification: null }] } })
  expect(third.result.notices.join('\n')).toContain('Refuted in the last review, but open again')
})

it('what is not new costs nothing and is not called mechanical', async () => {
  const agent = scriptedAgent('clean()')
  const test = changed()
  await reviewJson(test.path, ['--agent', agent.word])
  const { result } = await reviewJson(test.path, ['--agent', agent.word, '--since-last-review'])
  expect(result.reviewers.find(({ name }) => name === 'reviewer')).toMatchObject({ status: 'cached', durationMs: 0 })
  test.commit('', { 'src/b.rb': 'export const b0 = 0\n' })
  await reviewJson(test.path, ['--agent', agent.word])
  const again = await reviewJson(test.path, ['--agent', agent.word, '--since-last-review'])
  const modes = again.result.notices.filter((notice) => notice.startsWith('Review mode:'))
  expect(modes).toEqual([expect.stringContaining('nothing new')])
  expect(again.result.notices.join('\n')).not.toContain('mechanical')
})
