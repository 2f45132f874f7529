import type { Report } from '../../loop/finding-drafts.ts'
import { canonicalSections, isCanonical, isSupplemental } from './session-document.ts'
import type { SessionPart } from './session-parse.ts'

/** Every canonical section once and in order, supplemental ones at most once, and the metadata at the end. */
export function checkOutline(parts: readonly SessionPart[], lastLine: number, report: Report): void {
  checkRepeats(parts, report)
  checkOrder(
    parts.filter(({ title }, index) => parts.findIndex((part) => part.title === title) === index),
    report,
  )
  checkMissing(parts, lastLine, report)
  const metadata = parts.findIndex(({ title }) => title === 'Session Metadata')
  const [after] = metadata < 0 ? [] : parts.slice(metadata + 1)
  if (after !== undefined)
    report(after.line, `"## ${after.title}" comes after "## Session Metadata", which is the last section.`)
}

function checkRepeats(parts: readonly SessionPart[], report: Report): void {
  parts.forEach(({ title, line }, index) => {
    const first = parts.findIndex((part) => part.title === title)
    if (first < index && (isCanonical(title) || isSupplemental(title)))
      report(line, `"## ${title}" is there twice, the first time in line ${parts[first]?.line}.`)
  })
}

function checkOrder(parts: readonly SessionPart[], report: Report): void {
  let last = -1
  for (const { title, line } of parts) {
    const position = positionOf(title)
    // What stands after the metadata is told as that.
    if (position >= 0 && position < last && last < canonicalSections.length - 1)
      report(line, `"## ${title}" belongs before "## ${canonicalSections[last]}".`)
    last = Math.max(last, position)
  }
}

function checkMissing(parts: readonly SessionPart[], lastLine: number, report: Report): void {
  canonicalSections.forEach((title, position) => {
    if (parts.some((part) => part.title === title)) return
    const next = parts.find((part) => positionOf(part.title) > position)
    const where = next === undefined ? 'at the end' : `before "## ${next.title}"`
    report(next?.line ?? lastLine, `"## ${title}" is missing; it belongs ${where}.`)
  })
}

/** Negative for what is not canonical. */
function positionOf(title: string): number {
  return isCanonical(title) ? canonicalSections.indexOf(title) : -1
}
