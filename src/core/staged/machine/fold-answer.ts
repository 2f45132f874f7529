import { oneLine } from '../../loop/findings-document.ts'
import type { DeliveryBlock } from '../delivery-block.ts'
import { questionTopic } from '../run-answer.ts'
import { execPass, execStage } from '../stage-table.ts'
import type { Fact } from './facts.ts'
import { withPass } from './fold-pass.ts'
import type { AskedQuestion, RunAnswer } from './questions.ts'
import type { PassState, RunState } from './state.ts'

export function answered(state: RunState, { answer, by }: Fact<'answered'>): RunState {
  if (state.question === null) throw new Error('the journal has an answer without a question')
  return settle(state, state.question, answer, { by, isAutonomous: false })
}

export function decided(state: RunState, { question, answer, by }: Fact<'decided'>): RunState {
  return settle(state, question, answer, { by, isAutonomous: true })
}

interface Who {
  readonly by: string
  readonly isAutonomous: boolean
}

function settle(state: RunState, question: AskedQuestion, answer: RunAnswer, who: Who): RunState {
  const told = {
    ...state,
    question: null,
    isUndecided: false,
    answers: [...state.answers, { question, answer, ...who }],
  }
  if (answer.choice === 'stop') return stopped(told, question, answer, who.by)
  const isSaid = !who.isAutonomous && goesOn(answer, state.block)
  return wentOn(isSaid ? unblocked(told) : told, question, answer, who)
}

/** Who answers what was asked before an interruption wants it to go on, and need not be asked about that. */
export function goesOn({ choice }: RunAnswer, block: DeliveryBlock | null): boolean {
  return choice !== 'stop' && block === 'user-abort'
}

function wentOn(
  state: RunState,
  { kind, about }: AskedQuestion,
  { choice }: RunAnswer,
  { by, isAutonomous }: Who,
): RunState {
  switch (kind) {
    case 'outside':
    case 'decision':
      return withPass(state, (pass) => ({
        ...pass,
        questions: pass.questions.filter((one) => one.kind !== kind),
        takesAnswer: pass.takesAnswer || isWritingNext(pass),
        decided: pass.decided + (isAutonomous ? 1 : 0),
      }))
    case 'soft-limit':
    case 'stuck':
    case 'gate':
      return withPass(state, (pass) => ({ ...pass, insistedAt: pass.failed }))
    case 'unchanged':
      return state
    case 'drift':
      return { ...state, driftAcceptedBy: by }
    case 'blocked':
      // What was interrupted goes on where it was; a stage at its cap begins anew.
      if (about.includes('user-abort')) return unblocked(state)
      return { ...unblocked(state), pass: null, ran: [], replays: { ...state.replays, count: 0 } }
    case 'ignores':
      return choice === 'write'
        ? withPass(state, (pass) => ({ ...pass, writesIgnores: true }))
        : { ...state, leftIgnores: [...state.leftIgnores, ...about] }
  }
}

/** Who asked was the planner, the plan, or a reviewer who approved: where changes were asked for, somebody writes in any case. */
function isWritingNext({ review }: PassState): boolean {
  return review === null || review.verdict === 'APPROVE'
}

/** Whatever is answered about a block, it is answered. */
function unblocked(state: RunState): RunState {
  return { ...state, block: null, isBlockOpen: false, blockReason: '' }
}

function stopped(state: RunState, question: AskedQuestion, { text }: RunAnswer, by: string): RunState {
  const { kind, pass } = question
  if (kind === 'drift' || kind === 'blocked') {
    const ending = { outcome: 'aborted', reason: `${by} ended it.`, blockedBy: null } as const
    return { ...(kind === 'blocked' ? unblocked(state) : state), ending }
  }
  const isExec = pass === execPass && kind !== 'outside' && kind !== 'decision'
  const ending = {
    outcome: 'blocked',
    reason: `${by} stopped it: ${oneLine(text || questionTopic(question)).replace(/\.$/, '')}.`,
    blockedBy: isExec ? execStage : null,
  } as const
  return { ...state, ending }
}
