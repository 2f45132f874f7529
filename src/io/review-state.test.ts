import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { laterReviews, writeReviewState } from './review-state.ts'

it('knows what was reviewed later of the same branch, against whatever base', () => {
  const folder = temporaryFolder()
  const add = (key: string, day: string, success = true) =>
    writeReviewState(folder, key, { sha: key, completed_at: `2026-01-${day}T00:00:00Z`, success })
  for (const [key, day] of [
    ['topic:main', '02'],
    ['topic:develop', '03'],
    ['topic:v1', '04'],
    ['topic:old', '01'],
    ['topic2:main', '05'],
  ] as const)
    add(key, day)
  add('topic:failed', '06', false)
  const later = (key: string) => laterReviews(folder, 'topic', key).map(({ sha }) => sha)
  expect(later('topic:main')).toEqual(['topic:v1', 'topic:develop'])
  expect(later('topic:new')).toEqual(['topic:v1', 'topic:develop', 'topic:main', 'topic:old'])
})
