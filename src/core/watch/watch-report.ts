import { type ExitCode, exitCodes } from '../../errors.ts'
import type { Finding } from '../../types.ts'
import { type ItemGroup, toFinding, triageGroups } from './group-items.ts'
import { isOpen, type PollDecision, type ReviewerStatus } from './reviewer-status.ts'

/** How a look at a pull request may end that changes nothing, by its exit code. `waiting`: no review is there yet. */
const ends = {
  passed: ['success', 'partial_success', 'merged'],
  blocked: ['issues_found', 'closed'],
  inconclusive: ['waiting', 'timeout', 'workflow_failure', 'not_understood', 'nobody', 'unreadable'],
  escalated: ['max_restarts', 'budget'],
} as const

export type WatchEnd = (typeof ends)[keyof typeof ends][number]

export function watchExitCode(end: WatchEnd): ExitCode {
  const codes = ['passed', 'blocked', 'inconclusive', 'escalated'] as const
  return exitCodes[codes.find((code) => ends[code].some((each) => each === end))!]
}

/** What `watch --mode analyze` and `dry-run` print, and `fix` where it cannot begin. */
export interface WatchReport {
  readonly schemaVersion: 1
  readonly mode: 'fix' | 'analyze' | 'dry-run'
  readonly repository: string
  readonly pr: number
  /** Null: it was never read. */
  readonly head: string | null
  readonly end: WatchEnd
  /** One sentence. */
  readonly message: string
  readonly reviewers: readonly ReviewerStatus[]
  readonly items: readonly WatchedItem[]
  /** Whose request for changes stands. */
  readonly objectors: readonly string[]
}

export interface WatchedItem extends Pick<Finding, 'id' | 'severity' | 'file' | 'line' | 'title'> {
  readonly actionable: boolean
  /** `left`: answered by us or decided by a person, and still open. */
  readonly status: 'open' | 'left'
  readonly by: readonly string[]
  readonly urls: readonly string[]
}

export function watchedItems(groups: readonly ItemGroup[]): readonly WatchedItem[] {
  return groups.flatMap((group) => {
    const { actionable, status, members } = group
    if (status === 'closed') return []
    const { id, severity, file, endLine: line, title, reviewers: by } = toFinding(group)
    const urls = [...new Set(members.map(({ url }) => url))]
    return [{ id, severity, actionable, status, file, line, title, by, urls }]
  })
}

export type Came = Pick<Extract<PollDecision, { step: 'analyse' }>, 'isShort' | 'lacking'>

/** What it comes to when nobody is waited for any longer, or for one look. What was found counts before who is missing. */
export function watchEnd(groups: readonly ItemGroup[], reviewers: readonly ReviewerStatus[], came: Came): WatchEnd {
  const { open, left } = triageGroups(groups)
  if (open.length + left.length > 0) return 'issues_found'
  if (reviewers.length === 0) return 'nobody'
  if (came.isShort) return shortEnd(came.lacking)
  return came.lacking.length === 0 ? 'success' : 'partial_success'
}

export type ShortEnd = Extract<WatchEnd, 'waiting' | 'timeout' | 'workflow_failure' | 'not_understood'>

/** Why too few reviews are no pass. */
export function shortEnd(lacking: readonly ReviewerStatus[]): ShortEnd {
  if (lacking.some(isOpen)) return 'waiting'
  if (lacking.some(({ status }) => status === 'missing')) return 'timeout'
  return lacking.some(({ status }) => status !== 'unclear') ? 'workflow_failure' : 'not_understood'
}
