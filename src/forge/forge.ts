import type { ShownFile } from '../core/handoff/inline.ts'
import type { ReviewThread } from '../core/handoff/outdated-threads.ts'
import type { PullRequest } from '../core/handoff/pull-request.ts'
import type { OwnWords } from '../core/post/own-words.ts'
import type { EarlierText, Snapshot } from '../core/watch/snapshot.ts'

/**
 * A read that failed is a sentence for a person, never an empty answer. `mayPass`: the same read may work later. `isRefused`:
 * whoever asks is not accepted, so it will not. `lacksRight`: who asks is known, and the token has not the right to it.
 */
export type Answer<T> =
  | { readonly value: T }
  | { readonly problem: string; readonly mayPass?: true; readonly isRefused?: true; readonly lacksRight?: true }

export interface Threads {
  /** The head of the pull request when they were read. */
  readonly head: string
  readonly threads: readonly ReviewThread[]
}

/**
 * `forbidden`: the token may not do it. `rejected`: it is not acceptable as it is. `limited`: not now, and nothing was done.
 * `unknown`: nobody can say whether it is there.
 */
export type Refusal = 'forbidden' | 'rejected' | 'limited' | 'unknown'

/** What became of a write. */
export type Write<T> = { readonly value: T } | { readonly problem: string; readonly refusal: Refusal }

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
  /** Its path on the forge: 'owner/name', or deeper. */
  readonly repository: string
  readonly number: number
  /** For people: 'pull_request_review submitted'. */
  readonly reason: string
}

/** A comment on lines of the newest version, first and last included. */
export interface Remark {
  readonly path: string
  readonly line: number
  readonly endLine: number
  readonly body: string
}

/** It neither approves nor refuses. Taken as a whole where the forge can; else what is there already is not written again. */
export interface NewReview {
  readonly commit: string
  /** What stands above these of its remarks: without those that the forge refuses it is another review. */
  readonly textFor: (remarks: readonly Remark[]) => MarkedText
  readonly remarks: readonly Remark[]
}

export interface Reviewed {
  /** Those that the forge finds no place for, and why. All others are there. */
  readonly refused: readonly RefusedRemark[]
}

export interface RefusedRemark {
  readonly remark: Remark
  readonly problem: string
}

export interface ReportNote {
  readonly path: string
  readonly line: number
  readonly endLine: number
  readonly level: 'error' | 'warning' | 'note'
  readonly title: string
  readonly message: string
}

/** What a program says about a commit, where merges are decided. */
export interface CommitReport {
  readonly commit: string
  readonly name: string
  /** The same report has the same key: it is made once. */
  readonly key: string
  readonly passed: boolean
  readonly title: string
  readonly summary: string
  readonly notes: readonly ReportNote[]
}

export interface Reported extends Posted {
  /** Whether its notes can be read there, each on its line. */
  readonly showsNotes: boolean
}

/** For where a forge keeps what analysers find. */
export interface Analysis {
  readonly commit: string
  readonly sarif: string
}

/**
 * What we ask of the place where pull requests (elsewhere: merge requests) are. A number is the one that people know it by. An id
 * of anything else means something to its forge only, and is all that the forge needs to find it again: where that takes a number
 * and an id, both are in it. What a forge has no place for is `rejected`, with a sentence that says so. Contract: rejects only
 * when the work is cancelled.
 */
export interface Forge {
  readonly readPullRequest: (number: number) => Promise<Answer<PullRequest>>
  /** What a person types to have its branch here, ready to push to where it came from. */
  readonly checkoutCommand: (number: number) => string
  /** Open ones from this branch of the repository, or else from anywhere that end at this commit. */
  readonly findPullRequests: (branch: string | null, commit: string) => Promise<Answer<readonly PullRequest[]>>
  readonly readThreads: (number: number) => Promise<Answer<Threads>>
  /** All that is said about it, of one moment. */
  readonly readSnapshot: (number: number) => Promise<Answer<Snapshot>>
  /** What was said about the last pull requests of the repository as a whole: who reviews there. */
  readonly readRecent: () => Promise<Answer<readonly EarlierText[]>>
  /** Whether somebody who spoke in a pull request may change the repository, as far as the token may know it. */
  readonly mayWrite: (login: string, number: number) => Promise<Answer<boolean>>
  /** Why answers there could not be posted with this token, as far as it is told beforehand; null: nothing says so. */
  readonly findBarrier: (number: number) => Promise<Answer<string | null>>
  readonly reply: (thread: string, text: MarkedText) => Promise<Write<Posted>>
  readonly resolve: (thread: string) => Promise<Write<{ readonly id: string }>>
  /** Below the pull request. */
  readonly comment: (about: Pick<Snapshot, 'id' | 'number'>, text: MarkedText) => Promise<Write<Posted>>
  /** Asks a bot for a review; who is asked already stays so. */
  readonly requestReview: (number: number, login: string) => Promise<Write<{ readonly number: number }>>
  readonly editComment: (id: string, body: string) => Promise<Write<Posted>>
  /** Open ones from a branch of this owner (an account, a group), who may have a copy of the repository. */
  readonly findPullRequestsFrom: (owner: string, branch: string) => Promise<Answer<readonly PullRequest[]>>
  /** What was written with our own token, and nothing that only looks like it. */
  readonly readOwnWords: (number: number) => Promise<Answer<OwnWords>>
  /** Where a remark can stand. */
  readonly readShownFiles: (number: number) => Promise<Answer<readonly ShownFile[]>>
  readonly review: (number: number, review: NewReview) => Promise<Write<Reviewed>>
  /** The opening of a thread of ours. */
  readonly editRemark: (id: string, body: string) => Promise<Write<Posted>>
  readonly report: (report: CommitReport) => Promise<Write<Reported>>
  /** What a token has to be given to post all of that, as the forge calls it. */
  readonly rightsToPost: string
  readonly uploadAnalysis: (number: number, analysis: Analysis) => Promise<Write<{ readonly isRead: boolean }>>
}
