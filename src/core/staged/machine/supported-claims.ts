import { withMetadata } from '../session-file/session-changes.ts'
import { completedStagesOf } from '../session-file/session-defaults.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { roundsOf } from '../session-file/session-history.ts'
import { supplyPlan, withdrawPlan } from '../session-file/session-plan.ts'
import { type Stage, stageOf, stages } from '../stages.ts'
import { isExecutionApproved, isRefused } from './refused-rounds.ts'
import { unansweredQuestions } from './unanswered-questions.ts'
import type { Unapproved } from './unapproved-edits.ts'

/**
 * A session file may claim stages as complete, or a plan as approved. This removes claims that its own rounds contradict or do not
 * support, and claims about what was edited since.
 */
export function supportedDocument(document: SessionDocument, unapproved: readonly Unapproved[] = []): SessionDocument {
  const completed = unapproved.includes('execution') ? [] : supportedStages(document)
  const isHeld = completed.length === completedStagesOf(document.metadata).length
  const held = isHeld ? document : withMetadata(document, { completed_stages: completed })
  if (isPlanRefused(document)) return withdrawPlan(held)
  return unapproved.includes('plan') ? supplyPlan(held) : held
}

/** The stages that it claims without support. */
export function contradictedStages(document: SessionDocument): readonly Stage[] {
  const held = supportedStages(document)
  return completedStagesOf(document.metadata).filter((stage) => !held.includes(stage))
}

/** A plan that a user supplied needs no approval. */
export function isPlanRefused(document: SessionDocument): boolean {
  return document.approvedPlan?.source === 'reviewer-approved' && isRefused(roundsOf(document), null)
}

/**
 * A stage is not complete if its rounds refuse it or an open question is about it; nor is any later stage. Every tool records rounds of
 * the execution: if none was approved, no stage is complete.
 */
function supportedStages(document: SessionDocument): readonly Stage[] {
  const rounds = roundsOf(document)
  if (isPlanRefused(document) || !isExecutionApproved(rounds)) return []
  const left = unansweredQuestions(document)
  const refused = stages.find((stage) => isRefused(rounds, stage) || left.some(({ pass }) => stageOf(pass) === stage))
  const held = refused === undefined ? stages : stages.slice(0, stages.indexOf(refused))
  return completedStagesOf(document.metadata).filter((stage) => held.includes(stage))
}
