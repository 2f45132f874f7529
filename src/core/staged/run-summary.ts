import type { Usage } from '../../types.ts'
import type { SessionStatus } from '../loop/session-summary.ts'
import type { RunEvent } from './machine/facts.ts'
import type { RunQuestion } from './machine/questions.ts'
import { supportedDocument } from './machine/supported-claims.ts'
import { type RunResult, toRunResult } from './run-result.ts'
import { completedStagesOf } from './session-file/session-defaults.ts'
import type { SessionDocument } from './session-file/session-document.ts'
import type { Stage } from './stages.ts'
import { readWorkItem } from './work-item.ts'

/** One staged run at a glance. */
export interface RunSummary {
  readonly session: string
  readonly title: string
  readonly status: SessionStatus
  /** `running` while it is at work, whatever its journal says. */
  readonly outcome: RunResult['outcome'] | 'running'
  readonly reason: string
  readonly startedAt: string
  /** When the last thing happened. */
  readonly lastAt: string
  /** Without the time in which nobody worked on it. */
  readonly workedMs: number
  readonly rounds: number
  readonly completedStages: readonly Stage[]
  readonly usage: Usage
  readonly question: RunQuestion | null
}

/** Null for a journal in which nothing is written. */
export function summariseRun(events: readonly RunEvent[], isLive: boolean): RunSummary | null {
  const [first, last] = [events[0], events.at(-1)]
  if (first === undefined || last === undefined) return null
  const result = toRunResult(events)
  const { session, title, outcome, reason, durationMs, rounds, completedStages, usage, question } = result
  return {
    session,
    title,
    status: isLive ? 'running' : statusOf(result),
    ...(isLive ? atWork : { outcome, reason }),
    startedAt: first.at,
    lastAt: last.at,
    workedMs: durationMs,
    rounds: rounds.length,
    completedStages,
    usage,
    question,
  }
}

/** A session that another tool began, and we have not gone on with. */
export interface ForeignRun {
  readonly session: string
  readonly title: string
  /** Without what its own rounds contradict. */
  readonly completedStages: readonly Stage[]
  /** When its file was written last. */
  readonly lastAt: string
}

export function summariseForeign(session: string, document: SessionDocument, lastAt: string): ForeignRun {
  const { title } = readWorkItem(`${document.preamble}\n\n${document.problemDescription}`)
  return { session, title, completedStages: completedStagesOf(supportedDocument(document).metadata), lastAt }
}

/** What is written in the journal of a run that is at work is no end. */
export const atWork = { outcome: 'running', reason: 'It is at work.' } as const

/** `--resume` goes on with all but what was delivered; where a person said that it ends, nobody is expected to. */
function statusOf({ outcome, question, postReview }: RunResult): SessionStatus {
  if (question !== null) return 'asking'
  if (postReview !== null && outcome !== 'interrupted') return 'finished'
  return outcome === 'delivered' || outcome === 'aborted' ? 'finished' : 'stopped'
}
