import type { RawFinding, Severity } from '../../types.ts'
import { isLighterPath } from '../change/path-kind.ts'
import { isBlocking, lighter } from '../findings/severity.ts'

/** What a check says about a place, before the kind of path is weighed in. */
export interface Report {
  readonly rule: string
  readonly severity: Severity
  readonly title: string
  readonly problem: string
  readonly impact: string
  readonly fix: string
  readonly category?: 'hygiene' | 'security'
  readonly suggestion?: string | null
  readonly confidence?: number
  readonly discriminator?: string
  /** The path's kind does not matter: the thing belongs where it was found. */
  readonly fixed?: true
}

export function lineFinding(file: string, line: number, evidence: string, report: Report): RawFinding {
  return { ...fileFinding(file, report), line, endLine: line, evidence }
}

/** About the file as a whole: its path is the evidence. */
export function fileFinding(file: string, report: Report): RawFinding {
  const severity = report.fixed !== true && isLighterPath(file) ? lighter(report.severity) : report.severity
  return {
    reviewer: 'hygiene',
    file,
    line: null,
    endLine: null,
    severity,
    blocking: isBlocking(severity, false, null),
    category: report.category ?? 'hygiene',
    rule: report.rule,
    title: report.title,
    problem: report.problem,
    impact: report.impact,
    fix: report.fix,
    suggestion: report.suggestion ?? null,
    evidence: file,
    confidence: report.confidence ?? 1,
    discard: false,
    discriminator: report.discriminator ?? null,
  }
}
