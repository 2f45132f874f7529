// The stages of a run. `completed_stages` is the set of validations that hold for the tree as it is now, not a log of what ran.

export const stages = ['exec', 'polish', 'docs', 'security'] as const

export type Stage = (typeof stages)[number]

export function isStage(word: string): word is Stage {
  return stages.some((stage) => stage === word)
}

/** Adds a stage; in the order of the run, each once. */
export function mint(completed: readonly Stage[], stage: Stage): readonly Stage[] {
  return stages.filter((candidate) => candidate === stage || completed.includes(candidate))
}

export function missingStages(completed: readonly Stage[]): readonly Stage[] {
  return stages.filter((stage) => !completed.includes(stage))
}

/** What happens to a tree: does every earlier validation still hold afterwards? */
const clears = {
  'executor-round': true,
  'drift-accepted': true,
  'baseline-backfilled': true,
  // Writes of a stage that are more than prose, comments or metadata …
  'polish-written': true,
  'docs-written': true,
  'security-written': true,
  // … and those that are not: a reviewer alone looks at them again.
  'replay-approved': false,
  'replay-rejected': true,
  // The changelog line and the commit of what was validated.
  'delivery-written': false,
  // What a hook of that commit made of it.
  'hook-written': true,
} as const

export type StageEvent = keyof typeof clears

/** The stages that still hold after the event: all of them or none. After clearing, the run goes on from `exec`. */
export function clear(completed: readonly Stage[], event: StageEvent): readonly Stage[] {
  return clears[event] ? [] : completed
}

export const stopPoints = [
  'exec-round',
  'before-polish',
  'before-docs',
  'before-security',
  'before-delivery',
  'delivery',
] as const

export type StopPoint = (typeof stopPoints)[number]

export function isStopPoint(word: string): word is StopPoint {
  return stopPoints.some((stopPoint) => stopPoint === word)
}

/** What a stop point forbids to begin, and with it everything after. */
const firstForbidden: Record<StopPoint, Stage | 'delivery' | null> = {
  'exec-round': 'polish',
  'before-polish': 'polish',
  'before-docs': 'docs',
  'before-security': 'security',
  'before-delivery': 'delivery',
  delivery: null,
}

/** `exec-round` also ends `exec` itself after one round, whatever its verdict: that is for the loop of that stage to ask. */
export function stopsBefore(stopPoint: StopPoint, next: Stage | 'delivery'): boolean {
  const forbidden = firstForbidden[stopPoint]
  return forbidden !== null && position(next) >= position(forbidden)
}

function position(next: Stage | 'delivery'): number {
  return next === 'delivery' ? stages.length : stages.indexOf(next)
}
