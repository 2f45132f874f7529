import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { commitsWithTrailer } from './log.ts'
import { openRepository } from './repository.ts'

it('finds the commits with a trailer since another one, oldest first, and not those that only speak of it', async () => {
  const test = createRepository({ 'a.txt': '1\n' })
  test.commit('Before\n\nReview-Loop: s0 round 1', { 'a.txt': '2\n' })
  const base = test.git('rev-parse', 'HEAD').trim()
  test.commit('The work\n\nReview-Loop: is what I use here.\n\nMore words.', { 'a.txt': '3\n' })
  const first = test.commit('fix: one\n\n- F-1\n\nReview-Loop: s1 round 1', { 'a.txt': '4\n' }).trim()
  test.commit('Mine', { 'a.txt': '5\n' })
  const second = test.commit('revert: one\n\nIt broke.\n\nReview-Loop: s2 round 2', { 'a.txt': '6\n' }).trim()
  const repository = await openRepository(test.path)
  expect(await commitsWithTrailer(repository, base, 'Review-Loop')).toEqual([first, second])
})
