import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { laterReviews, reviewsInUse, writeReviewState } from './review-state.ts'

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

it('loses no review that ended while another one was at work', () => {
  const folder = temporaryFolder()
  const add = (review: string, started: string, ended: string) => {
    const entry = { sha: '1', completed_at: `2026-01-01T${ended}:00.000Z`, success: true, review }
    writeReviewState(folder, 'topic:main', entry, new Date(`2026-01-01T${started}:00.000Z`))
  }
  const besides = () => laterReviews(folder, 'topic', 'topic:main').map(({ review }) => review)
  add('first', '10:00', '10:10')
  add('second', '10:05', '10:15')
  add('third', '10:01', '10:20')
  expect(besides()).toEqual(['second', 'first'])
  expect([...reviewsInUse(folder)]).toEqual(['third', 'second', 'first'])
  add('fourth', '10:21', '10:22')
  expect(besides()).toEqual([])
})
