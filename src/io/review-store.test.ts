import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { writeReviewState } from './review-state.ts'
import { createReviewFolder } from './review-store.ts'

it('keeps the last fifty reviews, and older ones that a branch goes on from', () => {
  const root = temporaryFolder()
  const ids = Array.from({ length: 52 }, (_, day) => {
    const { id } = createReviewFolder(root, new Date(Date.UTC(2025, 0, 1 + day)))
    const entry = { sha: 'c0ffee', completed_at: '2025-01-01T00:00:00.000Z', success: true, review: id }
    if (day === 0) writeReviewState(join(root, '.review-loop', 'cache'), 'topic:main', entry)
    return id
  })
  expect(readdirSync(join(root, '.review-loop', 'reviews')).sort()).toEqual([ids[0], ...ids.slice(2)])
})
