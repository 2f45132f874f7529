import type { Finding } from '../../types.ts'
import type { CodeFrame } from '../reporter.ts'
import { visible } from '../visible.ts'
import { cutToWidth, displayWidth } from '../width.ts'
import { lineRange } from '../words.ts'

export interface FrameLine {
  readonly number: number
  readonly text: string
  /** The finding is about this line. */
  readonly marked: boolean
  /** The quoted part, in columns of `text`; null where the line as a whole is meant. */
  readonly underline: { readonly start: number; readonly width: number } | null
}

/** The lines of a frame, safe to show and no wider than `width`, without empty ones at its edges. */
export function frameLines(finding: Finding, frame: CodeFrame, width: number): readonly FrameLine[] {
  const range = lineRange(finding)
  const quote = quoted(finding, width)
  const lines = frame.lines.map((raw, index) => {
    const number = frame.start + index
    const marked = range !== null && number >= range.start && number <= range.end
    const text = cutToWidth(shown(raw, width), width)
    return { number, text, marked, underline: marked ? underline(text, quote) : null }
  })
  const isWorthShowing = (line: FrameLine): boolean => line.marked || line.text.trim() !== ''
  return lines.slice(lines.findIndex(isWorthShowing), lines.findLastIndex(isWorthShowing) + 1)
}

/** Lines `start…end` of the frame as they are, or null if it does not hold all of them. */
export function frameText(frame: CodeFrame | undefined, start: number, end: number): readonly string[] | null {
  if (frame === undefined || start < frame.start || end >= frame.start + frame.lines.length) return null
  return frame.lines.slice(start - frame.start, end - frame.start + 1)
}

/** A line of code for the eye. Cut before anything looks at it: minified lines can be very long. */
export function shown(line: string, width: number): string {
  return visible(expandTabs(line.slice(0, width * 4).replace(/\r$/, '')))
}

function quoted(finding: Finding, width: number): string | null {
  const quote = finding.evidence?.trim() ?? ''
  return quote === '' || quote.includes('\n') || quote.length > width ? null : shown(quote, width)
}

function underline(text: string, quote: string | null): FrameLine['underline'] {
  if (quote === null || quote === text.trim()) return null
  const at = text.indexOf(quote)
  return at === -1 ? null : { start: displayWidth(text.slice(0, at)), width: displayWidth(quote) }
}

function expandTabs(line: string): string {
  let result = ''
  for (const part of line.split(/(\t)/)) result += part === '\t' ? ' '.repeat(4 - (result.length % 4)) : part
  return result
}
