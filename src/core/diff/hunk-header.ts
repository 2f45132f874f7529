// `@@ -1,3 +1,4 @@ heading`, and `@@@ -1,3 -1,2 +1,4 @@@` with one old range per parent of a merge.
import { at, blank, comma, minus, plus } from './bytes.ts'

/** Beyond this a number is nonsense, and sums of it would leave the range of fast integers. */
const largest = 1_000_000_000

/** Start and count of every old side, then of the new side. Null when the line is no valid hunk header. */
export function readHunkHeader(bytes: Uint8Array, start: number, end: number): readonly number[] | null {
  let position = start
  while (position < end && bytes[position] === at) position++
  const sides = position - start
  if (sides < 2) return null
  const numbers: number[] = []
  for (let side = 0; side < sides; side++) {
    const sign = side === sides - 1 ? plus : minus
    if (bytes[position] !== blank || bytes[position + 1] !== sign) return null
    position = readRange(bytes, position + 2, end, numbers)
    if (position === -1) return null
  }
  if (bytes[position] !== blank) return null
  for (let index = 1; index <= sides; index++) if (bytes[position + index] !== at) return null
  return position + sides < end ? numbers : null
}

/** Returns the position behind the range, or -1. A count that is left out is 1. */
function readRange(bytes: Uint8Array, start: number, end: number, numbers: number[]): number {
  let position = readNumber(bytes, start, end, numbers)
  if (position === -1) return -1
  if (bytes[position] === comma) position = readNumber(bytes, position + 1, end, numbers)
  else numbers.push(1)
  return position
}

function readNumber(bytes: Uint8Array, start: number, end: number, numbers: number[]): number {
  let position = start
  let value = 0
  while (position < end) {
    const digit = (bytes[position] ?? 0) - 0x30
    if (digit < 0 || digit > 9) break
    value = value * 10 + digit
    if (value > largest) return -1
    position++
  }
  if (position === start) return -1
  numbers.push(value)
  return position
}
