import { duration } from '../core/duration.ts'
import type { SessionSummary } from '../core/loop/session-summary.ts'
import type { RunResult } from '../core/staged/run-result.ts'
import { columns, cost, minute, shortId } from './session-words.ts'
import { visibleLine } from './visible.ts'

/** A journal that cannot be read is listed too, with what is wrong with it. */
export interface UnreadableSession {
  readonly session: string
  readonly problem: string
}

/** A staged run at a glance. */
export interface ListedRun extends RunResult {
  readonly startedAt: string
}

export function sessionList(
  sessions: readonly SessionSummary[],
  unreadable: readonly UnreadableSession[],
  runs: readonly ListedRun[] = [],
): string {
  if (sessions.length + unreadable.length + runs.length === 0)
    return 'There is no session yet. Start one with: review-loop loop\n'
  const head = ['session', 'branch', 'state', 'rounds', 'blocking', 'cost', 'worked', 'started (UTC)']
  const table = sessions.length === 0 ? [] : columns([head, ...sessions.map(row)])
  const problems = unreadable.map(({ problem }) => `unreadable: ${visibleLine(problem)}`)
  const asking = sessions
    .filter(({ status }) => status === 'asking')
    .map(({ session }) => `${shortId(session)} waits for an answer: review-loop sessions show ${shortId(session)}`)
  return `${[...table, ...runTable(runs), ...problems, ...asking].join('\n')}\n`
}

function runTable(runs: readonly ListedRun[]): readonly string[] {
  if (runs.length === 0) return []
  const head = ['run', 'title', 'state', 'stages', 'cost', 'worked', 'started (UTC)']
  return columns([
    head,
    ...runs.map(({ session, title, outcome, completedStages, usage, durationMs, startedAt }) => [
      shortId(session),
      visibleLine(title),
      outcome,
      completedStages.join(' ') || '–',
      cost(usage),
      duration(durationMs),
      minute(startedAt),
    ]),
  ])
}

function row(summary: SessionSummary): readonly string[] {
  const { session, branch, rounds, blocking, usage, workedMs, startedAt } = summary
  const name = visibleLine(branch)
  return [
    shortId(session),
    name,
    stateOf(summary),
    `${rounds}`,
    `${blocking}`,
    cost(usage),
    duration(workedMs),
    minute(startedAt),
  ]
}

/** What a person wants to know first: how it ended, else what it does. */
export function stateOf({ status, outcome }: SessionSummary): string {
  return (status === 'finished' && outcome !== null ? outcome : status).replaceAll('_', ' ')
}
