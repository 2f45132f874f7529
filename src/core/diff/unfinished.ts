// What is left of a chunk behind its last line break. A list of pieces, joined once: gluing each new chunk to the
// rest would take quadratic time on a long line.
import { type Allocate, allocateBytes } from './bytes.ts'

const firstPieceBytes = 4096
const pieceBytes = 65_536

export interface Unfinished {
  readonly allocate: Allocate
  /** Pieces that are full. */
  full: Uint8Array[]
  /** The piece that is being filled, and how far it is. */
  last: Uint8Array
  used: number
  /** Of everything together. */
  length: number
}

export function createUnfinished(allocate: Allocate = allocateBytes): Unfinished {
  return { allocate, full: [], last: allocate(firstPieceBytes), used: 0, length: 0 }
}

/** Copies, because the caller may use the chunk's memory again. */
export function keepPiece(unfinished: Unfinished, chunk: Uint8Array, start: number, end: number): void {
  let position = start
  while (position < end) {
    if (unfinished.used === unfinished.last.length) {
      unfinished.full.push(unfinished.last)
      unfinished.last = unfinished.allocate(Math.max(pieceBytes, end - position))
      unfinished.used = 0
    }
    const count = Math.min(end - position, unfinished.last.length - unfinished.used)
    unfinished.last.set(chunk.subarray(position, position + count), unfinished.used)
    unfinished.used += count
    unfinished.length += count
    position += count
  }
}

export function firstByteOf(unfinished: Unfinished): number | undefined {
  return unfinished.length === 0 ? undefined : (unfinished.full[0] ?? unfinished.last)[0]
}

/** Everything kept so far and chunk[start…end) as one piece; nothing is kept any more afterwards. */
export function joinPieces(unfinished: Unfinished, chunk: Uint8Array, start: number, end: number): Uint8Array {
  const joined = unfinished.allocate(unfinished.length + end - start)
  let position = 0
  for (const piece of unfinished.full) {
    joined.set(piece, position)
    position += piece.length
  }
  joined.set(unfinished.last.subarray(0, unfinished.used), position)
  joined.set(chunk.subarray(start, end), position + unfinished.used)
  unfinished.last = unfinished.full[0] ?? unfinished.last
  unfinished.full = []
  unfinished.used = 0
  unfinished.length = 0
  return joined
}
