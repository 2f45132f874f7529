import { nextStepOf } from '../../core/loop/dry-run.ts'
import { fold } from '../../core/loop/fold.ts'
import { isOver, isUnanswered } from '../../core/loop/state.ts'
import { LoopError } from '../../errors.ts'
import { type ResumableSession, resumableList } from '../../report/sessions/resumable-list.ts'
import { loopCommand, resumeCommand, shortId } from '../../report/sessions/session-words.ts'
import { type ReadRun, type ReadSession, readForeign, readRuns, readSessions } from './session-reading.ts'

/** For `--resume` of any command that has nothing to go on with: one line, and what can be resumed here. */
export function nothingToResume(root: string, branch: string, problem: string): LoopError {
  const list = resumableList(resumableSessions(root), branch, new Date())
  return new LoopError('nothing_to_resume', { problem, list })
}

/** Loops first, then runs, the newest of each first. What is at work, or over, is not among them. */
function resumableSessions(root: string): readonly ResumableSession[] {
  const foreign = readForeign(root).foreign.map(({ session, lastAt, title }) => ({
    session,
    branch: null,
    lastAt,
    waitsFor: `the next stage of "${title}"`,
    command: `review-loop run --resume ${shortId(session)}`,
  }))
  return [...readSessions(root).sessions.flatMap(ofLoop), ...readRuns(root).runs.flatMap(ofRun), ...foreign]
}

function ofLoop({ summary, events }: ReadSession): readonly ResumableSession[] {
  const { session, branch, lastAt, status, question, mail, watch } = summary
  const state = fold(events)
  if (status === 'running' || isOver(state)) return []
  const id = shortId(session)
  if (question !== null) {
    const command = `review-loop answer ${id} ${question.allowed.join('|')}`
    return [{ session, branch, lastAt, waitsFor: `an answer (${question.reason.replaceAll('_', ' ')})`, command }]
  }
  const reviewer = mail !== undefined ? mail.to : `the reviewers of #${watch?.pr}`
  const waitsFor = isUnanswered(state) ? reviewer : `the next step: ${nextStepOf(state)}`
  return [{ session, branch, lastAt, waitsFor, command: `${loopCommand(summary)} --resume ${id}` }]
}

function ofRun({ summary, events: [start] }: ReadRun): readonly ResumableSession[] {
  const { session, lastAt, status, title, question } = summary
  if ((status !== 'asking' && status !== 'stopped') || start?.type !== 'run-started') return []
  const waitsFor = question === null ? `the next stage of "${title}"` : `an answer about "${title}"`
  const command = resumeCommand({ session, planOnly: start.policy.planOnly })
  return [{ session, branch: start.branch ?? null, lastAt, waitsFor, command }]
}
