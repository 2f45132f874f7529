import type { DocumentLine, Report } from '../../loop/finding-drafts.ts'
import {
  type ApprovedPlan,
  isSupplemental,
  type PlanSource,
  phases,
  planSources,
  type SessionDocument,
  supplementText,
  withSupplement,
} from './session-document.ts'
import { roundsOf } from './session-history.ts'
import type { SessionPart } from './session-parse.ts'
import { readPlanText, readText } from './session-text.ts'

/** What stands for a plan in a session that only reviews. The section it names comes after it. */
export const reviewOnlyPlan: ApprovedPlan = {
  source: 'review-only',
  text: '(none — review-only mode)\n\nScope: see `## Review Target` section below.',
}

/** The plan as agents are given it. A plan of a user that another tool wrote down may have headings that look like sections. */
export function planText({ approvedPlan, supplements }: SessionDocument): string {
  if (approvedPlan === null) return ''
  const below = supplements.filter(({ title, after }) => after === 'Approved Plan' && !isSupplemental(title))
  const parts = approvedPlan.source === 'user-supplied' ? below : []
  return [approvedPlan.text, ...parts.map(({ title, text }) => `## ${title}\n${text}`.trimEnd())].join('\n\n')
}

/** A reviewer approved the draft. */
export function approvePlan(document: SessionDocument, text: string): SessionDocument {
  return withPlan(withSupplement(document, 'Draft Plan', null), { source: 'reviewer-approved', text })
}

/** A person made another one of it. */
export function supplyPlan(document: SessionDocument): SessionDocument {
  const { approvedPlan } = document
  return approvedPlan === null ? document : withPlan(document, { ...approvedPlan, source: 'user-supplied' })
}

function withPlan(document: SessionDocument, approvedPlan: ApprovedPlan): SessionDocument {
  const { values, foreign } = document.metadata
  return { ...document, approvedPlan, metadata: { values: { ...values, plan_source: approvedPlan.source }, foreign } }
}

/** The opposite: the plan is a draft again, unless there is one that is newer. */
export function withdrawPlan(document: SessionDocument): SessionDocument {
  const { plan_source: _, ...values } = document.metadata.values
  const draft = supplementText(document, 'Draft Plan') ?? planText(document)
  return {
    ...withSupplement(document, 'Draft Plan', draft),
    currentPhase: 'planning',
    approvedPlan: null,
    metadata: { ...document.metadata, values },
  }
}

export function readPhase(
  part: SessionPart | undefined,
  report: Report,
): Pick<SessionDocument, 'currentPhase' | 'phaseNote'> {
  const [first, ...rest] = filledLines(part)
  const word = first?.text
    .replace(/^[-*+][ \t]+/, '')
    .replace(/[`*]/g, '')
    .trim()
  const phase = phases.find((candidate) => candidate === word)
  if (part !== undefined && phase === undefined)
    report(first?.number ?? part.line, `The current phase is ${phases.join(' or ')}, not "${word ?? ''}".`)
  return { currentPhase: phase ?? 'planning', phaseNote: readText(rest) }
}

/** What the file says elsewhere that a plan is held against. */
type Told = Pick<SessionDocument, 'currentPhase' | 'reviewHistory' | 'metadata'>

export function readPlan(parts: readonly SessionPart[], told: Told, report: Report): ApprovedPlan | null {
  const part = parts.find(({ title }) => title === 'Approved Plan')
  if (part === undefined) return null
  const lines = filledLines(part)
  const [first, ...rest] = lines
  if (first === undefined) {
    if (told.currentPhase === 'execution')
      report(part.line, 'A session in execution has an approved plan; this one has none.')
    return null
  }
  const word = sourceWord(first)
  const isTold = word !== undefined || rest.some((line) => sourceNamed(sourceWord(line)) !== null)
  const source = isTold ? sourceNamed(word) : approvedBy(told)
  const plan = { source: source ?? 'reviewer-approved', text: readPlanText(word === undefined ? lines : rest) }
  const recorded = told.metadata.values.plan_source ?? source
  if (source === null) report(first.number, noSource(first.text))
  else if (recorded !== source)
    report(first.number, `The plan says "Source: ${source}", the metadata "plan_source: ${recorded}".`)
  if (plan.text === '') report(first.number, 'The approved plan has a source, but no text.')
  if (source === 'review-only') checkReviewOnly(plan, parts, first.number, report)
  return plan
}

/** What stands behind `- Source:`; undefined where the plan begins without it. */
function sourceWord({ text }: DocumentLine): string | undefined {
  return /^[-*+][ \t]+(?:\*\*)?Source(?:\*\*:|:\*\*|:)[ \t]*(.*)$/.exec(text)?.[1]?.replace(/`/g, '').trim()
}

function sourceNamed(word: string | undefined): PlanSource | null {
  return planSources.find((source) => source === word) ?? null
}

/** Not every tool writes the source: then the last round of planning tells who approved the plan. Null: nobody did. */
function approvedBy(told: Told): PlanSource | null {
  const rounds = roundsOf({ ...told, approvedPlan: { source: 'reviewer-approved', text: '' } })
  const last = rounds.findLast(({ phase, round, verdict }) => phase === 'planning' && (round ?? verdict) !== null)
  return last?.verdict === 'APPROVE' ? 'reviewer-approved' : null
}

function noSource(found: string): string {
  const expected = `An approved plan begins with "- Source: ${planSources.join(' | ')}"`
  return `${expected}, or its last planning round says APPROVE; found "${found.trim()}".`
}

/** Hyphens in place of the dash are the same sentence. */
function checkReviewOnly(plan: ApprovedPlan, parts: readonly SessionPart[], line: number, report: Report): void {
  const spelling = (text: string) => text.replace(/[–—-]+/g, '-').replace(/\s+/g, ' ')
  if (spelling(plan.text) !== spelling(reviewOnlyPlan.text))
    report(line, `A review-only session has no plan; in place of one it says "${spelling(reviewOnlyPlan.text)}"`)
  if (!parts.some(({ title }) => title === 'Review Target'))
    report(line, 'A review-only session says what it reviews in "## Review Target", which is missing.')
}

/** From the first line that is not blank. */
function filledLines(part: SessionPart | undefined): readonly DocumentLine[] {
  const lines = part?.lines ?? []
  const first = lines.findIndex(({ text }) => text.trim() !== '')
  return first < 0 ? [] : lines.slice(first)
}
