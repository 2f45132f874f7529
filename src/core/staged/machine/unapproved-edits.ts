import { completedStagesOf } from '../session-file/session-defaults.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { roundsOf } from '../session-file/session-history.ts'
import { planText } from '../session-file/session-plan.ts'
import { execPass, passes, planPass, type RoundPhase } from '../stage-table.ts'

/** What an edited session file calls approved, or complete, and nobody has looked at as it is now. */
export type Unapproved = 'plan' | 'execution'

export interface UnapprovedEdits {
  /** What was edited, for people: 'the plan'. */
  readonly edited: readonly string[]
  readonly unapproved: readonly Unapproved[]
}

/**
 * A plan is approved, and an execution against plan, criteria and problem, as these were at that moment. Whoever edits them
 * afterwards, and tells of no later approval, has what nobody approved.
 */
export function unapprovedEdits(before: SessionDocument, now: SessionDocument): UnapprovedEdits {
  const isPlanEdited = before.approvedPlan !== null && planText(before) !== planText(now)
  const edited = [
    ...(isPlanEdited ? ['the plan'] : []),
    ...(before.acceptanceCriteria === now.acceptanceCriteria ? [] : ['the acceptance criteria']),
    ...(before.problemDescription === now.problemDescription ? [] : ['the problem description']),
  ]
  const isApprovedSince = (phase: RoundPhase) => approvalsOf(now, phase) > approvalsOf(before, phase)
  const isPlanOpen =
    isPlanEdited && now.approvedPlan?.source === 'reviewer-approved' && !isApprovedSince(passes[planPass].phase)
  const isExecutionOpen =
    edited.length > 0 && completedStagesOf(now.metadata).length > 0 && !isApprovedSince(passes[execPass].phase)
  return {
    edited,
    unapproved: [...(isPlanOpen ? (['plan'] as const) : []), ...(isExecutionOpen ? (['execution'] as const) : [])],
  }
}

function approvalsOf(document: SessionDocument, wanted: RoundPhase): number {
  return roundsOf(document).filter(({ phase, verdict }) => phase === wanted && verdict === 'APPROVE').length
}
