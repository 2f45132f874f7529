import * as v from 'valibot'
import { LoopError } from '../../errors.ts'

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

// As GitHub writes them, in events as in its answers.

/** No forge counts further. */
const largestNumber = 2 ** 31 - 1
export const numberSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(largestNumber))

export const tipSchema = v.object({
  ref: v.string(),
  sha: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'is no commit')),
})

/** Of several open ones of a branch, the one that ends at this commit, else the newest. */
export function choosePullRequest(open: readonly PullRequest[], commit: string): PullRequest | undefined {
  const here = open.filter(({ head }) => head.sha === commit)
  return [...(here.length > 0 ? here : open)].sort((a, b) => b.number - a.number)[0]
}

/** The open one of a branch, where something is written to it: which of several is meant, only a person can say. `how` names one. */
export function onlyPullRequest(
  open: readonly PullRequest[],
  branch: string,
  how: 'post --pr 123' | 'watch 123',
): PullRequest | undefined {
  if (open.length <= 1) return open[0]
  const numbers = open.map(({ number }) => `#${number}`).join(', ')
  throw new LoopError('several_pull_requests', { numbers, branch, how })
}
