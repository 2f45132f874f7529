import { withMetadata } from '../session-file/session-changes.ts'
import { completedStagesOf } from '../session-file/session-defaults.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { roundsOf } from '../session-file/session-history.ts'
import { supplyPlan, withdrawPlan } from '../session-file/session-plan.ts'
import { type Stage, stageOf, stages } from '../stages.ts'
import { leftQuestions } from './left-questions.ts'
import { isExecutionApproved, isRefused } from './refused-rounds.ts'
import type { Unapproved } from './unapproved-edits.ts'

/**
 * A session file without what its own rounds contradict or do not bear out, or what was edited since: stages that it claims, and a
 * plan that it calls approved.
 */
export function heldDocument(document: SessionDocument, unapproved: readonly Unapproved[] = []): SessionDocument {
  const completed = unapproved.includes('execution') ? [] : heldStages(document)
  const isHeld = completed.length === completedStagesOf(document.metadata).length
  const held = isHeld ? document : withMetadata(document, { completed_stages: completed })
  if (isPlanRefused(document)) return withdrawPlan(held)
  return unapproved.includes('plan') ? supplyPlan(held) : held
}

/** The stages that it claims all the same. */
export function contradictedStages(document: SessionDocument): readonly Stage[] {
  const held = heldStages(document)
  return completedStagesOf(document.metadata).filter((stage) => !held.includes(stage))
}

/** What a user supplied is approved by that. */
export function isPlanRefused(document: SessionDocument): boolean {
  return document.approvedPlan?.source === 'reviewer-approved' && isRefused(roundsOf(document), null)
}

/**
 * A stage that the rounds refuse, or that asks something, is not complete, nor is what comes after it. Of the execution every tool
 * tells: where no round of it was approved, nothing is.
 */
function heldStages(document: SessionDocument): readonly Stage[] {
  const rounds = roundsOf(document)
  if (isPlanRefused(document) || !isExecutionApproved(rounds)) return []
  const left = leftQuestions(document)
  const refused = stages.find((stage) => isRefused(rounds, stage) || left.some(({ pass }) => stageOf(pass) === stage))
  const held = refused === undefined ? stages : stages.slice(0, stages.indexOf(refused))
  return completedStagesOf(document.metadata).filter((stage) => held.includes(stage))
}
