import { linesOf, normaliseQuote } from '../evidence/evidence.ts'
import { hashText } from '../values/hash.ts'
import { marksIn } from '../watch/mark.ts'

// By this a later review knows whether the code is as it was when a finding was raised last, also where the commit of then is gone.

/** Who mends something without touching these lines has mended it elsewhere. */
const linesAround = 3

/** Of a finding about more lines, these are looked for: a key that anybody could write must not make work without end. */
const mostLines = 100

/** The lines of a finding and a few around them: how many they are, and what they hold. */
export function codeKey(text: string, line: number, endLine: number): string {
  const first = Math.max(0, line - 1 - linesAround)
  return keyOf(meaningOf(linesOf(text).slice(first, endLine + linesAround)).slice(0, mostLines))
}

/** For what is found by those who say the same whenever the code is the same: their silence is enough, nothing is looked for. */
export const noCodeKey = keyOf([])

/** Whether a file holds them still, wherever they have moved. */
export function holdsCode(text: string, key: string): boolean {
  const count = Number.parseInt(key, 10)
  if (!(count > 0 && count <= mostLines)) return false
  const lines = meaningOf(linesOf(text))
  return lines.some((_, at) => keyOf(lines.slice(at, at + count)) === key)
}

export const codeKind = 'code'

/** The key in a comment of ours; undefined: it has none. */
export function codeKeyIn(body: string): string | undefined {
  return marksIn(body, codeKind)[0]
}

function keyOf(lines: readonly string[]): string {
  return `${lines.length}-${hashText(lines.join('\n'))}`
}

/** Other white space is the same code. */
function meaningOf(lines: readonly string[]): readonly string[] {
  return lines.map(normaliseQuote).filter((line) => line !== '')
}
