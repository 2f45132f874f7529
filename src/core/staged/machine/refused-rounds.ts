import type { PhaseRound } from '../session-file/session-history.ts'
import { tellsOfRound } from '../session-file/session-round.ts'
import { isPassName, type PassName, type PassRow, passes } from './passes.ts'

/** Whether rounds refuse a stage, or the plan: one of them was not approved, and none that can speak for it was after it. */
export function isRefused(rounds: readonly PhaseRound[], stage: PassRow['stage']): boolean {
  const told = rounds.filter(isRound)
  return told.some((round, index) => {
    const later = told.slice(index + 1)
    return stageOf(round) === stage && refuses(round) && !later.some((other) => speaksFor(other, round))
  })
}

export function isExecutionApproved(rounds: readonly PhaseRound[]): boolean {
  return rounds.some(({ phase, verdict }) => phase === 'execution' && verdict === 'APPROVE')
}

function isRound(round: PhaseRound): boolean {
  return round.round !== null || tellsOfRound(round)
}

function stageOf({ phase }: PhaseRound): PassRow['stage'] {
  if (phase === 'planning') return 'plan'
  return phase === 'execution' || phase === 'gate' ? 'exec' : phase
}

/** Words such as 'accepted by Ann' change nothing: no round of ours says so, and whose they are nobody can tell. */
function refuses(round: PhaseRound): boolean {
  const { verdict, failures } = round
  return asksForChanges(round) || (verdict === null && (failures.length > 0 || needsVerdict(round)))
}

/** Something critical is not approved by the word. */
export function asksForChanges({ verdict, issues }: PhaseRound): boolean {
  return verdict === 'REQUEST_CHANGES' || issues.some(({ severity }) => severity === 'CRITICAL')
}

function needsVerdict(round: PhaseRound): boolean {
  const part = partOf(round)
  switch (round.phase) {
    case 'gate':
      return !/^skipped\b/i.test(round.outcome ?? '')
    case 'polish':
      return part === null || passes[part].looker !== null
    default:
      return round.phase === 'planning' || round.phase === 'execution'
  }
}

/** A round of polish speaks for its own pass, or for all where it names none; an execution for what is not repeated after it. */
export function speaksFor(later: PhaseRound, round: PhaseRound): boolean {
  const [part, laterPart] = [partOf(round), partOf(later)]
  if (stageOf(later) === stageOf(round)) return laterPart === null || laterPart === part
  return later.phase === 'execution' && part !== null && !passes[part].repeats
}

/** The pass of polish that a round names. */
export function partOf({ phase, heading }: PhaseRound): PassName | null {
  const part = /\(([a-z]+)\)/.exec(heading)?.[1] ?? ''
  return phase === 'polish' && isPassName(part) && passes[part].label === phase ? part : null
}
