import type { Usage } from '../../types.ts'
import { holdsUp } from './entry-status.ts'
import { fold } from './fold.ts'
import type { Parties } from './result.ts'
import type { LoopState } from './state.ts'
import { partiesOf } from './to-result.ts'
import type { LedgerStatus, LoopOutcome, LoopQuestion, SessionEvent, SessionFact } from './types.ts'

/** `asking` waits for an answer, `stopped` can be resumed, `finished` has its result. */
export type SessionStatus = 'running' | 'asking' | 'stopped' | 'finished'

/** One session at a glance. */
export interface SessionSummary extends Parties {
  readonly session: string
  readonly branch: string
  readonly base: string
  readonly status: SessionStatus
  readonly outcome: LoopOutcome | null
  readonly reason: string
  readonly startedAt: string
  /** When the last thing happened. */
  readonly lastAt: string
  /** Without the time in which nobody worked on it. */
  readonly workedMs: number
  readonly rounds: number
  /** Findings that still hold it up. */
  readonly blocking: number
  /** How many findings ended which way. */
  readonly findings: Readonly<Record<LedgerStatus, number>>
  readonly agents: Extract<SessionFact, { type: 'session-started' }>['agents']
  readonly usage: Usage
  readonly question: LoopQuestion | null
}

/** Null for a journal in which nothing is written. */
export function summarise(events: readonly SessionEvent[], isLive: boolean): SessionSummary | null {
  const state = fold(events)
  const { started, outcome, reason, rounds, ledger, usage, question } = state
  const [first, last] = [events[0], events.at(-1)]
  if (started === null || first === undefined || last === undefined) return null
  const { session, branch, base, agents } = started
  return {
    session,
    branch,
    base,
    status: isLive ? 'running' : statusOf(state),
    outcome,
    reason,
    startedAt: first.at,
    lastAt: last.at,
    workedMs: workedTime(events),
    rounds: rounds.length,
    blocking: ledger.filter(holdsUp).length,
    findings: countStatuses(state),
    agents,
    usage,
    question,
    ...partiesOf(state),
  }
}

/** How long each event took to come about: the time since the one before it, unless nobody was at work. */
export function durations(events: readonly Timed[]): readonly number[] {
  return events.map((event, index) => {
    const before = events[index - 1]
    if (before === undefined || isAfterPause(event, events[index + 1]) || isAnswer(event, events[0])) return 0
    return Math.max(0, Date.parse(event.at) - Date.parse(before.at))
  })
}

/** An event of a loop or of a staged run. */
type Timed = Pick<SessionEvent, 'at'> & { readonly type: string }

/** What was done before a crash and is found out afterwards stands in front of `resumed`. */
function isAfterPause({ type }: Timed, next: Timed | undefined): boolean {
  if (type === 'answered' || type === 'resumed') return true
  return next?.type === 'resumed' && foundOut.has(type)
}

/** Of whoever was asked by mail: until then nobody works here. */
function isAnswer({ type }: Timed, first: Timed | undefined): boolean {
  return type === 'round-reviewed' && first !== undefined && 'mail' in first
}

const foundOut: ReadonlySet<string> = new Set(['fix-committed', 'rolled-back', 'delivered', 'imported', 'undone'])

/** Milliseconds that a session was worked on. */
export function workedTime(events: readonly Timed[]): number {
  return durations(events).reduce((sum, milliseconds) => sum + milliseconds, 0)
}

function statusOf({ question, outcome }: LoopState): SessionStatus {
  if (question !== null) return 'asking'
  return outcome === null || outcome === 'interrupted' ? 'stopped' : 'finished'
}

function countStatuses({ ledger }: LoopState): Record<LedgerStatus, number> {
  const counts = {
    open: 0,
    fixed: 0,
    persisting: 0,
    regressed: 0,
    waived: 0,
    refuted: 0,
    accepted: 0,
    deferred: 0,
    discarded: 0,
  }
  for (const { status } of ledger) counts[status] += 1
  return counts
}
