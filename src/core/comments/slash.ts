import { lineEnd, match } from './cursor.ts'
import type { Scan } from './scan-state.ts'

// In JavaScript a slash divides, or it begins a regular expression, in which quotes and stars mean nothing.

const regex = /\/(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y

/** After these words comes a value. */
const beforeValue = new Set(
  'return typeof case in of delete void throw new else do yield await instanceof default extends'.split(' '),
)

/**
 * Where it may be either, both readings have to agree: comments in the rest of the line stay, and if a quote is open in one of them only,
 * nothing is sure any more.
 */
export function readSlash(scan: Scan): void {
  const { text, at, last, syntax } = scan
  const found = match(scan, regex)?.[0]
  const isAfterValue = /^[\p{L}\p{N}_$\]"]/u.test(last) && !beforeValue.has(last)
  const isEither = isUnsure(scan) || (syntax.pageText === true && last === '<')
  if (isEither && found !== undefined) {
    scan.unsureEnd = lineEnd(text, at)
    if (/['"`]/.test(found.replace(/"[^"]*"|'[^']*'/g, ''))) scan.isLost = true
  }
  const isRegex = found !== undefined && !isAfterValue && !isEither
  scan.at += isRegex ? found.length : 1
  scan.last = isRegex ? '"' : '/'
}

/** After a bracket that may end a condition or a block, or a value that was counted up. */
function isUnsure({ text, at, last }: Scan): boolean {
  return (
    last === ')' ||
    last === '}' ||
    ((last === '+' || last === '-') && /(?:\+\+|--)\s*$/.test(text.slice(0, at).slice(-80)))
  )
}
