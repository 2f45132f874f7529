/** A changelog with one more line: first in what is not released yet, else in its newest part, else at its end. */
export function withChangelogLine(text: string, line: string): string {
  if (text.includes(line)) return text
  const body = text.trimEnd()
  if (body === '') return `# Changelog\n\n${line}\n`
  const end = body.includes('\r\n') ? '\r\n' : '\n'
  const rest = text.slice(body.length)
  return `${withRow(body.split(/\r?\n/), line).join(end)}${rest.includes('\n') ? rest : end}`
}

function withRow(rows: readonly string[], line: string): readonly string[] {
  const headings = rows.flatMap((row, index) => (/^##(?!#)/.test(row) ? [index] : []))
  const heading = headings.find((index) => /unreleased/i.test(rows[index] ?? '')) ?? headings[0]
  if (heading === undefined) return [...rows, line]
  const next = rows.findIndex((row, index) => index > heading && row.trim() !== '')
  const below = next < 0 ? [] : rows.slice(next)
  if (/^[-*+] /.test(below[0] ?? '')) return [...rows.slice(0, next), line, ...below]
  return [...rows.slice(0, heading + 1), '', line, ...(below.length === 0 ? [] : ['']), ...below]
}
