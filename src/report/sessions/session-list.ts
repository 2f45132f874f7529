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

export function sessionList(
  sessions: readonly SessionSummary[],
  unreadable: readonly UnreadableSession[],
  runs: readonly RunSummary[] = [],
  otherTools: readonly ForeignRun[] = [],
): string {
  if (sessions.length + unreadable.length + runs.length + otherTools.length === 0)
    return 'There is no session yet. Start one with: review-loop loop\n'
  const head = ['session', 'branch', 'state', 'rounds', 'blocking', 'cost', 'worked', 'started (UTC)']
  const table = sessions.length === 0 ? [] : columns([head, ...sessions.map(row)])
  const problems = unreadable.map(({ problem }) => `unreadable: ${visibleLine(problem)}`)
  const asking = [...sessions, ...runs]
    .filter(({ status }) => status === 'asking')
    .map(({ session }) => `${shortId(session)} waits for an answer: review-loop sessions show ${shortId(session)}`)
  return `${[...table, ...runTable(runs), ...foreignTable(otherTools), ...problems, ...asking].join('\n')}\n`
}

function runTable(runs: readonly RunSummary[]): readonly string[] {
  if (runs.length === 0) return []
  const head = ['run', 'title', 'state', 'stages', 'rounds', 'cost', 'worked', 'started (UTC)']
  return columns([head, ...runs.map(runRow)])
}

function foreignTable(runs: readonly ForeignRun[]): readonly string[] {
  if (runs.length === 0) return []
  const rows = runs.map(({ session, title, completedStages, lastAt }) => {
    return [shortId(session), visibleLine(title), completedStages.join(' ') || '–', minute(lastAt)]
  })
  return columns([['of another tool', 'title', 'stages', 'written (UTC)'], ...rows])
}

function runRow(summary: RunSummary): readonly string[] {
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
