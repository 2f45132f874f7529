import type { RoundPhase } from '../session-file/session-round.ts'
import { type Stage, stages } from '../stages.ts'

// What a staged run consists of, as data. Every row is the same loop, write → look → write …, and `decide` knows no pass by its
// name where a column can say it.

export type PassName = 'plan' | 'exec' | 'language' | 'quality' | 'simplify' | 'tests' | 'docs' | 'security'

export interface PassRow {
  readonly stage: 'plan' | Stage
  /** What its rounds are called in the history. */
  readonly label: RoundPhase
  readonly writer: 'planner' | 'executor' | null
  readonly looker: 'reviewer' | 'checks' | 'preflight' | null
  readonly first: 'write' | 'look'
  /** Looks that may find something before the pass is at its cap: where a look comes first, one more than the fixes. */
  readonly mostFailures: number | 'softLimitPlan' | 'softLimitExec'
  readonly atCap: 'ask' | 'block'
  /** Commands that have to pass after a write, and what happens when they do not. */
  readonly check: { readonly commands: 'build' | 'suite'; readonly onFailure: 'fix' | 'roll-back' } | null
  /** `replay`: writes that are prose alone need no more than a reviewer's look; all others clear the completed stages. */
  readonly writes: 'clear' | 'replay'
  /** False: not again when the stages are replayed. Who simplifies always finds something more. */
  readonly repeats: boolean
}

const ordinary = { first: 'look', atCap: 'block', check: null, writes: 'clear', repeats: true } as const

/** In the order of the run. */
export const passes: Readonly<Record<PassName, PassRow>> = {
  plan: {
    ...ordinary,
    stage: 'plan',
    label: 'planning',
    writer: 'planner',
    looker: 'reviewer',
    first: 'write',
    mostFailures: 'softLimitPlan',
    atCap: 'ask',
  },
  exec: {
    ...ordinary,
    stage: 'exec',
    label: 'execution',
    writer: 'executor',
    looker: 'reviewer',
    first: 'write',
    mostFailures: 'softLimitExec',
    atCap: 'ask',
  },
  language: {
    ...ordinary,
    stage: 'polish',
    label: 'polish',
    writer: 'executor',
    looker: 'checks',
    mostFailures: 3,
  },
  quality: {
    ...ordinary,
    stage: 'polish',
    label: 'polish',
    writer: 'executor',
    looker: 'reviewer',
    mostFailures: 3,
  },
  simplify: {
    ...ordinary,
    stage: 'polish',
    label: 'polish',
    writer: 'executor',
    looker: null,
    first: 'write',
    mostFailures: 1,
    check: { commands: 'build', onFailure: 'roll-back' },
    writes: 'replay',
    repeats: false,
  },
  tests: {
    ...ordinary,
    stage: 'polish',
    label: 'polish',
    writer: 'executor',
    looker: 'reviewer',
    mostFailures: 3,
    check: { commands: 'suite', onFailure: 'fix' },
  },
  docs: {
    ...ordinary,
    stage: 'docs',
    label: 'docs',
    writer: 'executor',
    looker: null,
    first: 'write',
    mostFailures: 1,
    writes: 'replay',
  },
  security: {
    ...ordinary,
    stage: 'security',
    label: 'security',
    writer: null,
    looker: 'preflight',
    mostFailures: 1,
  },
}

export const passNames: readonly PassName[] = Object.keys(passes).filter(isPassName)

export function isPassName(word: string): word is PassName {
  return Object.hasOwn(passes, word)
}

/** The pass of a stage that comes after the given one, null for the first of it; undefined when the stage has no more. */
export function passAfter(
  stage: PassRow['stage'],
  name: PassName | null,
  ran: readonly PassName[],
): PassName | undefined {
  const ofStage = passNames.filter((candidate) => passes[candidate].stage === stage)
  const rest = name === null ? ofStage : ofStage.slice(ofStage.indexOf(name) + 1)
  return rest.find((candidate) => passes[candidate].repeats || !ran.includes(candidate))
}

export function stagesBefore(stage: Stage): readonly Stage[] {
  return stages.slice(0, stages.indexOf(stage))
}
