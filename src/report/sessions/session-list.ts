import type { SessionSummary } from '../../core/loop/session-summary.ts'
import type { ForeignRun, RunSummary } from '../../core/staged/run-summary.ts'
import { duration } from '../../core/values/duration.ts'
import { visibleLine } from '../visible.ts'
import { columns, cost, minute, shortId } from './session-words.ts'

/** A journal that cannot be read is listed too, with what is wrong with it. */
export interface UnreadableSession {
  readonly session: string
  readonly problem: string
}

export interface SessionList {
  /** One for each kind of session. */
  readonly tables: readonly { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }[]
  readonly otherTools: readonly ForeignRun[]
  readonly unreadable: readonly UnreadableSession[]
  /** Ids of sessions that ask something. */
  readonly asking: readonly string[]
}

export function sessionList({ tables, otherTools, unreadable, asking }: SessionList): string {
  const lines = [
    ...tables.flatMap(({ columns: head, rows }) => (rows.length === 0 ? [] : columns([head, ...rows]))),
    ...foreignTable(otherTools),
    ...unreadable.map(({ problem }) => `unreadable: ${visibleLine(problem)}`),
    ...asking.map((id) => `${shortId(id)} waits for an answer: review-loop sessions show ${shortId(id)}`),
  ]
  return lines.length === 0 ? 'There is no session yet. Start one with: review-loop loop\n' : `${lines.join('\n')}\n`
}

function foreignTable(runs: readonly ForeignRun[]): readonly string[] {
  if (runs.length === 0) return []
  const rows = runs.map(({ session, title, completedStages, lastAt }) => {
    return [shortId(session), visibleLine(title), completedStages.join(' ') || '–', minute(lastAt)]
  })
  return columns([['of another tool', 'title', 'stages', 'written (UTC)'], ...rows])
}

export const runColumns = ['run', 'title', 'state', 'stages', 'rounds', 'cost', 'worked', 'started (UTC)']

export function runRow(summary: RunSummary): readonly string[] {
  const { session, title, outcome, completedStages, rounds, usage, workedMs, startedAt } = summary
  return [
    shortId(session),
    visibleLine(title),
    outcome,
    completedStages.join(' ') || '–',
    `${rounds}`,
    cost(usage),
    duration(workedMs),
    minute(startedAt),
  ]
}

export const loopColumns = ['session', 'branch', 'state', 'rounds', 'blocking', 'cost', 'worked', 'started (UTC)']

export function loopRow(summary: SessionSummary): readonly string[] {
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
