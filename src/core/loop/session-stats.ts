import type { Usage } from '../../types.ts'
import { addUsage, noUsage } from '../cost/usage.ts'
import { durations, type SessionSummary, summarise } from './session-summary.ts'
import type { SessionEvent } from './types.ts'

interface Sums {
  /** Findings that ended this way. */
  readonly fixed: number
  readonly refuted: number
  readonly waived: number
  readonly usage: Usage
  readonly durationMs: number
}

/**
 * What one agent did in all sessions. What it found and what was waived or refuted of that counts for the reviewer; what was
 * fixed counts for who wrote last before it was gone.
 */
export interface AgentStats extends Sums {
  readonly agent: string
  readonly reviews: number
  /** Of loops. */
  readonly fixes: number
  /** Of staged runs: plans and code. */
  readonly writes: number
}

export interface SessionStats extends Sums {
  readonly sessions: number
  /** How many ended with which outcome; those without one under `open`. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly rounds: number
  readonly agents: readonly AgentStats[]
}

/** One session, whatever its kind, as it counts. */
export interface SessionWork extends Sums {
  readonly outcome: string | null
  readonly rounds: number
  /** Piece by piece. */
  readonly agents: readonly AgentStats[]
}

export function sumSessions(sessions: readonly SessionWork[]): SessionStats {
  const outcomes: Record<string, number> = {}
  for (const { outcome } of sessions) outcomes[outcome ?? 'open'] = (outcomes[outcome ?? 'open'] ?? 0) + 1
  return {
    sessions: sessions.length,
    outcomes,
    rounds: sessions.reduce((sum, { rounds }) => sum + rounds, 0),
    ...sessions.reduce<Sums>(add, nothing),
    agents: sumAgents(sessions.flatMap(({ agents }) => agents)),
  }
}

const nothing: Sums = { fixed: 0, refuted: 0, waived: 0, usage: noUsage, durationMs: 0 }

/** An agent that did nothing yet. */
export const noWork = { ...nothing, reviews: 0, fixes: 0, writes: 0 }

function add(one: Sums, other: Sums): Sums {
  return {
    fixed: one.fixed + other.fixed,
    refuted: one.refuted + other.refuted,
    waived: one.waived + other.waived,
    usage: addUsage(one.usage, other.usage),
    durationMs: one.durationMs + other.durationMs,
  }
}

function sumAgents(parts: readonly AgentStats[]): readonly AgentStats[] {
  const names = [...new Set(parts.map(({ agent }) => agent))].sort()
  return names.map((agent) =>
    parts
      .filter((part) => part.agent === agent)
      .reduce((one, other) => ({
        agent,
        reviews: one.reviews + other.reviews,
        fixes: one.fixes + other.fixes,
        writes: one.writes + other.writes,
        ...add(one, other),
      })),
  )
}

/** A loop; null for a journal in which nothing is written. */
export function loopWork(events: readonly SessionEvent[]): SessionWork | null {
  const summary = summarise(events, false)
  if (summary === null) return null
  const { outcome, rounds, findings, usage, workedMs } = summary
  const { fixed, refuted, waived } = findings
  return { outcome, rounds, fixed, refuted, waived, usage, durationMs: workedMs, agents: partsOf(summary, events) }
}

function partsOf({ agents, findings }: SessionSummary, events: readonly SessionEvent[]): readonly AgentStats[] {
  const { fixed, refuted, waived } = findings
  const times = durations(events)
  const calls = events.flatMap((event, index): readonly AgentStats[] => {
    const durationMs = times[index] ?? 0
    if (event.type === 'round-reviewed') {
      return [{ ...noWork, agent: agents.reviewer, reviews: 1, usage: event.usage, durationMs }]
    }
    if (event.type !== 'fix-made') return []
    return [{ ...noWork, agent: agents.fixer, fixes: 1, usage: event.fix.outcome.usage, durationMs }]
  })
  return [{ ...noWork, agent: agents.reviewer, refuted, waived }, { ...noWork, agent: agents.fixer, fixed }, ...calls]
}
