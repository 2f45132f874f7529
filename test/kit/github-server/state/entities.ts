import type { Commits } from './commits.ts'

// What the test double of GitHub knows. The interfaces (rest/, graphql/) show it, state/ changes it.

export interface Account {
  readonly kind: 'User' | 'Bot'
  readonly nodeId: string
  readonly id: number
  /** Without the `[bot]` that REST adds. */
  readonly login: string
}

export type Permission = 'none' | 'read' | 'triage' | 'write' | 'maintain' | 'admin'

export interface Repository {
  readonly kind: 'Repository'
  readonly nodeId: string
  readonly id: number
  readonly owner: string
  readonly name: string
  readonly isPrivate: boolean
  readonly isFork: boolean
  readonly defaultBranch: string
  readonly commits: Commits
  /** By login. */
  readonly collaborators: Map<string, Permission>
  pullRequests: PullRequest[]
  readonly checkSuites: CheckSuite[]
  readonly statuses: CommitStatus[]
  readonly sarifs: Sarif[]
  /** Names of the checks that have to pass before a merge. */
  readonly requiredChecks: Set<string>
}

export interface PullRequest extends Reactable {
  readonly kind: 'PullRequest'
  readonly nodeId: string
  readonly id: number
  readonly repository: Repository
  readonly number: number
  readonly author: Account | null
  readonly createdAt: string
  readonly head: { readonly repository: Repository; readonly ref: string; sha: string }
  readonly base: { readonly ref: string; sha: string }
  title: string
  body: string | null
  isDraft: boolean
  isInMergeQueue: boolean
  state: 'OPEN' | 'CLOSED' | 'MERGED'
  closedAt: string | null
  updatedAt: string
  lastEditedAt: string | null
  /** Who edited it last. */
  editor: Account | null
  readonly reviews: Review[]
  readonly threads: Thread[]
  readonly comments: IssueComment[]
  readonly timeline: TimelineEvent[]
  requested: readonly Account[]
  /** How often its head was pushed, the first time included. */
  round: number
}

export interface Review extends Reactable {
  readonly kind: 'PullRequestReview'
  readonly nodeId: string
  readonly id: number
  readonly pullRequest: PullRequest
  readonly author: Account | null
  readonly commit: string
  readonly createdAt: string
  state: 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED'
  body: string
  submittedAt: string | null
  updatedAt: string
  lastEditedAt: string | null
  /** Who edited it last. */
  editor: Account | null
  minimized: string | null
  readonly shownByRestAt: number
}

export type Side = 'LEFT' | 'RIGHT'

export interface Thread {
  readonly kind: 'PullRequestReviewThread'
  readonly nodeId: string
  readonly pullRequest: PullRequest
  readonly path: string
  readonly subjectType: 'LINE' | 'FILE'
  readonly side: Side
  readonly startSide: Side | null
  /** Null: outdated, outside the change, or about the file. */
  line: number | null
  startLine: number | null
  readonly originalLine: number | null
  readonly originalStartLine: number | null
  isOutdated: boolean
  resolvedBy: Account | null
  isResolved: boolean
  readonly comments: ReviewComment[]
}

export interface ReviewComment extends Reactable, Written {
  readonly kind: 'PullRequestReviewComment'
  readonly thread: Thread
  readonly review: Review
  readonly replyTo: ReviewComment | null
  readonly originalCommit: string
  /** Where it is shown now. */
  commit: string
  readonly diffHunk: string
}

export interface IssueComment extends Reactable, Written {
  readonly kind: 'IssueComment'
  readonly pullRequest: PullRequest
}

/** What somebody wrote and may edit. */
export interface Written {
  readonly nodeId: string
  readonly id: number
  readonly author: Account | null
  readonly createdAt: string
  body: string
  updatedAt: string
  lastEditedAt: string | null
  /** Who edited it last. */
  editor: Account | null
  /** Why it is hidden, in GitHub's small letters. */
  minimized: string | null
  readonly shownByRestAt: number
}

export type ReactionContent = '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes'

export interface Reaction {
  readonly nodeId: string
  readonly id: number
  readonly author: Account
  readonly content: ReactionContent
  readonly createdAt: string
}

export interface Reactable {
  readonly reactions: Reaction[]
}

export interface TimelineEvent {
  readonly nodeId: string
  readonly id: number
  readonly event: string
  readonly actor: Account
  readonly createdAt: string
  /** Whose review was asked for. */
  readonly reviewer?: Account
}

export interface CheckSuite {
  readonly kind: 'CheckSuite'
  readonly nodeId: string
  readonly id: number
  readonly repository: Repository
  /** The slug of the app. */
  readonly app: string
  readonly headSha: string
  /** That ended at the commit when the suite was made; null: none did. */
  readonly branch: string | null
  readonly createdAt: string
  readonly runs: CheckRun[]
}

/** In the words of REST. */
export type CheckStatus = 'queued' | 'in_progress' | 'completed' | 'waiting' | 'requested' | 'pending'

export interface Annotation {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly start_column?: number
  readonly end_column?: number
  readonly annotation_level: 'notice' | 'warning' | 'failure'
  readonly message: string
  readonly title?: string
  readonly raw_details?: string
}

export interface CheckRun {
  readonly kind: 'CheckRun'
  readonly nodeId: string
  readonly id: number
  readonly suite: CheckSuite
  readonly startedAt: string
  name: string
  status: CheckStatus
  conclusion: string | null
  completedAt: string | null
  detailsUrl: string | null
  externalId: string | null
  title: string | null
  summary: string | null
  text: string | null
  readonly annotations: Annotation[]
}

export interface CommitStatus {
  readonly kind: 'StatusContext'
  readonly nodeId: string
  readonly id: number
  readonly sha: string
  readonly context: string
  readonly state: 'error' | 'failure' | 'pending' | 'success'
  readonly description: string | null
  readonly targetUrl: string | null
  readonly creator: Account
  readonly createdAt: string
}

export interface Sarif {
  readonly id: string
  readonly commit: string
  readonly ref: string
  readonly document: unknown
  readonly uploadedAt: number
}

/** Whatever has a global id. */
export type Entity =
  | Account
  | Repository
  | PullRequest
  | Review
  | Thread
  | ReviewComment
  | IssueComment
  | CheckSuite
  | CheckRun
  | CommitStatus
