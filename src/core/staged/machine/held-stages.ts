import { completedStagesOf } from '../session-file/session-defaults.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { type PhaseRound, roundsOf } from '../session-file/session-history.ts'
import { type Stage, stages } from '../stages.ts'
import { leftQuestions } from './left-questions.ts'
import { passes } from './passes.ts'

/**
 * The stages that a session file claims and its own rounds do not contradict. A stage whose last round was refused, or asks
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

/** By its last round. What a person took as it is counts as done. */
function isRefused(rounds: readonly PhaseRound[], stage: Stage): boolean {
  const last = rounds.findLast(({ phase }) => stageOf(phase) === stage)
  if (last === undefined || [last.outcome ?? '', ...last.notes].some(isAccepted)) return false
  const isKeyFound = stage === 'security' && last.issues.some(({ severity }) => severity === 'CRITICAL')
  return last.verdict === 'REQUEST_CHANGES' || isKeyFound
}

function stageOf(phase: PhaseRound['phase']): Stage | null {
  if (phase === 'execution' || phase === 'gate') return 'exec'
  return phase === 'planning' ? null : phase
}

/** 'accepted by Ann' */
function isAccepted(words: string): boolean {
  return /\b(?:accepted|waived|overruled) by\b/i.test(words)
}
