import { isRefusal } from '../../agents/refusing-words.ts'
import type { DocumentLine } from '../../loop/finding-drafts.ts'
import { readList } from '../markdown/list-items.ts'
import { readAnchor } from '../replies/issue-anchor.ts'
import { asksNothing } from '../replies/question.ts'
import type { ReviewIssue } from '../replies/reviewer-issues.ts'
import type { ReviewerVerdict } from '../replies/reviewer-reply.ts'
import { type RoundPhase, stageTable } from '../stage-table.ts'
import { roundPhases } from '../stages.ts'
import { atTags, beginsWithTag } from './tags.ts'

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
  /** In the words of whoever asks, with the tag. */
  readonly questions: readonly string[]
  readonly outcome: string | null
  readonly notes: readonly string[]
}

/** What stands below a heading may also be something else. */
export function tellsOfRound(said: Omit<RoundRecord, 'heading' | 'phase' | 'round'>): boolean {
  const { verdict, executorBackend, result, reviewerBackend, outcome, failures, issues, questions } = said
  const words = [verdict, executorBackend, result, reviewerBackend, outcome]
  return words.some((word) => word !== null) || failures.length + issues.length + questions.length > 0
}

/** By the word that comes first. */
export function phaseIn(heading: string): RoundPhase | null {
  const found = roundPhases.flatMap((phase) => {
    const at = stageTable[phase].words.exec(heading)?.index
    return at === undefined ? [] : [{ phase, at }]
  })
  return found.sort((one, other) => one.at - other.at)[0]?.phase ?? null
}

/** What is said below the heading of a round; the heading itself may say the verdict. */
export function readRound(told: readonly DocumentLine[]): Omit<RoundRecord, 'heading' | 'phase' | 'round'> {
  const lines = told.flatMap(atTags)
  const tagged = readList(lines, beginsWithTag).items.filter(({ text }) => beginsWithTag(text))
  // Neither code nor what is said of an issue can be a label.
  const { items, outside } = readList(
    lines.filter(({ isCode }) => !isCode),
    beginsWithTag,
  )
  const rows = [...outside, ...items].flatMap(({ text }) => (beginsWithTag(text) ? [] : text.split('\n')))
  const labelled = rows.flatMap(readLabel)
  const valuesOf = (wanted: RegExp) => labelled.flatMap(({ label, value }) => (wanted.test(label) ? [value] : []))
  const first = (wanted: RegExp) => valuesOf(wanted)[0] ?? null
  const labels = [...valuesOf(/^(?:reviewer )?verdict$/), ...inHeading(told[0]?.text ?? '')]
  const verdicts = readVerdict(labels) === 'APPROVE' ? [...labels, ...refusalsIn(lines)] : labels
  const verdict = readVerdict(verdicts)
  return {
    executorBackend: first(/^executor(?: backend)?$/),
    result: first(/^(?:executor )?result$/),
    reviewerBackend: first(/^reviewer(?: backend)?$/),
    failures: [
      ...valuesOf(/^(?:reviewer )?failure(?: reason)?$/).map(readFailure),
      ...(verdict === null ? verdicts.map(noVerdict) : []),
    ],
    verdict,
    issues: tagged.flatMap(({ text }) => readIssue(text) ?? []),
    questions: [...tagged.flatMap(({ text }) => (isQuestion(text) ? [text] : [])), ...questionsBelow(lines)],
    outcome: first(/^outcome$/),
    notes: valuesOf(/^note$/),
  }
}

function isQuestion(text: string): boolean {
  return /^\[(?:OUTSIDE|DECISION)\]/.test(text)
}

/** What stands beside or below a label or a heading 'Questions' without a tag, up to the next heading or label of a round. */
function questionsBelow(lines: readonly DocumentLine[]): readonly string[] {
  const below: DocumentLine[] = []
  let isBelow = false
  for (const line of lines) {
    const beside = line.isCode ? null : questionsLabel.exec(line.text)
    isBelow = beside !== null || (isBelow && (line.isCode || !endOfQuestions.test(line.text)))
    if (isBelow) below.push(beside === null ? line : { ...line, text: beside[1] ?? '' })
  }
  const { items, outside } = readList(below, beginsWithTag)
  return [...outside, ...items]
    .map(({ text }) => text.replace(/^[\s>*_+-]+/, ''))
    .filter((text) => /[\p{L}\p{N}]/u.test(text) && !asksNothing(text) && !beginsWithTag(text))
}

/** '### Questions', '- **Questions:** Which port?', 'Question 2: Which port?'; what is indented more is said of something else. */
const questionsLabel = /^ {0,3}(?![ \t])[^\p{L}\p{N}]*(?:open )?questions?[^\p{L}:]*(?::(.*))?$/iu
const endOfQuestions =
  /^#{3,6}[ \t]|^\W*(?:(?:executor|reviewer)(?: backend)?|(?:(?:executor|reviewer) )?(?:result|verdict|failure)|issues?|strengths|outcome|notes?)\W*:/i

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
  const verdicts = values.map((value) => /^[`*]*(APPROVE|REQUEST_CHANGES)[`*]*(?![\w|`*]| \|)/.exec(value)?.[1])
  const [first] = verdicts
  if (verdicts.some((verdict) => verdict !== first)) return null
  return first === 'APPROVE' || first === 'REQUEST_CHANGES' ? first : null
}

/** What is called a verdict and is none, as BLOCK, is an answer that does not count. */
function noVerdict(said: string): RoundFailure {
  return { kind: null, reason: `Verdict: ${said}` }
}

/** What refuses in other words than a label, as in a table or a quote. */
function refusalsIn(told: readonly DocumentLine[]): readonly string[] {
  return told.flatMap(({ text, isCode }) =>
    !isCode && !beginsWithTag(text) && isRefusal(text) ? ['REQUEST_CHANGES'] : [],
  )
}

function inHeading(heading: string): readonly string[] {
  return /\b(?:APPROVE|REQUEST_CHANGES)\b/.exec(heading) ?? []
}

function readFailure(text: string): RoundFailure {
  const kind = failureKinds.find((candidate) => text.startsWith(candidate)) ?? null
  return { kind, reason: text.slice(kind?.length ?? 0).replace(/^\s*[-–—:]\s+/, '') }
}

function readIssue(text: string): ReviewIssue | undefined {
  const [whole = '', severity] = /^\[(CRITICAL|MINOR)\][ \t]*/.exec(text) ?? []
  if (severity !== 'CRITICAL' && severity !== 'MINOR') return undefined
  return { severity, ...readAnchor(text.slice(whole.length)) }
}
