import { expect, it } from 'vitest'
import { createUnfinished, firstByteOf, joinPieces, keepPiece } from './unfinished.ts'

it('joins pieces of any size in their order', () => {
  const unfinished = createUnfinished()
  const sizes = [1, 5000, 3, 70_000, 200_000, 2]
  const chunks = sizes.map((size, index) => new Uint8Array(size).fill(index + 1))
  for (const chunk of chunks) keepPiece(unfinished, chunk, 0, chunk.length)
  expect(firstByteOf(unfinished)).toBe(1)
  expect(Buffer.from(joinPieces(unfinished, Uint8Array.of(7, 8, 9), 1, 2))).toEqual(
    Buffer.concat([...chunks, Uint8Array.of(8)]),
  )
})

it('keeps no memory of a long line when it is over', () => {
  const unfinished = createUnfinished()
  keepPiece(unfinished, new Uint8Array(1_000_000), 0, 1_000_000)
  joinPieces(unfinished, new Uint8Array(0), 0, 0)
  expect(unfinished.full).toEqual([])
  expect(unfinished.last.length).toBeLessThan(10_000)
  expect(firstByteOf(unfinished)).toBeUndefined()
})
