import { duration } from '../../core/values/duration.ts'
import { visibleLine } from '../visible.ts'
import { columns, shortId, switchTo } from './session-words.ts'

/** A session that `--resume` or an answer goes on with. */
export interface ResumableSession {
  readonly session: string
  /** Null: its file does not say. */
  readonly branch: string | null
  /** When the last thing happened. */
  readonly lastAt: string
  readonly waitsFor: string
  /** What to type on its branch. */
  readonly command: string
}

/** Aligned with the message of an error above it. */
const indent = '\n             '
const widest = 120

/** What can be resumed, for somebody who is on `branch`. */
export function resumableList(sessions: readonly ResumableSession[], branch: string, now: Date): string {
  if (sessions.length === 0)
    return 'No session can be resumed. Start one without --resume, with its agents and --validate.'
  const rows = sessions.map((each) => [
    shortId(each.session),
    visibleLine(each.branch ?? '?'),
    `${duration(now.getTime() - Date.parse(each.lastAt))} ago`,
    each.waitsFor,
    `${each.branch === null || each.branch === branch ? '' : switchTo(each.branch)}${each.command}`,
  ])
  const table = columns([['session', 'branch', 'last step', 'waits for', 'command'], ...rows], widest)
  return ['These can be resumed:', ...table].join(indent)
}
