import { type AgentStats, noWork, type SessionWork } from '../loop/session-stats.ts'
import type { RunEvent } from './machine/facts.ts'
import type { ReviewIssue } from './replies/reviewer-issues.ts'
import { toRunResult } from './run-result.ts'
import { execPass, type PassName } from './stage-table.ts'

/** A staged run as it counts among all sessions; null for a journal in which nothing is written. */
export function runWork(events: readonly RunEvent[]): SessionWork | null {
  const [start] = events
  if (start?.type !== 'run-started') return null
  const { outcome, rounds, usage, durationMs } = toRunResult(events)
  const fixers = fixersOf(events)
  return {
    outcome: outcome === 'asking' || outcome === 'interrupted' ? null : outcome,
    rounds: rounds.length,
    fixed: fixers.length,
    refuted: 0,
    waived: 0,
    usage,
    durationMs,
    agents: [
      ...events.flatMap((event) => callOf(event, start.backends.reviewer_backend)),
      ...fixers.map((agent) => ({ ...noWork, agent, fixed: 1 })),
    ],
  }
}

/** What one event says of an agent. */
function callOf(event: RunEvent, reviewer: string): readonly AgentStats[] {
  switch (event.type) {
    case 'written':
    case 'writer-rejected':
      return [{ ...noWork, ...spentOn(event), writes: 1 }]
    case 'reviewed':
    case 'reviewer-failed':
    case 'gate-passed':
    case 'gate-blocked':
      return [{ ...noWork, ...spentOn(event), reviews: 1 }]
    case 'decided':
      return [{ ...noWork, agent: agentOf(event.by), usage: event.usage }]
    case 'undecided':
      return [{ ...noWork, agent: agentOf(reviewer), usage: event.usage }]
    default:
      return []
  }
}

function spentOn({ backend, usage, durationMs }: Extract<RunEvent, { readonly durationMs: number }>) {
  return { agent: agentOf(backend), usage, durationMs }
}

/** Session files have a name of their own for one agent; loops call it by its kind. */
function agentOf(backend: string): string {
  return backend === 'claude-cli' ? 'claude' : backend
}

/**
 * Who mended what: for every critical issue that a later look of the same pass does not raise any more, who wrote last before
 * that look. What the gate finds is mended in the execution.
 */
function fixersOf(events: readonly RunEvent[]): readonly string[] {
  const open = new Map<PassName, ReadonlySet<string>>()
  const fixers: string[] = []
  let writer: string | null = null
  for (const event of events) {
    if (event.type === 'written') writer = agentOf(event.backend)
    if (event.type === 'gate-blocked') open.set(execPass, new Set(criticals(event.issues)))
    if (event.type !== 'reviewed' || event.kind !== 'look') continue
    const found = new Set(criticals(event.issues))
    const gone = [...(open.get(event.pass) ?? [])].filter((issue) => !found.has(issue))
    if (writer !== null) for (const _ of gone) fixers.push(writer)
    open.set(event.pass, found)
  }
  return fixers
}

function criticals(issues: readonly ReviewIssue[]): readonly string[] {
  return issues.filter(({ severity }) => severity === 'CRITICAL').map(({ text, file }) => `${file}\n${text}`)
}
