/**
 * A changelog with one more line: first in what is not released yet, else in its newest part, else at its end. All else stays to
 * the letter, also where a character stands for a byte: so nothing but ASCII counts as blank.
 */
export function withChangelogLine(text: string, line: string): string {
  if (text.includes(line)) return text
  const rows = text.split(/(?<=\n)/)
  const last = rows.findLastIndex(isFilled)
  if (last < 0) return `# Changelog\n\n${line}\n`
  const headings = rows.flatMap((row, index) => (/^##(?!#)/.test(row) ? [index] : []))
  const heading = headings.find((index) => /unreleased/i.test(rows[index] ?? '')) ?? headings[0]
  return heading === undefined ? withRow(rows, last, line) : inPart(rows, heading, line)
}

function isFilled(row: string): boolean {
  return /[^ \t\r\n]/.test(row)
}

function inPart(rows: readonly string[], heading: number, line: string): string {
  const next = rows.findIndex((row, index) => index > heading && isFilled(row))
  if (/^[-*+] /.test(rows[next] ?? '')) return withRow(rows, next - 1, line)
  const blanks = (next < 0 ? rows.length : next) - heading - 1
  const end = endOf(rows, heading)
  const before = blanks === 0 ? end : ''
  const after = next >= 0 && blanks < 2 ? end : ''
  return withRow(rows, heading + Math.min(blanks, 1), `${before}${line}`, after)
}

/** Below the row at this place, which gets an end if it has none. */
function withRow(rows: readonly string[], place: number, line: string, after = ''): string {
  const end = endOf(rows, place)
  const above = rows.slice(0, place + 1).join('')
  const start = above.endsWith('\n') ? '' : end
  return `${above}${start}${line}${end}${after}${rows.slice(place + 1).join('')}`
}

/** As the row ends, else the one before it. */
function endOf(rows: readonly string[], place: number): string {
  const row = rows.slice(0, place + 1).findLast((each) => each.endsWith('\n')) ?? ''
  return row.endsWith('\r\n') ? '\r\n' : '\n'
}
