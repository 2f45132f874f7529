import type { FixReply } from '../../core/agents/reply-schemas.ts'
import type { KeptEarlier, ReviewerOutcome } from '../../types.ts'
import type { ReviewPorts } from '../ports.ts'

// What a fix needs of the world besides its agent.

export interface FixPorts extends Pick<ReviewPorts, 'emit' | 'clock' | 'signal'> {
  readonly work: WorkPort
}

/** The files a fixer works in. Works on after a cancellation: what was half done is undone then too. */
export interface WorkPort {
  /** Remembers all files as they are, uncommitted ones to the letter. */
  readonly record: () => Promise<RecordedWork>
  /** Null for what is no regular text file of the repository. */
  readonly read: (path: string) => string | null
  readonly write: (path: string, text: string) => void
}

export interface RecordedWork {
  /** Read from git, in order. */
  readonly changedFiles: () => Promise<readonly string[]>
  /**
   * Keeps uncommitted files as they were that are gone, or are among these, and ignored ones that are gone or changed and that
   * no tool makes again. Goes by the last look for changed files. Gives where, relative to the repository root.
   */
  readonly keepEarlier: (changed: readonly string[]) => Promise<KeptEarlier>
  /** Makes all files what they were. May be called again. */
  readonly undo: () => Promise<UndoneWork>
}

export interface UndoneWork {
  /** Where that which was undone is kept, relative to the repository root; null when there was nothing. */
  readonly kept: string | null
  /** Why not everything is as it was, as a clause. */
  readonly problem: string | null
}

export interface FixAttempt {
  /** Undefined when there is no answer that counts. */
  readonly reply: FixReply | undefined
  /** What had changed when the answer was held against it. */
  readonly changedFiles: readonly string[]
  readonly outcome: ReviewerOutcome
}
