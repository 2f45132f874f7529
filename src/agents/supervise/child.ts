import type { Readable } from 'node:stream'
import type { AgentFailure } from '../../types.ts'

/** One child process, complete in itself. */
export interface ChildSpec {
  readonly program: string
  readonly args: readonly string[]
  /** The program is a sandbox: it is asked to report whether it started what it holds. */
  readonly isSandbox?: true
  readonly cwd: string
  /** The whole environment; only the marker is added. */
  readonly env: Readonly<Record<string, string>>
  /** Goes to standard input, which is closed after it. A stream is for a conversation: it closes when that ends. */
  readonly input: string | Uint8Array | Readable
  readonly limits: ChildLimits
  /** One line of standard output without its line break. A line that is too long comes cut, with a note at its end. */
  readonly onLine: (line: string) => void
  /** Asked after every line: a reason to end the child now, or null. */
  readonly shouldStop: () => ChildStop | null
  readonly transcript: TranscriptSpec | null
}

export interface ChildLimits {
  readonly wallMs: number
  /** Without any output, on either stream. */
  readonly idleMs: number
  /** Both streams together; above it the child is ended. */
  readonly outputBytes: number
  /** How much of standard error is kept: its beginning and its end. */
  readonly stderrBytes: number
}

export interface ChildStop {
  readonly status: AgentFailure
  readonly reason: string
}

export interface TranscriptSpec {
  /** Absolute path; what is printed is appended. */
  readonly file: string
  readonly maxBytes: number
}

/** Who ended the child: itself, one of our limits, the caller, or nobody because it, or what its sandbox holds, never ran. */
export type Ended = 'self' | 'wall' | 'idle' | 'output' | 'stopped' | 'cancelled' | 'not_started' | 'no_sandbox'

export interface ChildEnd {
  readonly exitCode: number | null
  readonly signal: string | null
  /** Masked like the transcript, cut in the middle when long. */
  readonly stderr: string
  readonly ended: Ended
  /** What `ended` means for the reply; null only for `self`. */
  readonly status: AgentFailure | null
  /** A clause without a full stop; null only for `self`. */
  readonly reason: string | null
  readonly durationMs: number
  /** The part of `durationMs` during which the child did not run: our own overhead. */
  readonly ownMs: number
  /** False when the transcript could not be written whole for another reason than its limit. */
  readonly transcriptKept: boolean
}
