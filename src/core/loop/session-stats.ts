import type { Usage } from '../../types.ts'
import { addUsage, noUsage } from '../usage.ts'
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

/** What one agent did in all sessions. What it found and what was waived or refuted of that counts for the reviewer. */
export interface AgentStats extends Sums {
  readonly agent: string
  readonly reviews: number
  readonly fixes: number
}

export interface SessionStats extends Sums {
  readonly sessions: number
  /** How many ended with which outcome; those without one under `open`. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly rounds: number
  readonly agents: readonly AgentStats[]
}

/** Journals in which nothing is written do not count. */
export function sumSessions(journals: readonly (readonly SessionEvent[])[]): SessionStats {
  const sessions = journals.flatMap((events) => {
    const summary = summarise(events, false)
    return summary === null ? [] : [{ summary, events }]
  })
  const summaries = sessions.map(({ summary }) => summary)
  const outcomes: Record<string, number> = {}
  for (const { outcome } of summaries) outcomes[outcome ?? 'open'] = (outcomes[outcome ?? 'open'] ?? 0) + 1
  return {
    sessions: summaries.length,
    outcomes,
    rounds: summaries.reduce((sum, { rounds }) => sum + rounds, 0),
    ...summaries.map(sumsOf).reduce(add, nothing),
    agents: sumAgents(sessions.flatMap(({ summary, events }) => partsOf(summary, events))),
  }
}

const nothing: Sums = { fixed: 0, refuted: 0, waived: 0, usage: noUsage, durationMs: 0 }

function sumsOf({ findings: { fixed, refuted, waived }, usage, workedMs }: SessionSummary): Sums {
  return { fixed, refuted, waived, usage, durationMs: workedMs }
}

function add(one: Sums, other: Sums): Sums {
  return {
    fixed: one.fixed + other.fixed,
    refuted: one.refuted + other.refuted,
    waived: one.waived + other.waived,
    usage: addUsage(one.usage, other.usage),
    durationMs: one.durationMs + other.durationMs,
  }
}

/** What the agents of one session did, piece by piece. */
function partsOf({ agents, findings }: SessionSummary, events: readonly SessionEvent[]): readonly AgentStats[] {
  const { fixed, refuted, waived } = findings
  const times = durations(events)
  const none = { ...nothing, reviews: 0, fixes: 0 }
  const calls = events.flatMap((event, index): AgentStats[] => {
    const durationMs = times[index] ?? 0
    if (event.type === 'round-reviewed') {
      return [{ ...none, agent: agents.reviewer, reviews: 1, usage: event.usage, durationMs }]
    }
    if (event.type !== 'fix-made') return []
    return [{ ...none, agent: agents.fixer, fixes: 1, usage: event.fix.outcome.usage, durationMs }]
  })
  return [{ ...none, agent: agents.reviewer, refuted, waived }, { ...none, agent: agents.fixer, fixed }, ...calls]
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
        ...add(one, other),
      })),
  )
}
