/** What whoever posts for us has written on a pull request, as it is at one moment. */
export interface OwnWords {
  /** Of the pull request, for writing to it. */
  readonly id: string
  readonly head: string
  readonly threads: readonly OwnThread[]
  /** Below the pull request, oldest first. */
  readonly comments: readonly OwnText[]
}

export interface OwnText {
  readonly id: string
  readonly body: string
  readonly url: string
}

/** A thread that we began. */
export interface OwnThread {
  readonly id: string
  readonly isResolved: boolean
  /** In the newest version; null when the code it was about is gone. */
  readonly line: number | null
  readonly endLine: number | null
  readonly opening: OwnText
  /** A person has spoken since our last word. */
  readonly isAnswered: boolean
  /** What we added to it. */
  readonly further: readonly OwnText[]
}
