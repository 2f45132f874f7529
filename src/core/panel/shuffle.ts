import { compareText } from '../values/compare-text.ts'
import { hashText } from '../values/hash.ts'
import type { Slice } from './slices.ts'

/**
 * The same files and hunks in an order of their own for every pass: what stands last gets the least attention, so no two
 * passes should have the same last. The order depends on the number of the pass alone, so that a second run asks the same.
 */
export function shuffleSlices(slices: readonly Slice[], pass: number): readonly Slice[] {
  if (pass === 1) return slices
  return byHash(slices, pass, ({ path, range }) => `${path}:${range?.start ?? 0}`).map((slice) => ({
    ...slice,
    patch: { ...slice.patch, hunks: byHash(slice.patch.hunks, pass, (hunk) => `${slice.path}@${hunk.newStart}`) },
  }))
}

function byHash<T>(items: readonly T[], pass: number, nameOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({ item, hash: hashText(`${pass} ${nameOf(item)}`) }))
    .sort((one, other) => compareText(one.hash, other.hash))
    .map(({ item }) => item)
}
