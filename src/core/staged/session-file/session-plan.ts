import type { DocumentLine, Report } from '../../loop/finding-drafts.ts'
import {
  type ApprovedPlan,
  isSupplemental,
  type Phase,
  type PlanSource,
  phases,
  planSources,
  type SessionDocument,
  supplementText,
  withSupplement,
} from './session-document.ts'
import type { SessionMetadata } from './session-metadata.ts'
import type { SessionPart } from './session-parse.ts'
import { readText } from './session-text.ts'

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

export function readPlan(
  parts: readonly SessionPart[],
  { phase, metadata }: { readonly phase: Phase; readonly metadata: SessionMetadata },
  report: Report,
): ApprovedPlan | null {
  const part = parts.find(({ title }) => title === 'Approved Plan')
  if (part === undefined) return null
  const [first, ...rest] = filledLines(part)
  if (first === undefined) {
    if (phase === 'execution') report(part.line, 'A session in execution has an approved plan; this one has none.')
    return null
  }
  const source = sourceOf(first, report)
  const plan = { source: source ?? 'reviewer-approved', text: readText(rest) }
  const recorded = metadata.values.plan_source ?? source
  if (plan.text === '') report(first.number, 'The approved plan has a source, but no text.')
  if (recorded !== source && source !== undefined)
    report(first.number, `The plan says "Source: ${source}", the metadata "plan_source: ${recorded}".`)
  if (source === 'review-only') checkReviewOnly(plan, parts, first.number, report)
  return plan
}

function sourceOf({ number, text }: DocumentLine, report: Report): PlanSource | undefined {
  const word = /^[-*+][ \t]+(?:\*\*)?Source(?:\*\*:|:\*\*|:)[ \t]*(.*)$/.exec(text)?.[1]?.replace(/`/g, '').trim()
  const source = planSources.find((candidate) => candidate === word)
  if (source === undefined)
    report(number, `An approved plan begins with "- Source: ${planSources.join(' | ')}", found "${text.trim()}".`)
  return source
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
