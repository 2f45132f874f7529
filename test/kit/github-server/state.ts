// What the test double of GitHub knows. Plain data; tests write it, the interfaces show it.

export interface FakeComment {
  /** Null: the account is gone. */
  readonly author: { readonly type: 'User' | 'Bot'; readonly login: string } | null
  readonly body: string
}

export interface FakeThread {
  readonly id: string
  readonly path: string
  readonly line: number | null
  readonly isResolved?: boolean
  readonly comments: readonly FakeComment[]
}

export interface FakePullRequest {
  readonly number: number
  readonly title?: string
  readonly body?: string | null
  readonly state?: 'open' | 'closed'
  readonly base: { readonly ref: string; readonly sha: string }
  /** `owner` of another repository: a fork. */
  readonly head: { readonly ref: string; readonly sha: string; readonly owner?: string }
  readonly threads?: readonly FakeThread[]
}

export interface FakeState {
  readonly owner: string
  readonly name: string
  pullRequests: readonly FakePullRequest[]
}
