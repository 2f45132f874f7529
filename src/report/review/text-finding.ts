import type { Finding } from '../../types.ts'
import { explanation, type Paragraph, voices } from '../explanation.ts'
import { type EditLine, editLines } from '../line-edit.ts'
import type { CodeFrame } from '../reporter.ts'
import { visibleLine } from '../visible.ts'
import { cutToWidth, wrap } from '../width.ts'
import { counted, lineRange, place } from '../words.ts'
import { type FrameLine, frameLines, frameText, shown } from './code-frame.ts'
import { type Page, paint, proseWidth } from './text-page.ts'

const indent = '     '
const maxEditLines = 24

/** One finding: badge and title, place, code, explanation, suggestion, origin. Everything stands under the title. */
export function findingBlock(page: Page, finding: Finding): string[] {
  const frame = page.context.frames.get(finding.id)
  const parts = [
    [...titleLines(page, finding), ...placeLine(page, finding)],
    frame === undefined ? [] : codeLines(page, frameLines(finding, frame, page.width - 16)),
    explanation(finding).flatMap((paragraph) => paragraphLines(page, paragraph)),
    suggestionLines(page, finding, frame),
    [origin(page, finding)],
  ]
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : ['', ...part]))
}

function titleLines(page: Page, finding: Finding): string[] {
  const { bold, inverse } = page.colors
  const badge = bold(inverse(paint(page, finding.severity)(` ${finding.severity} `)))
  const lines = wrap(visibleLine(finding.title), Math.min(page.width, proseWidth) - indent.length)
  return lines.map((line, index) => `${index === 0 ? `${badge} ` : indent}${bold(line)}`)
}

function placeLine(page: Page, finding: Finding): string[] {
  const { cyan, dim, red } = page.colors
  const range = lineRange(finding)
  const where = place(finding)
  const parts = where === null ? [] : [cyan(visibleLine(where))]
  if (range !== null && range.end > range.start) parts.push(dim(`to line ${range.end}`))
  if (finding.blocking) parts.push(red('blocks'))
  return parts.length === 0 ? [] : [indent + parts.join('  ')]
}

function codeLines(page: Page, lines: readonly FrameLine[]): string[] {
  const { dim, red } = page.colors
  const digits = String(lines.at(-1)?.number ?? 0).length
  return lines.flatMap(({ number, text, marked, underline }) => {
    const label = String(number).padStart(digits)
    const line = marked
      ? `${indent}${red('>')} ${label} ${dim('│')} ${text}`
      : `${indent}  ${dim(`${label} │`)} ${text}`
    if (underline === null) return [line]
    const carets = ' '.repeat(underline.start) + red('^'.repeat(underline.width))
    return [line, `${indent}  ${' '.repeat(digits)} ${dim('│')} ${carets}`]
  })
}

function paragraphLines(page: Page, { label, text }: Paragraph): string[] {
  const margin = label === null ? indent : `${indent}        `
  const lines = wrap(text, Math.min(page.width, proseWidth) - margin.length)
  if (label === null) return lines.map((line) => margin + line)
  return lines.map((line, index) =>
    index === 0 ? `${indent}${page.colors.bold(label.padEnd(8))}${line}` : margin + line,
  )
}

function suggestionLines(page: Page, finding: Finding, frame: CodeFrame | undefined): string[] {
  const range = lineRange(finding)
  if (finding.suggestion === null || range === null) return []
  const before = frameText(frame, range.start, range.end)
  const edit = editLines(before, finding.suggestion)
  const lines = edit.slice(0, maxEditLines).map((line) => editLine(page, line))
  if (edit.length > maxEditLines)
    lines.push(page.colors.dim(`${indent}… ${counted(edit.length - maxEditLines, 'more line')}`))
  const lead = `${finding.suggestion === '' ? 'Delete' : 'Replace'} line${range.end > range.start ? `s ${range.start}–${range.end}` : ` ${range.start}`}:`
  return [`${indent}${page.colors.dim(lead)}`, ...lines]
}

function editLine(page: Page, { kind, text }: EditLine): string {
  const { dim, green, red } = page.colors
  const content = cutToWidth(shown(text, page.width), page.width - indent.length - 4)
  if (kind === 'removed') return `${indent}${red(`- ${content}`)}`
  return kind === 'added' ? `${indent}${green(`+ ${content}`)}` : `${indent}${dim(`  ${content}`)}`
}

function origin(page: Page, finding: Finding): string {
  const parts = [visibleLine(finding.id)]
  if (finding.rule !== null) parts.push(visibleLine(finding.rule))
  parts.push(...voices(finding, visibleLine))
  if (page.context.verbose) parts.push(`confidence ${finding.confidence}`)
  if (page.context.verbose && finding.reportedLine !== null) parts.push(`reported at line ${finding.reportedLine}`)
  return indent + page.colors.dim(parts.join(' · '))
}
