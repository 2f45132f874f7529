import { randomBytes, randomInt } from 'node:crypto'
import { inheritedMarker } from '../../io/exec.ts'

/** A child and everything it starts carry this variable, through new sessions and lost parents. */
export const markerName = 'REVIEW_LOOP_MARKER'

/** Ours alone, for as long as this process lives. */
export const markerPrefix = `rl${process.pid}-${randomBytes(9).toString('hex')}.`
export const tagPrefix = String(randomInt(100_000_000_000, 281_474_976_710_655)).slice(0, 12)

let count = 0

export interface Marker {
  /** The value of the variable. It names our own supervisor too, when we have one. */
  readonly value: string
  /** The part that belongs to this child only. */
  readonly own: string
  /**
   * A number that is set as the child's limit of file locks, which no Linux since 2.4 looks at. It is inherited like the
   * variable, but not lost with an emptied environment.
   */
  readonly tag: string
}

export function createMarker(): Marker {
  count++
  const own = `${markerPrefix}${count}.`
  return { value: `${inheritedMarker()}${own}`, own, tag: `${tagPrefix}${String(count).padStart(5, '0')}` }
}
