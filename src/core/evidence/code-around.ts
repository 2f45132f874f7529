import type { Finding } from '../../types.ts'
import type { FindingWithCode } from '../agents/prompts.ts'

/** How many lines before a finding and after it are shown to whoever verifies or mends it. */
const reach = 30

/** A finding with the lines around it, as far as they can be read. */
export function withCode(finding: Finding, read: (path: string) => string | null): FindingWithCode {
  const { file, line } = finding
  const text = file === null || line === null ? null : read(file)
  return { finding, code: text === null || line === null ? null : linesAround(text, line) }
}

/** With their numbers. */
function linesAround(text: string, line: number): string {
  const first = Math.max(1, line - reach)
  const shown = text.split('\n').slice(first - 1, line + reach)
  const width = String(first + shown.length).length
  return shown.map((code, index) => `${String(first + index).padStart(width)} ${code.replace(/\r$/, '')}`).join('\n')
}
