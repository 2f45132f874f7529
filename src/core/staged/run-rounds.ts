import type { RunEvent } from './machine/facts.ts'
import { importedDocument } from './machine/fold-import.ts'
import { partOf } from './machine/refused-rounds.ts'
import type { ReviewIssue } from './replies/reviewer-issues.ts'
import type { ReviewerVerdict } from './replies/reviewer-reply.ts'
import { type PhaseRound, roundsOf } from './session-file/session-history.ts'
import { execPass, gatePhase, type PassName, passes, type RoundPhase } from './stage-table.ts'
import { passesIn } from './stages.ts'

/** One look that came to a verdict. */
export interface RunRound {
  readonly phase: RoundPhase
  /** Null: another tool's round of polish that does not say which. */
  readonly pass: PassName | null
  readonly round: number
  readonly reviewer: string
  readonly verdict: ReviewerVerdict
  readonly issues: readonly ReviewIssue[]
}

/** Where another tool went on with the session file, what that tells counts, and what came since. */
export function runRounds(events: readonly RunEvent[]): readonly RunRound[] {
  const last = events.findLast((event) => event.type === 'imported')
  const since = last === undefined ? events : events.slice(events.indexOf(last) + 1)
  const told = last === undefined ? [] : roundsOf(importedDocument(last.text))
  return [...told.flatMap(importedRound), ...since.flatMap(ownRound)]
}

function ownRound(event: RunEvent): readonly RunRound[] {
  switch (event.type) {
    case 'reviewed':
      return [roundOf({ ...event, phase: passes[event.pass].phase })]
    case 'gate-passed':
      return [roundOf({ ...event, ...gate, verdict: 'APPROVE' })]
    case 'gate-blocked':
      // Without issues it gave no verdict.
      return event.issues.length === 0 ? [] : [roundOf({ ...event, ...gate, verdict: 'REQUEST_CHANGES' })]
    default:
      return []
  }
}

const gate = { phase: gatePhase, pass: execPass } as const

function importedRound(told: PhaseRound, index: number, all: readonly PhaseRound[]): readonly RunRound[] {
  const { phase, verdict, issues, reviewerBackend } = told
  if (verdict === null) return []
  const round = told.round ?? all.slice(0, index + 1).filter((other) => other.phase === phase).length
  const backend = reviewerBackend ?? 'unknown'
  return [roundOf({ pass: passOf(told), round, backend, verdict, issues, ...(phase === gatePhase ? gate : { phase }) })]
}

function passOf(round: PhaseRound): PassName | null {
  const [first, ...others] = passesIn(round.phase)
  return partOf(round) ?? (first !== undefined && others.length === 0 ? first : null)
}

function roundOf(look: Omit<RunRound, 'reviewer'> & { readonly backend: string }): RunRound {
  const { phase, pass, round, backend, verdict, issues } = look
  return { phase, pass, round, reviewer: backend, verdict, issues }
}
