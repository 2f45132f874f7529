import type { RawFinding } from '../../types.ts'
import { isBlocking, parseSeverity } from '../findings/severity.ts'
import { bareName, reviewerName, usualConfidence, withPath } from './finding.ts'
import { incompleteReasons } from './own-contradictions.ts'
import { createPathReader, type PathReader } from './place.ts'
import type { ImportOptions, ImportResult } from './result.ts'
import { listOf, recordOf, textOf, type UnknownRecord } from './shape.ts'
import { createRemarks, outside } from './tally.ts'

const mostProblems = 10

/**
 * Our own JSON: a review result, an agent's reply, or `{ findings }` around a bare list. Unlike a foreign file it has one
 * right form, so anything else is a problem.
 */
export function readOwnFindings(document: UnknownRecord, name: string, options: ImportOptions): ImportResult {
  const paths = createPathReader(options.root)
  const { notes } = createRemarks()
  const speaker = bareName(name)
  const problems = [...envelopeProblems(document)]
  const findings: RawFinding[] = []
  for (const [index, value] of listOf(document.findings).entries()) {
    const read = readFinding(recordOf(value), speaker, paths)
    if (read === 'outside') notes.add(outside)
    else if (read.problems.length > 0) problems.push(...read.problems.map((problem) => `findings[${index}]${problem}`))
    else findings.push(...read.findings)
    if (problems.length > mostProblems) break
  }
  if (problems.length > 0) return { problems: problems.slice(0, mostProblems).map((problem) => `${name}: ${problem}`) }
  return {
    findings,
    reviewers: speakers(document, findings, speaker),
    notes: notes.sentences().map((note) => `${name}: ${note}`),
    incomplete: incompleteReasons(document, findings).map((reason) => ({ reviewer: 'import:review-loop', reason })),
  }
}

function envelopeProblems(document: UnknownRecord): string[] {
  if ('schemaVersion' in document && document.schemaVersion !== 1)
    return [`schemaVersion ${JSON.stringify(document.schemaVersion)} is not known, only 1 is.`]
  if ('schemaVersion' in document && textOf(document.verdict) === undefined) return ['verdict is missing.']
  if ('schemaVersion' in document && textOf(recordOf(document.gate).result) === undefined)
    return ['gate.result is missing.']
  if ('summary' in document && textOf(document.summary) === undefined)
    return ['summary is empty; a clean result says what was looked at.']
  return []
}

/** Everyone listed in a review result has spoken, also those who found nothing. */
function speakers(document: UnknownRecord, findings: readonly RawFinding[], speaker: string): readonly string[] {
  const listed = listOf(document.reviewers).flatMap((reviewer) => textOf(recordOf(reviewer).name) ?? [])
  const names = new Set([...listed.map(imported), ...findings.map(({ reviewer }) => reviewer)])
  return names.size === 0 ? [imported(speaker)] : [...names]
}

function imported(name: string): string {
  return name.startsWith('import:') ? name : reviewerName(name)
}

type ReadFinding = { readonly findings: readonly RawFinding[]; readonly problems: readonly string[] } | 'outside'

function readFinding(value: UnknownRecord, speaker: string, paths: PathReader): ReadFinding {
  const title = textOf(value.title)
  const problem = textOf(value.problem)
  const severity = typeof value.severity === 'string' ? parseSeverity(value.severity, contextOf(value)) : undefined
  const problems = findingProblems(value)
  if (severity === undefined)
    problems.push(`.severity ${JSON.stringify(value.severity)?.slice(0, 60)} is not a severity, such as P0 to P3.`)
  if (title === undefined || problem === undefined || severity === undefined || problems.length > 0)
    return { findings: [], problems }
  const path = textOf(value.file)
  const file = path === undefined ? null : paths.fromPath(path)
  const isOutside = path !== undefined && file === null
  const impact = textOf(value.impact) ?? null
  const declared = typeof value.blocking === 'boolean' ? value.blocking : severity.blocking
  const blocking = isBlocking(severity.severity, declared, impact)
  if (isOutside && !blocking) return 'outside'
  const finding: Omit<RawFinding, 'reviewer'> = {
    file: file || null,
    line: isOutside ? null : numberOf(value.line),
    endLine: isOutside ? null : numberOf(value.endLine),
    severity: severity.severity,
    blocking,
    category: textOf(value.category) ?? 'general',
    rule: textOf(value.rule) ?? null,
    title,
    problem: isOutside ? withPath(problem, path) : problem,
    impact,
    fix: textOf(value.fix) ?? null,
    suggestion: typeof value.suggestion === 'string' && !isOutside ? value.suggestion : null,
    evidence: textOf(value.evidence) ?? (value.line == null && file ? file : null),
    confidence: numberOf(value.confidence) ?? usualConfidence,
    discard: value.discard === true,
    discriminator: null,
  }
  return { findings: reviewersOf(value, speaker).map((reviewer) => ({ reviewer, ...finding })), problems: [] }
}

function contextOf(value: UnknownRecord): { category?: string; priority?: number; text: string } {
  const text = [value.title, value.problem, value.fix].filter((part) => typeof part === 'string').join('\n')
  return {
    ...(typeof value.category === 'string' && { category: value.category }),
    ...(typeof value.priority === 'number' && { priority: value.priority }),
    text,
  }
}

/** One finding for each reviewer who said it, so that agreement survives the import. */
function reviewersOf(value: UnknownRecord, speaker: string): readonly string[] {
  const names = listOf(value.reviewers).flatMap((name) => textOf(name) ?? [])
  const named = names.length > 0 ? names : [textOf(value.reviewer) ?? speaker]
  return [...new Set(named.map(imported))]
}

function findingProblems(value: UnknownRecord): string[] {
  return Object.entries(fields).flatMap(([key, { isRight, form }]) =>
    isRight(value[key]) ? [] : [`.${key} ${value[key] === undefined ? 'is missing' : 'is wrong'}: it must be ${form}.`],
  )
}

type Field = { readonly isRight: (value: unknown) => boolean; readonly form: string }

const required: Field = { isRight: (value) => textOf(value) !== undefined, form: 'text' }
const optionalText: Field = { isRight: (value) => value == null || typeof value === 'string', form: 'text or null' }
const optionalLine: Field = {
  isRight: (value) => value == null || (Number.isSafeInteger(value) && Number(value) >= 1),
  form: 'a line number from 1 or null',
}
const fraction: Field = {
  isRight: (value) => value == null || (typeof value === 'number' && value >= 0 && value <= 1),
  form: 'a number from 0 to 1',
}
const optionalFlag: Field = { isRight: (value) => value == null || typeof value === 'boolean', form: 'true or false' }

const fields: Readonly<Record<string, Field>> = {
  title: required,
  problem: required,
  file: optionalText,
  line: optionalLine,
  endLine: optionalLine,
  category: optionalText,
  rule: optionalText,
  impact: optionalText,
  fix: optionalText,
  suggestion: optionalText,
  evidence: optionalText,
  confidence: fraction,
  blocking: optionalFlag,
  discard: optionalFlag,
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
