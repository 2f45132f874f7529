import type { Scan } from './scan-state.ts'

/** No header of a function is longer. */
const longestHeader = 8000

/**
 * Whether the string that begins here is the text about a module, a class or a function: the first of its line, as the first of the
 * file or after the line that opens a function or a class.
 */
export function isDocstringAt({ text, at, last, frames }: Scan): boolean {
  if (frames.length > 0 || (last !== '' && last !== ':') || /[bBfFtT]/.test(text[at] ?? '')) return false
  const before = text.slice(Math.max(0, at - longestHeader), at)
  return /(?:^|\n)[ \t]*$/.test(before) && (last === '' || endsWithHeader(before))
}

/** In brackets a colon opens no block. */
function endsWithHeader(before: string): boolean {
  const lines = before.split('\n')
  const header = lines.slice(lines.findLastIndex((line) => /^\s*(?:async\s+)?(?:def|class)\s/.test(line)))
  const code = header.join('\n').replace(/#[^\n]*|"[^"\n]*"|'[^'\n]*'/g, '')
  const count = (signs: string): number => [...code].filter((sign) => signs.includes(sign)).length
  return /^\s*(?:async\s+)?(?:def|class)\s/.test(code) && /:\s*$/.test(code) && count('([{') === count(')]}')
}
