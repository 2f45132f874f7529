import { completedStagesOf } from '../session-file/session-defaults.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { roundsOf } from '../session-file/session-history.ts'
import { type Stage, stages } from '../stages.ts'
import { leftQuestions } from './left-questions.ts'
import { passes } from './passes.ts'
import { isRefused } from './refused-rounds.ts'

/**
 * The stages that a session file claims and its own rounds do not contradict. A stage that they refuse, or that asks
 * something, is not complete, nor is what comes after it.
 */
export function heldStages(document: SessionDocument): readonly Stage[] {
  const rounds = roundsOf(document)
  const left = leftQuestions(document)
  const refused = stages.find(
    (stage) => isRefused(rounds, stage) || (left !== null && passes[left.pass].stage === stage),
  )
  const held = refused === undefined ? stages : stages.slice(0, stages.indexOf(refused))
  return completedStagesOf(document.metadata).filter((stage) => held.includes(stage))
}

/** The stages that it claims all the same. */
export function contradictedStages(document: SessionDocument): readonly Stage[] {
  const held = heldStages(document)
  return completedStagesOf(document.metadata).filter((stage) => !held.includes(stage))
}
