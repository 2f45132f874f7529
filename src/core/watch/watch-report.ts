import { type ExitCode, exitCodes } from '../../errors.ts'
import type { Severity } from '../../types.ts'
import { type Gathered, toFinding } from './gather.ts'
import { demandsIn } from './judge.ts'
import { objectorsLines } from './objectors.ts'
import { named, type PollDecision } from './poll.ts'
import type { Seat } from './seats.ts'

/** How a look at a pull request ended that changes nothing. */
export type WatchEnd =
  | 'success'
  | 'partial_success'
  | 'issues_found'
  /** Of one look: no review is there yet. */
  | 'waiting'
  | 'timeout'
  | 'workflow_failure'
  | 'nobody'
  | 'unreadable'
  | 'max_restarts'
  | 'budget'
  | 'merged'
  | 'closed'

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
  readonly reviewers: readonly Seat[]
  readonly items: readonly WatchedItem[]
  /** Whose request for changes stands. */
  readonly objectors: readonly string[]
}

export interface WatchedItem {
  readonly id: string
  readonly severity: Severity
  readonly actionable: boolean
  /** `left`: answered by us or decided by a person, and still open. */
  readonly status: 'open' | 'left'
  readonly file: string | null
  readonly line: number | null
  readonly title: string
  readonly by: readonly string[]
  readonly urls: readonly string[]
}

export function watchExitCode(end: WatchEnd): ExitCode {
  return codes[end]
}

const codes: Record<WatchEnd, ExitCode> = {
  success: exitCodes.passed,
  partial_success: exitCodes.passed,
  merged: exitCodes.passed,
  issues_found: exitCodes.blocked,
  closed: exitCodes.blocked,
  waiting: exitCodes.inconclusive,
  timeout: exitCodes.inconclusive,
  workflow_failure: exitCodes.inconclusive,
  nobody: exitCodes.inconclusive,
  unreadable: exitCodes.inconclusive,
  max_restarts: exitCodes.escalated,
  budget: exitCodes.escalated,
}

export function itemsOf(gathered: readonly Gathered[]): readonly WatchedItem[] {
  return gathered.flatMap((each) => {
    if (each.status === 'closed') return []
    const { id, severity, file, endLine, title, reviewers } = toFinding(each)
    const urls = [...new Set(each.members.map(({ url }) => url))]
    const { actionable, status } = each
    return [{ id, severity, actionable, status, file, line: endLine, title, by: reviewers, urls }]
  })
}

/** What it comes to when nobody is waited for any longer. */
export function endOf(
  gathered: readonly Gathered[],
  seats: readonly Seat[],
  { isTimeout, missing, unavailable }: Extract<PollDecision, { step: 'analyse' }>,
  objectors: readonly string[],
): Pick<WatchReport, 'end' | 'message'> {
  const { open, left } = demandsIn(gathered)
  const count = open.length + left.length
  const late = `no review from ${missing.map(named).join(', ')}`
  if (isTimeout) return { end: 'timeout', message: `Timeout: ${late}${count === 0 ? '' : `; ${countOf(count)}`}.` }
  if (count > 0) return { end: 'issues_found', message: `Found ${countOf(count)}.` }
  if (seats.length === 0) return { end: 'nobody', message: nobodyText }
  const none = [...missing, ...unavailable]
  if (none.length === 0) {
    const all = 'All reviews passed: no critical issues or actionable items.'
    return { end: 'success', message: [all, ...objectorsLines(objectors)].join(' ') }
  }
  if (none.length === seats.length) {
    return { end: 'waiting', message: `No review has come yet: none from ${none.map(named).join(', ')}.` }
  }
  const passed = 'The reviews that came passed: no critical issues or actionable items'
  const partly = `${passed}; none came from ${none.map(named).join(', ')}.`
  return { end: 'partial_success', message: [partly, ...objectorsLines(objectors)].join(' ') }
}

export const nobodyText =
  'Nobody to wait for: no reviewer is known here. Name some with --wait-for, or describe your own (github.reviewers in the configuration).'

const countOf = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'} to address`
