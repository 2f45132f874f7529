import { lastStops, otherClears, type PassName, passes, type RoundPhase, stageTable } from './stage-table.ts'

// Reads the table of the stages. `completed_stages` is the set of validations that hold for the tree as it is now, not a log of what
// ran.

type Row = (typeof stageTable)[RoundPhase]

export type Stage = NonNullable<Row['stage']>

export const roundPhases: readonly RoundPhase[] = Object.keys(stageTable).filter(isRoundPhase)

export const stages: readonly Stage[] = [...new Set(roundPhases.flatMap((phase) => stageTable[phase].stage ?? []))]

export const passNames: readonly PassName[] = Object.keys(passes).filter(isPassName)

function isRoundPhase(word: string): word is RoundPhase {
  return Object.hasOwn(stageTable, word)
}

export function isPassName(word: string): word is PassName {
  return Object.hasOwn(passes, word)
}

export function isStage(word: string): word is Stage {
  return stages.some((stage) => stage === word)
}

/** Null for planning. */
export function stageOf(pass: PassName): Stage | null {
  return stageTable[passes[pass].phase].stage
}

/** Adds a stage; in the order of the run, each once. */
export function completeStage(completed: readonly Stage[], stage: Stage): readonly Stage[] {
  return stages.filter((candidate) => candidate === stage || completed.includes(candidate))
}

export function missingStages(completed: readonly Stage[]): readonly Stage[] {
  return stages.filter((stage) => !completed.includes(stage))
}

export function stagesBefore(stage: Stage): readonly Stage[] {
  return stages.slice(0, stages.indexOf(stage))
}

/** Why a stage is left out; null where it is not. */
export function skipReason(stage: Stage, policy: { readonly skipPolish: boolean }): string | null {
  const skip = roundPhases
    .map((phase) => stageTable[phase])
    .find((row) => row.stage === stage && row.skip !== null)?.skip
  return skip != null && policy[skip.policy] ? skip.why : null
}

/** The pass of a stage, or of planning, that comes after the given one, null for the first; undefined when there is no more. */
export function passAfter(stage: Stage | null, name: PassName | null, ran: readonly PassName[]): PassName | undefined {
  const ofStage = passNames.filter((candidate) => stageOf(candidate) === stage)
  const rest = name === null ? ofStage : ofStage.slice(ofStage.indexOf(name) + 1)
  return rest.find((candidate) => passes[candidate].repeats || !ran.includes(candidate))
}

export function passesIn(phase: RoundPhase): readonly PassName[] {
  return passNames.filter((name) => passes[name].phase === phase)
}

/** The name of a pass, where its stage has several: rounds say it then. */
export function partOfPhase(pass: PassName): PassName | null {
  return passesIn(passes[pass].phase).length > 1 ? pass : null
}

export type StageEvent = (typeof otherClears)[number]['event'] | NonNullable<Row['written']>['event']

export const executionWritten = stageTable.execution.written.event

interface Clearing {
  readonly event: StageEvent
  readonly says: string
  readonly keepsPass: boolean
  readonly byOthers: boolean
}

const clearings: readonly Clearing[] = [
  ...roundPhases.flatMap((phase) => {
    const { written } = stageTable[phase]
    return written === null ? [] : [{ ...written, byOthers: false }]
  }),
  ...otherClears.map((row) => ({ ...row, keepsPass: false })),
]

export const stageEventNames: readonly StageEvent[] = clearings.map(({ event }) => event)

/** What clears the completed stages. The run goes on from the execution then. */
export function clearingBy(event: StageEvent): Clearing {
  const found = clearings.find((clearing) => clearing.event === event)
  if (found === undefined) throw new Error(`nothing is called ${event} that clears stages`)
  return found
}

export type StopPoint = NonNullable<Row['stopBefore' | 'stopAfterRound']>['name'] | (typeof lastStops)[number]['name']

interface Stop {
  readonly name: StopPoint
  readonly says: string
  /** How many stages may begin before it. */
  readonly stages: number
}

const stops: readonly Stop[] = [
  ...roundPhases.flatMap((phase): readonly Stop[] => {
    const { stage, stopBefore, stopAfterRound } = stageTable[phase]
    if (stage === null) return []
    const before = stages.indexOf(stage)
    return [
      ...(stopBefore === null ? [] : [{ ...stopBefore, stages: before }]),
      ...(stopAfterRound === null ? [] : [{ ...stopAfterRound, stages: before + 1 }]),
    ]
  }),
  ...lastStops.map((row, index) => ({ ...row, stages: stages.length + index })),
]

export const stopPoints: readonly StopPoint[] = stops.map(({ name }) => name)

export const stopMeanings: readonly (readonly [StopPoint, string])[] = stops.map(({ name, says }) => [name, says])

export function isStopPoint(word: string): word is StopPoint {
  return stopPoints.some((stopPoint) => stopPoint === word)
}

/**
 * Whether a stop point forbids to begin with a stage, or with the delivery. One that is after a round of a stage also ends that stage
 * there, whatever the verdict: that is for the loop of the pass to ask.
 */
export function stopsBefore(stopPoint: StopPoint, next: Stage | 'delivery'): boolean {
  const allowed = stops.find(({ name }) => name === stopPoint)?.stages ?? 0
  return (next === 'delivery' ? stages.length : stages.indexOf(next)) >= allowed
}
