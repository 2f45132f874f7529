import type { ChangedFile, LineRange } from '../../types.ts'
import { type ChangeBlock, changeBlocks } from './change-blocks.ts'

/** A part of a file, in the new file's numbers, with the changed lines that belong to it. */
export interface Piece extends LineRange {
  readonly loc: number
}

/**
 * Cuts a long file between changes, and within one where it alone is over the budget. The pieces ascend, do not overlap
 * and cover every change. Removed lines cannot be cut: they have one place in the new file.
 */
export function splitFile(file: ChangedFile, locBudget: number): readonly Piece[] {
  const pieces: Piece[] = []
  for (const piece of changeBlocks(file).flatMap((block) => cut(block, locBudget))) {
    const last = pieces.at(-1)
    if (last !== undefined && last.loc + piece.loc <= locBudget) {
      pieces[pieces.length - 1] = { start: last.start, end: piece.end, loc: last.loc + piece.loc }
    } else pieces.push(piece)
  }
  return pieces
}

function cut({ start, end, removed, added }: ChangeBlock, locBudget: number): readonly Piece[] {
  const gone = removed === null ? 0 : removed.end - removed.start + 1
  if (added === null) return [{ start, end, loc: gone }]
  const pieces: Piece[] = []
  let spent = gone
  for (let first = start; first <= end; spent = 0) {
    const last = Math.min(end, first + Math.max(1, locBudget - spent) - 1)
    pieces.push({ start: first, end: last, loc: spent + last - first + 1 })
    first = last + 1
  }
  return pieces
}
