export interface ValidationResult {
  readonly command: string
  readonly status: 'passed' | 'failed' | 'timed_out'
  readonly exitCode: number | null
  readonly durationMs: number
  /** The end of what it printed, with secrets masked. */
  readonly output: string
  readonly tampered?: Tampering
}

/** What a command of the change must not touch, and did: settings and records of review-loop, or of git. All of it was undone. */
export interface Tampering {
  readonly changed: readonly string[]
  /** Where its version is kept, relative to the root; null: there is none. */
  readonly kept: string | null
}
