import { planSourceOf } from '../session-file/session-defaults.ts'
import type { PlanSource, SessionDocument } from '../session-file/session-document.ts'
import { planText } from '../session-file/session-plan.ts'
import { textPart } from './parts.ts'

/** The plan that the work is held against; empty in a session that only reviews. */
export function planPart(document: SessionDocument): string {
  if (planSourceOf(document) === 'review-only') return ''
  return textPart('The plan', planWords[planSourceOf(document)], 'plan', planText(document))
}

const planWords: Readonly<Record<PlanSource, string>> = {
  'reviewer-approved': 'A reviewer approved it:',
  'user-supplied': 'A person supplied it; no reviewer has approved it:',
  'review-only': '',
}

/** How much a deviation from the plan weighs, by where the plan comes from. Other tools look for the words in brackets. */
export function provenancePart(document: SessionDocument): string {
  return `# How the plan counts\n\n${weights[planSourceOf(document)]}`
}

const weights: Readonly<Record<PlanSource, string>> = {
  'reviewer-approved':
    'The plan was approved by a reviewer (plan_source: reviewer-approved). A deviation from it is a [CRITICAL] issue, unless the executor\ngives a reason for it that holds.',
  'user-supplied':
    '(plan_source: user-supplied — plan conformance is advisory/MINOR)\nA deviation from the plan is a [MINOR] issue, unless it changes what the program does for its users or misses a criterion.',
  'review-only':
    'There is no plan (plan_source: review-only): judge the change by itself, and raise no issue about a plan. What it is about is in the\nsession, below "Review Target".',
}
