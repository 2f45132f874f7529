import { firstFew } from '../values/first-few.ts'
import { decide, type LoopAction } from './decide.ts'
import { emptyState, foldEvent } from './fold.ts'
import type { LoopResult } from './result.ts'
import { isOver, type LoopState } from './state.ts'
import { toResult } from './to-result.ts'
import type { LoopPolicy, SessionFact } from './types.ts'

export interface DryRunInput {
  readonly policy: LoopPolicy
  readonly agents: Extract<SessionFact, { type: 'session-started' }>['agents']
  readonly branch: string
  readonly base: string
  readonly push: boolean
  /** Then it is pushed before each review, for the reviewer to see. */
  readonly isOutside?: boolean
  /** Files that are committed before it begins. */
  readonly uncommitted?: readonly string[]
}

/** What a loop would do, one line for each step, as if every review found something. Nothing of it is done. */
export function dryRunLines(input: DryRunInput): readonly string[] {
  const { policy, uncommitted = [] } = input
  const rounds = Array.from({ length: policy.maxRounds }, (_, index) => index + 1)
  const steps = [
    ...(uncommitted.length === 0
      ? []
      : [`make one commit of uncommitted work first: ${firstFew(uncommitted, 3).join(', ')}`]),
    ...policy.validate.map((command) => `run \`${command}\` before the first round`),
    ...rounds.flatMap((round) => [
      ...reviewSteps(round, input),
      ...(round < policy.maxRounds && input.agents.fixer !== 'none' ? fixSteps(round, input) : []),
    ]),
    `${atTheEnd[policy.onLimit]} if findings that block are left after round ${policy.maxRounds}`,
    ...(input.push && input.isOutside !== true ? [`push ${input.branch} if it is approved`] : []),
  ]
  return steps.map(dryLine)
}

const dryLine = (step: string): string => `[DRY-RUN] Would ${step}`

/** The same for a session that is gone on with: from where it stands, only the next step is known. */
export function resumedDryRunLines(state: LoopState, session: string): readonly string[] {
  if (isOver(state)) return [dryLine(`show the result of session ${session} again: ${state.outcome}, ${state.reason}`)]
  const { allowedRounds, rounds } = goingOn(state)
  const undoing =
    state.intended === null ? [] : [`undo what was half done when it was cut off (${state.intended.step})`]
  return [
    `go on with session ${session} after ${rounds.length} of ${allowedRounds} rounds`,
    ...undoing,
    nextStepOf(state),
  ].map(dryLine)
}

/** What a session does first when it is resumed. */
export function nextStepOf(state: LoopState): string {
  return nextSteps[decide(goingOn(state)).step]
}

function goingOn(state: LoopState): LoopState {
  return state.point === null ? state : foldEvent(state, { type: 'resumed', point: state.point })
}

const nextSteps: Record<LoopAction['step'], string> = {
  record: 'record the files as they are, and then review',
  baseline: 'run the validation commands, and then review',
  review: 'review again',
  fix: 'have the blocking findings fixed',
  validate: 'run the validation commands on the fix',
  commit: 'commit the files of the fix',
  restore: 'take the fix back',
  revert: 'take the fix back by a commit',
  certify: 'look for what proves that findings are closed',
  ask: 'ask a person',
  wait: 'wait for the answer to its question',
  answer: 'answer its question by the policy',
  end: 'end',
}

/** For programs: nothing was done. */
export function dryRunResult(head: string): LoopResult {
  return toResult({ ...emptyState, outcome: 'dry_run', reason: 'Nothing was done.' }, null, head)
}

function reviewSteps(round: number, input: DryRunInput): readonly string[] {
  const { policy, agents, branch, base, push, isOutside = false } = input
  const verified = agents.verifier === 'none' ? '' : `, and have ${agents.verifier} verify what blocks`
  return [
    ...(push && isOutside ? [`push ${branch} for round ${round}`] : []),
    `review ${branch} against ${base} with ${agents.reviewer}${verified}: round ${round} of ${policy.maxRounds}`,
    `write the findings document of round ${round}, and end if nothing blocks`,
  ]
}

function fixSteps(round: number, { policy, agents }: DryRunInput): readonly string[] {
  return [
    `have ${agents.fixer} fix the blocking findings of round ${round}`,
    ...policy.validate.map(
      (command) => `run \`${command}\` after the fix of round ${round}, and take the fix back if it breaks that`,
    ),
    policy.commit ? `commit the files of the fix of round ${round}` : `leave the fix of round ${round} uncommitted`,
  ]
}

const atTheEnd: Record<LoopPolicy['onLimit'], string> = {
  ask: 'ask a person',
  block: 'stop and say so',
  accept: 'accept them on record',
  continue: 'go on, one round at a time, up to the cap,',
}
