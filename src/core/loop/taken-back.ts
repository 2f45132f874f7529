import type { FilePatch } from '../panel/patch.ts'
import { nearLines } from './convergence.ts'

/** A place where lines took the place of others; lines that stand on both sides, or say nothing, are left out. */
interface Replacement {
  readonly line: { readonly old: number; readonly new: number }
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/**
 * Whether a change brings back what an earlier one of the same file replaced, at the same place, all of it or a part; where
 * the earlier one only added or only removed lines, exactly those.
 */
export function takesBack(earlier: FilePatch, later: FilePatch): boolean {
  const after = replacementsIn(later)
  const moved = new Set(after.flatMap(({ added }) => added))
  return replacementsIn(earlier).some((before) => after.some((each) => isOpposite(before, each, moved)))
}

function isOpposite(before: Replacement, after: Replacement, moved: ReadonlySet<string>): boolean {
  if (Math.abs(before.line.new - after.line.old) > nearLines) return false
  const [gone, back] = [holds(before.added, after.removed), holds(before.removed, after.added)]
  const isReplaced = [before, after].every(({ removed, added }) => removed.length > 0 && added.length > 0)
  if (isReplaced) {
    return (gone && back) || (holds(after.removed, before.added) && holds(after.added, before.removed))
  }
  // What is added elsewhere in the same go was moved.
  const isSame = before.added.length === after.removed.length && before.removed.length === after.added.length
  return (
    isSame &&
    gone &&
    back &&
    before.added.length + before.removed.length > 0 &&
    !before.added.some((line) => moved.has(line))
  )
}

function holds(some: readonly string[], all: readonly string[]): boolean {
  return some.every((line) => all.includes(line))
}

function replacementsIn({ hunks }: FilePatch): readonly Replacement[] {
  return hunks.map(({ oldStart, newStart, lines }) => {
    const marked = (mark: string) =>
      lines.filter((line) => line.startsWith(mark) && /\w/.test(line)).map((line) => line.slice(1).trim())
    const [removed, added] = [marked('-'), marked('+')]
    return {
      line: { old: oldStart, new: newStart },
      removed: removed.filter((line) => !added.includes(line)),
      added: added.filter((line) => !removed.includes(line)),
    }
  })
}
