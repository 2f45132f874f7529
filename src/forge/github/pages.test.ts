import { expect, it } from 'vitest'
import { allNumbered, allPages } from './pages.ts'

it('does not follow pages that go round in a circle', async () => {
  const page = (endCursor: string) => ({ pageInfo: { hasNextPage: true, endCursor } })
  await expect(allPages(async (cursor) => page(cursor === 'a' ? 'b' : 'a'))).rejects.toThrow('the same page twice')
  await expect(allNumbered(async () => Array.from({ length: 100 }, () => 'x'))).rejects.toThrow('the same page twice')
})

it('reads numbered pages to the first that is not full', async () => {
  const all = await allNumbered(async (page) =>
    Array.from({ length: page === 3 ? 1 : 100 }, (_, index) => [page, index]),
  )
  expect(all).toHaveLength(201)
})
