import { join } from 'node:path'
import type { RunEvent } from '../../../core/staged/machine/facts.ts'
import { matchesJournal } from '../../../core/staged/machine/matches-journal.ts'
import { toRunResult } from '../../../core/staged/run-result.ts'
import { runWork } from '../../../core/staged/run-stats.ts'
import { atWork, type RunSummary, summariseRun } from '../../../core/staged/run-summary.ts'
import { runFile } from '../../../core/staged/session-file/session-document.ts'
import { readIfThere } from '../../../io/files.ts'
import { readWorkState } from '../../../io/git/snapshot.ts'
import { maskDocument } from '../../../io/masking.ts'
import { removeRun } from '../../../io/run-file.ts'
import { readRun, runJournal } from '../../../io/run-journal.ts'
import { isRunHeld } from '../../../io/run-lock.ts'
import { followJournal } from '../../../io/session-follow.ts'
import { journalFile, listSessions } from '../../../io/session-store.ts'
import { jsonLine } from '../../../report/json-text.ts'
import { createRunFollower } from '../../../report/run/run-follow.ts'
import { nextSteps } from '../../../report/run/run-words.ts'
import type { ResumableSession } from '../../../report/sessions/resumable-list.ts'
import { runAnswerText } from '../../../report/sessions/session-answer.ts'
import { runColumns, runRow } from '../../../report/sessions/session-list.ts'
import { runSessionText } from '../../../report/sessions/session-show.ts'
import { resumeCommand } from '../../../report/sessions/session-words.ts'
import { answerRun } from '../../staged/answer-run.ts'
import { withLocks } from '../../staged/run-locks.ts'
import type { SessionKind, SessionView } from './session-kind.ts'

export const runKind: SessionKind = {
  listName: 'runs',
  columns: runColumns,
  read,
  follow: async (root, id, isJson, { stdout, signal }) => {
    // A journal that cannot be read is refused before anything of it is printed.
    readRun(root, id)
    const tell = createRunFollower(stdout.write)
    for await (const news of followJournal(journalFile(root, id), runJournal, () => isRunHeld(root, id), signal)) {
      if (isJson) for (const event of news) stdout.write(jsonLine(event))
      else tell(news)
    }
    return () => {
      const { events } = readRun(root, id)
      const isFinished = summariseRun(events, false)?.status === 'finished'
      return isFinished ? '' : `${nextSteps(toRunResult(events)).join('\n')}\n`
    }
  },
  answer: async (repository, id, given) => {
    const { notices, ...value } = await answerRun(repository, id, given)
    return { value, text: runAnswerText(value), notices }
  },
  /** That of another tool has no journal. */
  remove: async (repository, id, mayGo) => {
    const { root } = repository
    const { branch } = await readWorkState(repository)
    return withLocks({ root, branch, session: id, entryPoint: 'sessions clean', stopAfter: 'delivery' }, async () => {
      const events = listSessions(root, 'run').includes(id) ? readRun(root, id).events : []
      // The lock is ours.
      if (!mayGo(viewOf(root, events, false))) return false
      removeRun(root, id)
      return true
    })
  },
}

function read(root: string, id: string): SessionView | null {
  return viewOf(root, readRun(root, id).events, isRunHeld(root, id))
}

function viewOf(root: string, events: readonly RunEvent[], isHeld: boolean): SessionView | null {
  const summary = summariseRun(events, isHeld)
  const [start] = events
  if (summary === null || start?.type !== 'run-started') return null
  const { session, status, startedAt, lastAt } = summary
  const ended = toRunResult(events)
  return {
    ...{ session, status, startedAt, lastAt, summary },
    branch: start.branch,
    result: () => (status === 'running' ? { ...ended, ...atWork } : ended),
    row: () => runRow(summary),
    page: (style) => runSessionText(summary, ended, style),
    work: () => runWork(events),
    resumable: () => resumable(summary, start),
    isTakenOver: () => {
      const text = readIfThere(join(root, runFile(session)))
      return text !== undefined && !matchesJournal(events, text, maskDocument)
    },
  }
}

function resumable(
  { session, lastAt, status, title, question }: RunSummary,
  { branch, policy }: Extract<RunEvent, { type: 'run-started' }>,
): ResumableSession | null {
  if (status !== 'asking' && status !== 'stopped') return null
  const waitsFor = question === null ? `the next stage of "${title}"` : `an answer about "${title}"`
  const command = resumeCommand({ session, planOnly: policy.planOnly })
  return { session, branch, lastAt, waitsFor, command }
}
