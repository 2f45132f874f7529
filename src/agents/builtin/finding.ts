import { isLighterPath, isTestPath } from '../../core/change/path-kind.ts'
import { isBlocking, lighter } from '../../core/findings/severity.ts'
import type { LineRange, RawFinding, Severity } from '../../types.ts'
import type { SourceFile } from './reviewer.ts'

/** What is known about a check before it is run. */
export interface Check {
  readonly severity: Severity
  readonly category: string
  readonly confidence: number
  /** What goes wrong. A P2 that has one blocks; one without is advice. */
  readonly impact: string | null
}

export interface Spot {
  readonly reviewer: string
  readonly rule: string
  readonly line: number
  readonly endLine: number
  readonly title: string
  readonly problem: string
  readonly fix: string | null
  readonly suggestion: string | null
}

/** `sample`: fixtures, examples and documents. They weigh less, as tests do, but are read as they stand: advice is kept. */
export type Place = 'code' | 'test' | 'sample'

/** Null when the place does not touch an added line: old problems are not this change's problems. */
export function toFinding(
  source: SourceFile,
  check: Check,
  spot: Spot,
  place: Place = placeOf(source.file.path),
): RawFinding | null {
  const range = { start: spot.line, end: Math.max(spot.line, spot.endLine) }
  if (!touches(source.file.added, range)) return null
  if (place === 'test' && isAdvice(check)) return null
  const severity = place === 'code' ? check.severity : lighter(check.severity)
  return {
    ...spot,
    endLine: range.end,
    file: source.file.path,
    severity,
    blocking: isBlocking(severity, place === 'code', check.impact),
    category: check.category,
    impact: check.impact,
    evidence: quote(source.text, range),
    confidence: check.confidence,
    discard: false,
    discriminator: null,
  }
}

function placeOf(path: string): Place {
  if (isTestPath(path)) return 'test'
  return isLighterPath(path) ? 'sample' : 'code'
}

/** In a test only what is surely wrong is worth a word. Short cuts in security, such as TLS without checks, are usual there. */
function isAdvice(check: Check): boolean {
  return (
    check.severity === 'P3' || (check.severity === 'P2' && (check.impact === null || check.category === 'security'))
  )
}

export function touches(ranges: readonly LineRange[], range: LineRange): boolean {
  return ranges.some((other) => other.start <= range.end && range.start <= other.end)
}

export function covers(ranges: readonly LineRange[], range: LineRange): boolean {
  return ranges.some((other) => other.start <= range.start && range.end <= other.end)
}

/** Literal, so that it can be searched for: the first line of the range that is not blank. */
export function quote(text: string, range: LineRange): string | null {
  const lines = text.split('\n').slice(range.start - 1, range.end)
  const first = lines.map((line) => line.trim()).find((line) => line !== '')
  return first?.slice(0, 200).trimEnd() ?? null
}
