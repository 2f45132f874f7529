import { nextStepOf } from '../../../core/loop/dry-run.ts'
import { emptyState, fold, foldEvent } from '../../../core/loop/fold.ts'
import { loopWork } from '../../../core/loop/session-stats.ts'
import { type SessionSummary, summarise } from '../../../core/loop/session-summary.ts'
import { isOver, isUnanswered, type LoopState } from '../../../core/loop/state.ts'
import { toResult } from '../../../core/loop/to-result.ts'
import type { SessionEvent } from '../../../core/loop/types.ts'
import { atWork } from '../../../core/staged/run-summary.ts'
import { loopJournal } from '../../../io/loop-journal.ts'
import { followJournal } from '../../../io/session-follow.ts'
import { liveHolder, lockBranch } from '../../../io/session-lock.ts'
import { journalFile, readJournal, removeSession } from '../../../io/session-store.ts'
import { jsonLine } from '../../../report/json-text.ts'
import type { ResumableSession } from '../../../report/sessions/resumable-list.ts'
import { answerText } from '../../../report/sessions/session-answer.ts'
import { eventLine } from '../../../report/sessions/session-event.ts'
import { loopColumns, loopRow } from '../../../report/sessions/session-list.ts'
import { nextStep, sessionText } from '../../../report/sessions/session-show.ts'
import { loopCommand, shortId } from '../../../report/sessions/session-words.ts'
import { recordAnswer } from '../record-answer.ts'
import type { SessionKind, SessionView } from './session-kind.ts'

export const loopKind: SessionKind = {
  listName: 'sessions',
  columns: loopColumns,
  read,
  follow: async (root, id, isJson, { stdout, signal }) => {
    const { events } = readJournal(root, id)
    let startedAt: string | undefined
    let state = emptyState
    for await (const news of followJournal(journalFile(root, id), loopJournal, () => isLive(root, events), signal)) {
      for (const event of news) {
        startedAt ??= event.at
        state = foldEvent(state, event)
        stdout.write(isJson ? jsonLine(event) : `${eventLine(event, state, startedAt)}\n`)
      }
    }
    return () => {
      // Whoever wrote the end may not have let go yet.
      const summary = summarise(readJournal(root, id).events, false)
      return summary === null ? '' : nextStep(summary)
    }
  },
  answer: async ({ root }, id, given) => {
    const { notices, ...value } = recordAnswer(root, id, given)
    return { value, text: answerText(value), notices }
  },
  remove: async ({ root }, id, mayGo) => {
    const branch = read(root, id)?.branch
    if (branch == null) return false
    const lock = lockBranch(root, branch, 'sessions clean')
    try {
      const now = read(root, id)
      if (now === null || !mayGo(now)) return false
      removeSession(root, id)
      return true
    } finally {
      lock.release()
    }
  },
}

function read(root: string, id: string): SessionView | null {
  const { events } = readJournal(root, id)
  const summary = summarise(events, isLive(root, events))
  if (summary === null) return null
  const { session, status, branch, startedAt, lastAt } = summary
  const state = fold(events)
  const ended = toResult(state, id, state.point?.head ?? '')
  return {
    ...{ session, status, branch, startedAt, lastAt, summary },
    // An end in the journal of a loop that is running again does not count.
    result: () => (status === 'running' ? { ...ended, ...atWork, resumable: false } : ended),
    row: () => loopRow(summary),
    page: (style) => sessionText(summary, ended, style),
    work: () => loopWork(events),
    resumable: () => resumable(summary, state),
    isTakenOver: () => false,
  }
}

function isLive(root: string, [start]: readonly SessionEvent[]): boolean {
  return start?.type === 'session-started' && liveHolder(root, start.branch)?.session === start.session
}

function resumable(summary: SessionSummary, state: LoopState): ResumableSession | null {
  const { session, branch, lastAt, status, question, mail, watch } = summary
  if (status === 'running' || isOver(state)) return null
  const id = shortId(session)
  if (question !== null) {
    const command = `review-loop answer ${id} ${question.allowed.join('|')}`
    return { session, branch, lastAt, waitsFor: `an answer (${question.reason.replaceAll('_', ' ')})`, command }
  }
  const reviewer = mail !== undefined ? mail.to : `the reviewers of #${watch?.pr}`
  const waitsFor = isUnanswered(state) ? reviewer : `the next step: ${nextStepOf(state)}`
  return { session, branch, lastAt, waitsFor, command: `${loopCommand(summary)} --resume ${id}` }
}
