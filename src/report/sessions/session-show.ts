import type { LoopResult } from '../../core/loop/result.ts'
import type { SessionSummary } from '../../core/loop/session-summary.ts'
import type { RunResult } from '../../core/staged/run-result.ts'
import type { RunSummary } from '../../core/staged/run-summary.ts'
import { duration } from '../../core/values/duration.ts'
import { type LoopContext, loopText } from '../loop/loop-text.ts'
import { runText } from '../run/run-text.ts'
import { visibleLine } from '../visible.ts'
import { stateOf } from './session-list.ts'
import { cost, loopCommand, minute, shortId } from './session-words.ts'

/** One session, for a person who was not there. A loop that is at work has no result yet. */
export function sessionText(summary: SessionSummary, result: LoopResult, context: LoopContext): string {
  const body = summary.status === 'running' ? nextStep(summary) : loopText(result, context)
  return `${heading(summary).join('\n')}\n\n${body}`
}

/** The same of a staged run. */
export function runSessionText(summary: RunSummary, result: RunResult, context: LoopContext): string {
  const { session, title, status, outcome, startedAt, workedMs, usage } = summary
  const heading = [
    visibleLine(`${session} "${title}": ${outcome}`),
    `started ${minute(startedAt)} UTC, worked ${duration(workedMs)}, ${cost(usage)}`,
  ]
  const body = status === 'running' ? followHint(session) : runText(result, context)
  return `${heading.join('\n')}\n\n${body}`
}

/** What a person may type now; empty when there is nothing to do. */
export function nextStep(summary: SessionSummary): string {
  const { status, question, session } = summary
  const id = shortId(session)
  if (status === 'running') return followHint(session)
  if (status === 'asking') return `Answer with: review-loop answer ${id} ${question?.allowed.join('|')}\n`
  return status === 'stopped' ? `Go on with: ${loopCommand(summary)} --resume ${id}\n` : ''
}

function followHint(session: string): string {
  return `It is at work. Follow it with: review-loop sessions tail ${shortId(session)}\n`
}

function heading(summary: SessionSummary): readonly string[] {
  const { session, branch, base, startedAt, workedMs, usage, agents, mail } = summary
  return [
    `${session} on ${visibleLine(branch)} against ${visibleLine(base)}: ${stateOf(summary)}`,
    `started ${minute(startedAt)} UTC, worked ${duration(workedMs)}, ${cost(usage)}`,
    visibleLine(`reviewer ${agents.reviewer}, fixer ${agents.fixer}, verifier ${agents.verifier}`),
    ...(mail === undefined ? [] : [visibleLine(`by mail: ${mail.as} writes to ${mail.to} about #${mail.pr}`)]),
  ]
}
