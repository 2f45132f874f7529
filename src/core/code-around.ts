/** Lines of a file around one of them, with their numbers. */
export function codeAround(text: string, line: number, reach: number): string {
  const lines = text.split('\n')
  const first = Math.max(1, line - reach)
  const shown = lines.slice(first - 1, line + reach)
  const width = String(first + shown.length).length
  return shown.map((code, index) => `${String(first + index).padStart(width)} ${code.replace(/\r$/, '')}`).join('\n')
}
