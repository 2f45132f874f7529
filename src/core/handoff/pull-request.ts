/** A request to merge a branch, as its forge describes it. */
export interface PullRequest {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly base: BranchTip
  readonly head: BranchTip
}

export interface BranchTip {
  /** The branch, for people. */
  readonly ref: string
  readonly sha: string
}

/** Of several open ones of a branch, the one that ends at this commit, else the newest. */
export function choosePullRequest(open: readonly PullRequest[], commit: string): PullRequest | undefined {
  const here = open.filter(({ head }) => head.sha === commit)
  return [...(here.length > 0 ? here : open)].sort((a, b) => b.number - a.number)[0]
}
