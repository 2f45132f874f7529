import type { ChangedFile, Hunk, LineRange } from '../../types.ts'

/** One place where lines were removed, added or replaced. */
export interface ChangeBlock extends LineRange {
  /** The lines that went, in the old file's numbers. */
  readonly removed: LineRange | null
  /** The lines that came; null for a pure removal, whose `start` and `end` are the new line that follows it. */
  readonly added: LineRange | null
}

/** The change as blocks in order of the new file: which removed lines belong to which place there. */
export function changeBlocks(file: Pick<ChangedFile, 'hunks' | 'removed' | 'added'>): readonly ChangeBlock[] {
  const blocks: ChangeBlock[] = []
  const [removed, added] = [cursor(file.removed), cursor(file.added)]
  for (const hunk of file.hunks) blocks.push(...blocksOf(hunk, removed, added))
  return blocks
}

/** The lines of a hunk in the new file. A hunk without new lines is the gap between two of them. */
export function hunkRange({ newStart, newCount }: Hunk): LineRange {
  if (newCount === 0) return { start: Math.max(1, newStart), end: newStart + 1 }
  return { start: newStart, end: newStart + newCount - 1 }
}

/** Walks both sides of a hunk at once; the unchanged lines between ranges are as many on the one as on the other. */
function* blocksOf(hunk: Hunk, removed: Cursor, added: Cursor): Generator<ChangeBlock> {
  let [oldLine, newLine] = [firstLine(hunk.oldStart, hunk.oldCount), firstLine(hunk.newStart, hunk.newCount)]
  const [oldEnd, newEnd] = [oldLine + hunk.oldCount, newLine + hunk.newCount]
  while (true) {
    const gone = removed.before(oldEnd)
    const come = added.before(newEnd)
    if (gone === undefined && come === undefined) return
    const context = Math.min(gaps(gone, oldLine), gaps(come, newLine))
    oldLine += context
    newLine += context
    const takesGone = gone !== undefined && gone.start <= oldLine
    const takesCome = come !== undefined && come.start <= newLine
    yield {
      start: newLine,
      end: takesCome ? come.end : newLine,
      removed: takesGone ? gone : null,
      added: takesCome ? come : null,
    }
    if (takesGone) oldLine = removed.advance(gone)
    if (takesCome) newLine = added.advance(come)
  }
}

/** git numbers a side without lines by the line before it. */
function firstLine(start: number, count: number): number {
  return count === 0 ? start + 1 : start
}

function gaps(range: LineRange | undefined, line: number): number {
  return range === undefined ? Number.POSITIVE_INFINITY : Math.max(0, range.start - line)
}

interface Cursor {
  readonly before: (line: number) => LineRange | undefined
  readonly advance: (range: LineRange) => number
}

function cursor(ranges: readonly LineRange[]): Cursor {
  let index = 0
  return {
    before: (line) => {
      const range = ranges[index]
      return range !== undefined && range.start < line ? range : undefined
    },
    advance: (range) => {
      index += 1
      return range.end + 1
    },
  }
}
