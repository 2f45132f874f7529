import { duration } from '../core/duration.ts'
import type { LoopResult } from '../core/loop/result.ts'
import type { SessionSummary } from '../core/loop/session-summary.ts'
import { type LoopContext, loopText } from './loop-text.ts'
import { stateOf } from './session-list.ts'
import { cost, minute, shortId } from './session-words.ts'
import { visibleLine } from './visible.ts'

/** One session, for a person who was not there. A loop that is at work has no result yet. */
export function sessionText(summary: SessionSummary, result: LoopResult, context: LoopContext): string {
  const body = summary.status === 'running' ? nextStep(summary) : loopText(result, context)
  return `${heading(summary).join('\n')}\n\n${body}`
}

/** What a person may type now; empty when there is nothing to do. */
export function nextStep({ status, question, session }: SessionSummary): string {
  const id = shortId(session)
  if (status === 'running') return `It is at work. Follow it with: review-loop sessions tail ${id}\n`
  if (status === 'asking') return `Answer with: review-loop answer ${id} ${question?.allowed.join('|')}\n`
  return status === 'stopped' ? `Go on with: review-loop loop --resume ${id}\n` : ''
}

function heading(summary: SessionSummary): readonly string[] {
  const { session, branch, base, startedAt, workedMs, usage, agents } = summary
  return [
    `${session} on ${visibleLine(branch)} against ${visibleLine(base)}: ${stateOf(summary)}`,
    `started ${minute(startedAt)} UTC, worked ${duration(workedMs)}, ${cost(usage)}`,
    visibleLine(`reviewer ${agents.reviewer}, fixer ${agents.fixer}, verifier ${agents.verifier}`),
  ]
}
