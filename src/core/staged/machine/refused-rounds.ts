import type { PhaseRound } from '../session-file/session-history.ts'
import { tellsOfRound } from '../session-file/session-round.ts'
import { execPass, gatePhase, type PassName, passes, stageTable } from '../stage-table.ts'
import { isPassName, partOfPhase, passesIn, type Stage } from '../stages.ts'

/** Whether rounds refuse a stage, or the plan (null): one of them was not approved, and none that can speak for it was after it. */
export function isRefused(rounds: readonly PhaseRound[], stage: Stage | null): boolean {
  const told = rounds.filter(isRound)
  return told.some((round, index) => {
    const later = told.slice(index + 1)
    return stageOf(round) === stage && refuses(round) && !later.some((other) => speaksFor(other, round))
  })
}

export function isExecutionApproved(rounds: readonly PhaseRound[]): boolean {
  return rounds.some(({ phase, verdict }) => phase === passes[execPass].phase && verdict === 'APPROVE')
}

function isRound(round: PhaseRound): boolean {
  return round.round !== null || tellsOfRound(round)
}

function stageOf({ phase }: PhaseRound): Stage | null {
  return stageTable[phase].stage
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
  if (round.phase === gatePhase) return !/^skipped\b/i.test(round.outcome ?? '')
  const part = partOf(round)
  const meant = part === null ? passesIn(round.phase) : [part]
  return meant.some((name) => passes[name].looker === 'reviewer' || passes[name].looker === 'checks')
}

/** Where a stage has several passes, a round speaks for its own, or for all where it names none; an execution for what is not repeated after it. */
export function speaksFor(later: PhaseRound, round: PhaseRound): boolean {
  const [part, laterPart] = [partOf(round), partOf(later)]
  if (stageOf(later) === stageOf(round)) return laterPart === null || laterPart === part
  return later.phase === passes[execPass].phase && part !== null && !passes[part].repeats
}

/** The pass that a round names, where its stage has several. */
export function partOf({ phase, heading }: PhaseRound): PassName | null {
  const part = /\(([a-z]+)\)/.exec(heading)?.[1] ?? ''
  return isPassName(part) && passes[part].phase === phase ? partOfPhase(part) : null
}
