import { isMasked } from '../../core/evidence/evidence.ts'
import { isBlocking, parseSeverity, priorityOf, severityLabel } from '../../core/findings/severity.ts'
import { usualConfidence } from '../../core/import/finding.ts'
import { createPathReader } from '../../core/import/place.ts'
import { isRecord, listOf, positionOf, textOf, type UnknownRecord } from '../../core/import/shape.ts'
import { given } from '../../core/values/given.ts'
import type { Finding, RawFinding } from '../../types.ts'

/** Which words a finding is written in: issue, explanation, HIGH (002), or title, problem, P1 (our own). */
export type Wording = '002' | 'own'

export type ReadFinding =
  | { readonly findings: readonly RawFinding[]; readonly wording: Wording; readonly warnings: readonly string[] }
  | { readonly malformed: string; readonly code: 'malformed' | 'unknown_severity' }

/** One entry of a list of findings, in either wording. More than one comes out when several reviewers said it. */
export function readFinding(value: unknown, root?: string): ReadFinding {
  if (!isRecord(value)) return malformed('It is not a JSON object.')
  const failure = textOf(value.error)
  if (failure !== undefined) return malformed(failure)
  const title = textOf(value.title) ?? textOf(value.issue)?.replace(/^\s*\[P[0-3]\]\s*/, '')
  const problem = textOf(value.problem) ?? textOf(value.explanation) ?? title
  if (problem === undefined) return malformed('It does not say what is wrong: neither issue nor title nor problem.')
  const severity = severityOf(value, `${title ?? ''}\n${problem}`)
  if (severity === undefined) {
    return { malformed: `${shown(value.severity)} is not a severity.`, code: 'unknown_severity' }
  }
  const wrong = wrongField(value)
  if (wrong !== undefined) return malformed(wrong)
  const wording: Wording = textOf(value.issue) === undefined ? 'own' : '002'
  const fields = { ...placeOf(value, root), ...textsOf(value), title: title ?? problem, problem }
  const finding = {
    ...fields,
    ...severity,
    blocking: isBlocking(severity.severity, value.blocking === true || severity.blocking, fields.impact),
    evidence: fields.evidence ?? (fields.line === null ? fields.file : null),
    confidence: typeof value.confidence === 'number' ? value.confidence : wording === '002' ? 1 : usualConfidence,
    discard: value.discard === true,
    // Part of the quote of a secret is hidden; who hides it has a rule for it.
    discriminator: fields.rule !== null && isMasked(fields.evidence ?? '') ? '' : null,
  }
  return {
    findings: reviewersOf(value).map((reviewer) => ({ reviewer, ...finding })),
    wording,
    warnings: value.line != null && fields.line === null ? [`${shown(value.line)} is not a line number.`] : [],
  }
}

/** With the keys of both wordings; `severity` is in the words asked for. */
export function printFinding(finding: Finding | RawFinding, wording: Wording) {
  const { severity, blocking, title, problem, impact, fix, evidence } = finding
  const { discriminator: _hidden, ...rest } = { discriminator: null, ...finding }
  return {
    ...rest,
    severity: severityLabel(severity, blocking, wording === '002' ? '002' : 'json'),
    priority: priorityOf(severity),
    issue: `[${severity}] ${title}`,
    explanation: impact === null ? problem : `${problem} ${impact}`,
    recommendation: fix ?? '',
    code_snippet: evidence ?? '',
  }
}

function malformed(problem: string): ReadFinding {
  return { malformed: problem, code: 'malformed' }
}

/** 002's premise reviewer marks with priority 0 what should not be merged at all, whatever its severity word. */
function severityOf(value: UnknownRecord, text: string) {
  if (typeof value.severity !== 'string') return undefined
  const category = textOf(value.category)
  const priority = typeof value.priority === 'number' ? value.priority : undefined
  const parsed = parseSeverity(value.severity, given({ text, category, priority }))
  const refuses = category?.trim().toLowerCase() === 'premise' && priority === 0
  return parsed !== undefined && refuses ? ({ severity: 'P0', blocking: true } as const) : parsed
}

function wrongField(value: UnknownRecord): string | undefined {
  const { file, confidence } = value
  // They decide whether it blocks: what cannot be read there may have said so.
  const unread = weighing.find(([key, type]) => value[key] != null && typeof value[key] !== type)
  if (unread !== undefined) return `Its ${unread[0]} is ${shown(value[unread[0]])}: it has to be a ${unread[1]}.`
  if (file != null && typeof file !== 'string') return `${shown(file)} is not a path.`
  if (confidence == null || (typeof confidence === 'number' && confidence >= 0 && confidence <= 1)) return undefined
  return `${shown(confidence)} is not a confidence: a number from 0 to 1.`
}

const weighing = [
  ['blocking', 'boolean'],
  ['priority', 'number'],
  ['category', 'string'],
  ['impact', 'string'],
] as const

function placeOf(value: UnknownRecord, root: string | undefined): Pick<RawFinding, 'file' | 'line' | 'endLine'> {
  const path = textOf(value.file)
  return {
    file: path === undefined ? null : createPathReader(root).fromPath(path) || path,
    line: positionOf(value.line) ?? null,
    endLine: positionOf(value.endLine) ?? positionOf(value.end_line) ?? null,
  }
}

function textsOf(value: UnknownRecord) {
  return {
    category: textOf(value.category) ?? 'general',
    rule: textOf(value.rule) ?? null,
    impact: textOf(value.impact) ?? null,
    fix: textOf(value.fix) ?? textOf(value.recommendation) ?? null,
    suggestion: typeof value.suggestion === 'string' ? value.suggestion : null,
    evidence: textOf(value.evidence) ?? textOf(value.code_snippet) ?? null,
  }
}

function reviewersOf(value: UnknownRecord): readonly string[] {
  const names = listOf(value.reviewers).flatMap((name) => textOf(name) ?? [])
  return names.length > 0 ? [...new Set(names)] : [textOf(value.reviewer) ?? 'unnamed']
}

function shown(value: unknown): string {
  return value === undefined ? 'Nothing' : JSON.stringify(value).slice(0, 60)
}
