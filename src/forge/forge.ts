import type { ReviewThread } from '../core/handoff/outdated-threads.ts'
import type { PullRequest } from '../core/handoff/pull-request.ts'

/** A read that failed is a sentence for a person, never an empty answer. */
export type Answer<T> = { readonly value: T } | { readonly problem: string }

export interface Threads {
  /** The head of the pull request when they were read. */
  readonly head: string
  readonly threads: readonly ReviewThread[]
}

/** What we ask of the place where pull requests are. Reads only. Contract: rejects only when the review is cancelled. */
export interface Forge {
  readonly readPullRequest: (number: number) => Promise<Answer<PullRequest>>
  /** Open ones from this branch of the repository, or else from anywhere that end at this commit. */
  readonly findPullRequests: (branch: string | null, commit: string) => Promise<Answer<readonly PullRequest[]>>
  readonly readThreads: (number: number) => Promise<Answer<Threads>>
}
