import type { ReviewThread } from '../core/handoff/outdated-threads.ts'
import type { PullRequest } from '../core/handoff/pull-request.ts'
import type { OutsideComment } from '../core/outside/types.ts'
import type { Snapshot } from '../core/watch/snapshot.ts'

/** A read that failed is a sentence for a person, never an empty answer. */
export type Answer<T> = { readonly value: T } | { readonly problem: string }

export interface Threads {
  /** The head of the pull request when they were read. */
  readonly head: string
  readonly threads: readonly ReviewThread[]
}

/**
 * What became of a write. `forbidden`: the token may not do it. `rejected`: it is not acceptable as it is. `unknown`: nobody
 * can say whether it is there.
 */
export type Write<T> =
  | { readonly value: T }
  | { readonly problem: string; readonly refusal: 'forbidden' | 'rejected' | 'unknown' }

/** The mark is a line of the text. */
export interface MarkedText {
  readonly body: string
  readonly mark: string
}

export interface Posted {
  readonly id: string
  readonly url: string
}

/** Something happened: look at this pull request now. */
export interface Wake {
  readonly repository: { readonly owner: string; readonly name: string }
  readonly number: number
  /** For people: 'pull_request_review submitted'. */
  readonly reason: string
}

/** What we ask of the place where pull requests are. Contract: rejects only when the work is cancelled. */
export interface Forge {
  readonly readPullRequest: (number: number) => Promise<Answer<PullRequest>>
  /** Open ones from this branch of the repository, or else from anywhere that end at this commit. */
  readonly findPullRequests: (branch: string | null, commit: string) => Promise<Answer<readonly PullRequest[]>>
  readonly readThreads: (number: number) => Promise<Answer<Threads>>
  /** All that is said about it, of one moment. */
  readonly readSnapshot: (number: number) => Promise<Answer<Snapshot>>
  /** What was said about the last pull requests of the repository: who reviews there. */
  readonly readRecent: () => Promise<Answer<readonly OutsideComment[]>>
  /** Whether somebody may change the repository. */
  readonly mayWrite: (login: string) => Promise<Answer<boolean>>
  readonly reply: (thread: string, text: MarkedText) => Promise<Write<Posted>>
  readonly resolve: (thread: string) => Promise<Write<{ readonly id: string }>>
  /** Below the pull request. */
  readonly comment: (about: Pick<Snapshot, 'id' | 'number'>, text: MarkedText) => Promise<Write<Posted>>
  readonly editComment: (id: string, body: string) => Promise<Write<Posted>>
}
