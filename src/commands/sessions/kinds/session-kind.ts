import type { SessionWork } from '../../../core/loop/session-stats.ts'
import type { SessionStatus } from '../../../core/loop/session-summary.ts'
import type { Repository } from '../../../io/git/repository.ts'
import type { LoopContext } from '../../../report/loop/loop-text.ts'
import type { ResumableSession } from '../../../report/sessions/resumable-list.ts'
import type { Context } from '../../command.ts'

/** A session as its journal has it. What takes long is a function. */
export interface SessionView {
  readonly session: string
  readonly status: SessionStatus
  readonly branch: string
  readonly startedAt: string
  /** When the last thing happened. */
  readonly lastAt: string
  /** For programs: at a glance, and whole. */
  readonly summary: object
  readonly result: () => object
  /** For people: a line of the list, and a page. */
  readonly row: () => readonly string[]
  readonly page: (style: LoopContext) => string
  /** How it counts among all. */
  readonly work: () => SessionWork | null
  /** What goes on with it; null: it is at work, or over. */
  readonly resumable: () => ResumableSession | null
  /** Another tool wrote its session file after us: the file is left alone. */
  readonly isTakenOver: () => boolean
}

export interface GivenAnswer {
  readonly word: string
  readonly by: string
  readonly why: string | undefined
  readonly at: string
}

export interface RecordedAnswer {
  readonly value: object
  readonly text: string
  readonly notices: readonly string[]
}

/** All that commands about sessions ask of one kind. */
export interface SessionKind {
  /** Its name in the list for programs, and the head of its table for people. */
  readonly listName: string
  readonly columns: readonly string[]
  /** Null when nothing is written in it yet. */
  readonly read: (root: string, id: string) => SessionView | null
  /** Prints its events until nothing more comes; gives what a person may type then. */
  readonly follow: (root: string, id: string, isJson: boolean, context: Context) => Promise<() => string>
  /** Notes an answer with the locks, so that nobody is answered behind their back, nor a question twice. */
  readonly answer: (repository: Repository, id: string, given: GivenAnswer) => Promise<RecordedAnswer>
  /** With the locks, after another look; false when it stays. A living holder of a lock is a LoopError. */
  readonly remove: (repository: Repository, id: string, mayGo: (now: SessionView | null) => boolean) => Promise<boolean>
}
