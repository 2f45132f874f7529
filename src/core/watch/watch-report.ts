import { type ExitCode, exitCodes } from '../../errors.ts'
import type { Severity } from '../../types.ts'
import { type Gathered, toFinding } from './gather.ts'
import { demandsIn } from './judge.ts'
import type { PollDecision } from './poll.ts'
import { isOpen, type Seat } from './seats.ts'

/** How a look at a pull request ended that changes nothing. */
export type WatchEnd =
  | 'success'
  | 'partial_success'
  | 'issues_found'
  /** Of one look: no review is there yet. */
  | 'waiting'
  | 'timeout'
  | 'workflow_failure'
  /** Somebody has to read what a reviewer wrote. */
  | 'not_understood'
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
  not_understood: exitCodes.inconclusive,
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

/** What it comes to when nobody is waited for any longer, or for one look. What was found counts before who is missing. */
export function endOf(
  gathered: readonly Gathered[],
  seats: readonly Seat[],
  { isShort, lacking }: Pick<Extract<PollDecision, { step: 'analyse' }>, 'isShort' | 'lacking'>,
): WatchEnd {
  const { open, left } = demandsIn(gathered)
  if (open.length + left.length > 0) return 'issues_found'
  if (seats.length === 0) return 'nobody'
  if (isShort) return shortEnd(lacking)
  return lacking.length === 0 ? 'success' : 'partial_success'
}

export type ShortEnd = 'waiting' | 'timeout' | 'workflow_failure' | 'not_understood'

/** Why too few reviews are no pass. */
export function shortEnd(lacking: readonly Seat[]): ShortEnd {
  if (lacking.some(isOpen)) return 'waiting'
  if (lacking.some(({ status }) => status === 'missing')) return 'timeout'
  return lacking.some(({ status }) => status !== 'unclear') ? 'workflow_failure' : 'not_understood'
}
