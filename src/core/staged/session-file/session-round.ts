import type { DocumentLine } from '../../loop/finding-drafts.ts'
import { isNone, readList } from '../markdown/list-items.ts'
import { readAnchor } from '../replies/issue-anchor.ts'
import { type ReviewIssue, taggedLine } from '../replies/reviewer-issues.ts'
import type { ReviewerVerdict } from '../replies/reviewer-reply.ts'

/** What a round belongs to, and how its heading begins. */
export const roundLabels = {
  planning: 'Planning',
  execution: 'Execution',
  gate: 'Adversarial Gate',
  polish: 'Quality Polish',
  docs: 'Documentation',
  security: 'Security Preflight',
} as const

export type RoundPhase = keyof typeof roundLabels

/** How a reviewer failed that gave no valid answer. */
export const failureKinds = ['command execution', 'JSON parsing', 'missing `result`', 'schema validation'] as const

export interface RoundFailure {
  /** Null where another tool says it in its own words. */
  readonly kind: (typeof failureKinds)[number] | null
  readonly reason: string
}

/** Null for what the history does not say, or says in two ways. */
export interface RoundRecord {
  readonly heading: string
  readonly phase: RoundPhase | null
  readonly round: number | null
  readonly executorBackend: string | null
  readonly result: string | null
  readonly reviewerBackend: string | null
  /** Answers of a reviewer that did not count, in order. */
  readonly failures: readonly RoundFailure[]
  readonly verdict: ReviewerVerdict | null
  readonly issues: readonly ReviewIssue[]
  /** In the words of a reviewer whose answer is quoted. */
  readonly questions: readonly string[]
  readonly outcome: string | null
  readonly notes: readonly string[]
}

/** By the word that comes first. */
export function phaseIn(heading: string): RoundPhase | null {
  const found = phaseWords.flatMap(([phase, words]) => {
    const at = words.exec(heading)?.index
    return at === undefined ? [] : [{ phase, at }]
  })
  return found.sort((one, other) => one.at - other.at)[0]?.phase ?? null
}

/** The words by which other tools mean a phase. */
const phaseWords: readonly (readonly [RoundPhase, RegExp])[] = [
  ['planning', /\bplan(?:ning)?\b/i],
  ['execution', /\bexec(?:ution)?\b|\bimplementation\b|\bcode review\b/i],
  ['gate', /\badversarial\b/i],
  ['polish', /\bpolish\b|\bquality\b/i],
  ['docs', /\bdoc(?:s|umentation)\b/i],
  ['security', /\bsecurity\b/i],
]

/** What is said below the heading of a round; the heading itself may say the verdict. */
export function readRound(told: readonly DocumentLine[]): Omit<RoundRecord, 'heading' | 'phase' | 'round'> {
  const lines = told.map(withoutIssuesLabel)
  const isIssue = (text: string) => taggedLine.test(text)
  const issues = readList(lines, isIssue).items.flatMap(({ text }) => readIssue(text) ?? [])
  // Neither code nor what is said of an issue can be a label.
  const { items, outside } = readList(
    lines.filter(({ isCode }) => !isCode),
    isIssue,
  )
  const rows = [...outside, ...items].flatMap(({ text }) => (readIssue(text) === undefined ? text.split('\n') : []))
  const labelled = rows.flatMap(readLabel)
  const valuesOf = (wanted: RegExp) => labelled.flatMap(({ label, value }) => (wanted.test(label) ? [value] : []))
  const first = (wanted: RegExp) => valuesOf(wanted)[0] ?? null
  return {
    executorBackend: first(/^executor(?: backend)?$/),
    result: first(/^(?:executor )?result$/),
    reviewerBackend: first(/^reviewer(?: backend)?$/),
    failures: valuesOf(/^(?:reviewer )?failure(?: reason)?$/).map(readFailure),
    verdict: readVerdict([...valuesOf(/^(?:reviewer )?verdict$/), ...inHeading(lines[0]?.text ?? '')]),
    issues,
    questions: quotedQuestions(lines),
    outcome: first(/^outcome$/),
    notes: valuesOf(/^note$/),
  }
}

/** '- Issues: [CRITICAL] Wrong sign' is an issue as if it stood below its label. */
function withoutIssuesLabel(line: DocumentLine): DocumentLine {
  return line.isCode ? line : { ...line, text: line.text.replace(issuesLabel, '- ') }
}

const issuesLabel =
  /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?issues?(?:\*\*:|:\*\*|:)[ \t]*(?=(?:\*\*|__)?\[(?:CRITICAL|MINOR)\])/i

/** What stands below '### Questions', up to the next heading. */
function quotedQuestions(lines: readonly DocumentLine[]): readonly string[] {
  const isHeading = ({ text, isCode }: DocumentLine) => !isCode && /^#{3,6}[ \t]/.test(text)
  const start = lines.findIndex((line) => isHeading(line) && /^#+[ \t]+Questions:?[ \t]*$/.test(line.text))
  if (start < 0) return []
  const below = lines.slice(start + 1)
  const end = below.findIndex(isHeading)
  const { items } = readList(end < 0 ? below : below.slice(0, end))
  return items.map(({ text }) => text).filter((text) => !isNone(text) && readLabel(text).length === 0)
}

/** '- **Verdict:** APPROVE', 'Verdict: `APPROVE`', '### VERDICT: APPROVE' */
function readLabel(row: string): readonly { readonly label: string; readonly value: string }[] {
  const text = row.trim().replace(/^(?:[-*+]|#{3,6})[ \t]+/, '')
  const [, label, value] = /^(?:\*\*)?([A-Za-z ]{4,30}?)(?:\*\*:|:\*\*|:)[ \t]*(.+)$/.exec(text) ?? []
  return label === undefined || value === undefined ? [] : [{ label: label.toLowerCase(), value: withoutSpan(value) }]
}

function withoutSpan(value: string): string {
  return /^(`|\*\*)([^`*]+)\1$/.exec(value.trim())?.[2] ?? value.trim()
}

/** Every place that tells a verdict must tell the same. */
function readVerdict(values: readonly string[]): ReviewerVerdict | null {
  const verdicts = values.map((value) => /^(APPROVE|REQUEST_CHANGES)(?![\w|]| \|)/.exec(value)?.[1])
  const [first] = verdicts
  if (verdicts.some((verdict) => verdict !== first)) return null
  return first === 'APPROVE' || first === 'REQUEST_CHANGES' ? first : null
}

function inHeading(heading: string): readonly string[] {
  return /\b(?:APPROVE|REQUEST_CHANGES)\b/.exec(heading) ?? []
}

function readFailure(text: string): RoundFailure {
  const kind = failureKinds.find((candidate) => text.startsWith(candidate)) ?? null
  return { kind, reason: text.slice(kind?.length ?? 0).replace(/^\s*[-–—:]\s+/, '') }
}

function readIssue(text: string): ReviewIssue | undefined {
  const [whole = '', severity] = /^(?:\*\*|__)?\[(CRITICAL|MINOR)\](?:\*\*|__)?:?[ \t]*/.exec(text) ?? []
  if (severity !== 'CRITICAL' && severity !== 'MINOR') return undefined
  return { severity, ...readAnchor(text.slice(whole.length)) }
}
