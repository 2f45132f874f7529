import { randomBytes } from 'node:crypto'
import { inheritedMarker } from '../../io/exec.ts'

/** A child and everything it starts carry this variable: the only tie that survives a new session or a lost parent. */
export const markerName = 'REVIEW_LOOP_MARKER'

/** Ours alone, for as long as this process lives. */
export const markerPrefix = `rl${process.pid}-${randomBytes(9).toString('hex')}.`

let count = 0

export interface Marker {
  /** The value of the variable. It names our own supervisor too, when we have one. */
  readonly value: string
  /** The part that belongs to this child only. */
  readonly own: string
}

export function createMarker(): Marker {
  count++
  const own = `${markerPrefix}${count}.`
  return { value: `${inheritedMarker()}${own}`, own }
}
