import type { Config, Severity } from '../../types.ts'
import { usualConfidence } from './finding.ts'
import { listOf, recordOf, textOf, type UnknownRecord } from './shape.ts'

export interface Grade {
  readonly severity: Severity
  readonly category: string
  readonly confidence: number
  /** A security severity is there and cannot be read: the grade may be too low. */
  readonly hasUnknownScore: boolean
}

const precisions: ReadonlyMap<unknown, number> = new Map([
  ['very-high', 0.95],
  ['high', 0.9],
  ['medium', 0.75],
  ['low', 0.5],
])

export function gradeOf(result: UnknownRecord, descriptor: UnknownRecord, severities: Config['import']): Grade {
  const own = recordOf(result.properties)
  const ruled = recordOf(descriptor.properties)
  const scores = [own['security-severity'], ruled['security-severity']].filter((score) => score != null)
  const security = scores.map(scoreOf).find((score) => score !== undefined)
  const tags = [...listOf(own.tags), ...listOf(ruled.tags)]
  const isSecurity =
    security !== undefined || tags.some((tag) => typeof tag === 'string' && tag.toLowerCase() === 'security')
  return {
    severity: severityOf(levelOf(result, descriptor), security, severities),
    category: isSecurity
      ? 'security'
      : (textOf(own.category) ?? textOf(ruled.category) ?? 'static-analysis').slice(0, 60),
    confidence: precisions.get(own.precision ?? ruled.precision) ?? usualConfidence,
    hasUnknownScore: scores.some((score) => scoreOf(score) === undefined),
  }
}

function severityOf(level: string, security: number | undefined, severities: Config['import']): Severity {
  if (security !== undefined && security >= severities.securityP0) return 'P0'
  if (security !== undefined && security >= severities.securityP1) return 'P1'
  if (level === 'error') return severities.error
  return level === 'note' || level === 'none' ? severities.note : severities.warning
}

/** SARIF's default is a warning; a result that is not a failure has no level and is a note. */
function levelOf(result: UnknownRecord, descriptor: UnknownRecord): string {
  const stated = textOf(result.level)
  if (stated !== undefined) return stated.toLowerCase()
  if (typeof result.kind === 'string' && result.kind !== 'fail') return 'note'
  return textOf(recordOf(descriptor.defaultConfiguration).level)?.toLowerCase() ?? 'warning'
}

/** Where each of CVSS's words begins. */
const scoreWords: ReadonlyMap<string, number> = new Map([
  ['critical', 9],
  ['high', 7],
  ['medium', 4],
  ['low', 0.1],
  ['none', 0],
])

/** CVSS-like, 0 to 10, as a number, as digits or as a word. */
function scoreOf(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : ''
  const score = text === '' ? value : (scoreWords.get(text) ?? Number(text))
  return typeof score === 'number' && score >= 0 && score <= 10 ? score : undefined
}
