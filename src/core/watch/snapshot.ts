// A pull request as it was at one moment, in words that no forge owns. Everything in it is of one head.

export interface Author {
  /** Lower case, without the `[bot]` that some of GitHub's interfaces write and some do not. */
  readonly login: string
  readonly isBot: boolean
}

export interface Snapshot {
  /** For writing to it. */
  readonly id: string
  readonly number: number
  readonly state: 'open' | 'closed' | 'merged'
  readonly isDraft: boolean
  /** The newest commit, and the branch it is on. */
  readonly head: string
  readonly branch: string
  /** Since when it is the head, as far as the forge shows it: never earlier than it was. Null: it does not show it yet. */
  readonly headSince: string | null
  /** The forge does not show it: `headSince` is when we first looked. */
  readonly isSinceAssumed?: boolean
  /** Whose token it was read with. */
  readonly me: Author
  readonly body: string
  readonly author: Author | null
  /** Whose word the description is: who edited it last, else who opened the pull request. Null: the forge does not say. */
  readonly describedBy: Author | null
  readonly reviews: readonly PostedReview[]
  readonly threads: readonly PostedThread[]
  readonly comments: readonly PostedComment[]
  /** To the description. */
  readonly reactions: readonly PostedReaction[]
  readonly checks: readonly PostedCheck[]
  /** The token may not see them: there may be some. */
  readonly checksAreHidden: boolean
  /** It waits in a merge queue. */
  readonly isQueued?: boolean
  /** Why it cannot be merged yet, in the words of its forge; null: it says nothing of that kind. */
  readonly mergeBarrier?: string | null
  /** Whose review is asked for and has not come. */
  readonly requested: readonly string[]
}

/** A text that somebody wrote there. */
export interface Written {
  readonly id: string
  readonly author: Author | null
  readonly body: string
  readonly at: string
  readonly url: string
  /** Somebody else edited it last; null: nobody knows who. Not there: it is as its author wrote it. */
  readonly editedBy?: Author | null
  /** Whose token it is reacted to it with a thumbs up. */
  readonly hasOurThumb?: boolean
}

/** Said about the whole change, at a commit. */
export interface PostedReview extends Written {
  readonly state: 'commented' | 'approved' | 'changes_requested' | 'dismissed' | 'pending'
  readonly commit: string | null
}

/** Said about a line, with what was answered. */
export interface PostedThread {
  readonly id: string
  /** Null: it is about the whole, as some forges have it. */
  readonly path: string | null
  /** In the newest version; null when the code it was about is gone. */
  readonly line: number | null
  readonly endLine: number | null
  /** Where it was said to be when it was written. */
  readonly originalLine: number | null
  /** Null: the forge does not tell, or it is about lines that were removed. */
  readonly begunAt: BegunAt | null
  readonly isResolved: boolean
  /** Who did that; null: nobody, or the forge does not tell. */
  readonly resolvedBy: string | null
  readonly isOutdated: boolean
  readonly mayResolve: boolean
  /** Oldest first. */
  readonly comments: readonly ThreadMessage[]
}

export interface BegunAt {
  readonly commit: string
  /** As they are numbered in that commit; null: it is about the file. */
  readonly lines: { readonly line: number; readonly endLine: number } | null
}

export interface ThreadMessage extends Written {
  /** The commit it was written for: it does not move when the branch does. */
  readonly commit: string | null
  /** The id of the review that it came with; null: it came alone, or the forge does not say. */
  readonly review: string | null
  readonly isHidden: boolean
}

/** Said below the change. Some reviewers write one and edit it again and again. */
export interface PostedComment extends Written {
  readonly updatedAt: string
  readonly isHidden: boolean
}

/** Shown by an emoji: it names no commit. */
export interface PostedReaction extends Pick<Written, 'id' | 'author' | 'at'> {
  /** As GitHub calls it, else as its forge does: '+1', 'eyes'. */
  readonly name: string
}

/** Said about the whole of an earlier pull request. */
export interface EarlierText extends Pick<Written, 'author' | 'body'> {
  readonly kind: 'review' | 'comment'
}

/** What a program says about the head. Its author is the app that runs it, or the account that set the status. */
export interface PostedCheck extends Pick<Written, 'id' | 'url' | 'author'> {
  readonly name: string
  readonly status: 'waiting' | 'running' | 'done'
  /** As the forge writes it: success, neutral, failure, skipped …; null while it runs. */
  readonly conclusion: string | null
  readonly title: string
  readonly summary: string
  /** When it began; not there: the forge does not say. */
  readonly startedAt?: string | null
  /** Nobody may merge before it has passed. */
  readonly isRequired?: boolean
}
