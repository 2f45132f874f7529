import { type GateResult, hitDistance } from './gate.ts'

/** A piece of a line, and where it begins in it. */
export interface Part {
  readonly text: string
  readonly offset: number
}

/** Lines up to this length are searched whole. */
export const wholeLineLimit = 4096

const before = hitDistance
const after = 4096
/** How much of one line a single rule searches: enough for any packed program that people really commit. */
const searchLimit = 1 << 20

/** Where to look for the secrets of a group in a longer line: around the group's keywords. */
export function partsAround(text: string, group: number, hits: GateResult): readonly Part[] {
  const parts: Part[] = []
  let start = -1
  let end = -1
  let left = searchLimit
  for (const [index, hit] of hits.ends.entries()) {
    if (hits.groups[index] !== group) continue
    if (start >= 0 && hit - before > end) {
      left -= end - start
      parts.push({ text: text.slice(start, end), offset: start })
      start = -1
      if (left <= 0) return parts
    }
    if (start < 0) start = Math.max(0, hit - before)
    end = Math.min(text.length, hit + after, start + left)
  }
  if (start >= 0) parts.push({ text: text.slice(start, end), offset: start })
  return parts
}
