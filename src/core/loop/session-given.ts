/** What a session was begun with, as it was said: `--resume` needs no word of it again. Null: nothing was said. */
export interface SessionGiven {
  /** Paths, these and the following relative to the root. */
  readonly scope: readonly string[]
  readonly config: string | null
  readonly story: string | null
  readonly base: string | null
  readonly intent: string | null
  readonly agent: string | null
  readonly reviewer: string | null
  readonly verifier: string | null
  readonly fixer: string | null
  /** False: with --no-verify. */
  readonly verify: boolean
  /** What to do with uncommitted work. */
  readonly dirty: 'refuse' | 'commit' | 'include'
}
