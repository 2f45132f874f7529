import { LoopError } from '../../errors.ts'
import { type ResumableSession, resumableList } from '../../report/sessions/resumable-list.ts'
import { shortId } from '../../report/sessions/session-words.ts'
import { readForeign, readSessions } from './session-reading.ts'

/** For `--resume` of any command that has nothing to go on with: one line, and what can be resumed here. */
export function nothingToResume(root: string, branch: string, problem: string): LoopError {
  const list = resumableList(resumableSessions(root), branch, new Date())
  return new LoopError('nothing_to_resume', { problem, list })
}

/** Kind by kind, the newest first. What is at work, or over, is not among them. */
function resumableSessions(root: string): readonly ResumableSession[] {
  const foreign = readForeign(root).foreign.map(({ session, lastAt, title }) => ({
    session,
    branch: null,
    lastAt,
    waitsFor: `the next stage of "${title}"`,
    command: `review-loop run --resume ${shortId(session)}`,
  }))
  return [...readSessions(root).sessions.flatMap(({ view }) => view.resumable() ?? []), ...foreign]
}
