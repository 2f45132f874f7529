// Loops whose reviewers are somewhere else, as they were begun.

/** A loop whose reviewer is asked by mail. `--resume` needs no word of it again. */
export interface MailSession {
  /** In whose name it writes, to whom, and about which pull request. */
  readonly as: string
  readonly to: string
  readonly pr: number
  /** Where the mailbox is, relative to the root; null: where the configuration says. */
  readonly mailbox: string | null
  /** How long it waits for an answer. */
  readonly timeoutMs: number
  /** Whether the branch is pushed before every request. */
  readonly push: boolean
  /** What was changed, in words; null: what the commits say. */
  readonly summary: string | null
  /** Who hears of it when a person is needed; null: nobody. */
  readonly notify: string | null
}

/** A loop that waits for what others say about a pull request. `--resume` needs no word of it again. */
export interface WatchSession {
  /** 'owner/name' */
  readonly repository: string
  readonly pr: number
  /** Looks that those get who have no time of their own, and the pause between two looks. */
  readonly attempts: number
  readonly intervalMs: number
  /** Looks that anybody gets at most; not there: their own time decides. */
  readonly mostLooks?: number
  /** Ids of the reviewers that are waited for; empty: those who were seen. */
  readonly waitFor: readonly string[]
  /** Ids of those that are asked for another review after a push. */
  readonly trigger: readonly string[]
  /** How many of them have to be ready; null: all of them. */
  readonly quorum: number | null
}
