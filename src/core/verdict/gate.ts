import { type ExitCode, exitCodes } from '../../errors.ts'
import type {
  DiscardedFinding,
  Finding,
  Gate,
  ReviewerOutcome,
  ReviewerStatus,
  Severity,
  Verdict,
} from '../../types.ts'
import { compareSeverity, severities } from '../findings/severity.ts'

export interface GateInput {
  readonly findings: readonly Finding[]
  /** Blocking claims that nobody could check. */
  readonly unverified?: readonly DiscardedFinding[]
  readonly reviewers: readonly ReviewerOutcome[]
  readonly emptyChange: boolean
  /** Anything else that should have spoken and did not, one sentence each. */
  readonly problems?: readonly string[]
}

/**
 * Silence beats everything: what did not speak may have said worse. A finding that blocks beats a claim that could not be
 * checked: the answer is known, whatever the claim is worth. All reasons are kept.
 */
export function decideGate({ findings, unverified = [], reviewers, emptyChange, problems = [] }: GateInput): Gate {
  const silent = [
    ...(emptyChange ? ['The change is empty: there was nothing to review.'] : []),
    ...(reviewers.length === 0 ? ['No reviewer ran.'] : []),
    ...reviewers.filter((reviewer) => !hasSpoken(reviewer)).map(silence),
    ...problems,
  ]
  const blocking = findings.filter((finding) => finding.blocking)
  const reasons = [...silent, ...(blocking.length > 0 ? [countOf(blocking)] : []), ...unverified.map(unverifiedReason)]
  if (silent.length > 0) return { result: 'inconclusive', reasons }
  if (unverified.length === 0) return { result: blocking.length > 0 ? 'blocked' : 'pass', reasons }
  const result = blocking.length > 0 ? 'blocked' : 'inconclusive'
  return { result, reasons, unverified: unverified.map(({ id }) => id) }
}

/** 'F-1a2b3c4d could not be checked (P1, src/a.ts:3, Title): Its quote is nowhere. Decide it with: …' */
function unverifiedReason(claim: DiscardedFinding): string {
  const { id, reason } = claim
  return `${id} could not be checked (${claimText(claim)}): ${reason} If it is a real problem: review-loop answer ${id} accept. If not: review-loop answer ${id} dismiss --why TEXT`
}

/** 'P1, src/a.ts:3, Title' */
export function claimText({
  severity,
  file,
  line,
  title,
}: Pick<Finding, 'severity' | 'file' | 'line' | 'title'>): string {
  const place = file === null ? [] : [line === null ? file : `${file}:${line}`]
  return [severity, ...place, title].join(', ')
}

export function decideVerdict(gate: Gate, findings: readonly Finding[]): { verdict: Verdict; label: string } {
  const verdict = verdictOf(gate, findings)
  return { verdict, label: verdictLabels[verdict] }
}

/** `failOn` moves the line between 0 and 1; it never hides that a review is incomplete. */
export function exitCodeFor(gate: Gate, findings: readonly Finding[], failOn?: Severity): ExitCode {
  if (gate.result === 'inconclusive') return exitCodes.inconclusive
  const byGate = gate.result === 'blocked' ? exitCodes.blocked : exitCodes.passed
  const blockedByOthers = gate.result === 'blocked' && !findings.some((finding) => finding.blocking)
  if (failOn === undefined || blockedByOthers) return byGate
  const reached = findings.some((finding) => compareSeverity(finding.severity, failOn) <= 0)
  return reached ? exitCodes.blocked : exitCodes.passed
}

/** `skipped` had nothing to do, which is an answer; every other status but `ok` and `cached` is silence. */
export function hasSpoken({ status }: { readonly status: unknown }): boolean {
  return status === 'ok' || status === 'cached' || status === 'skipped'
}

function silence({ name, status, reason }: ReviewerOutcome): string {
  const what = silences[status] ?? `ended as ${status}`
  return `${name} ${what}${reason === null || reason.trim() === '' ? '.' : `: ${reason}`}`
}

const silences: Partial<Record<ReviewerStatus, string>> = {
  failed: 'failed',
  timed_out: 'ran out of time',
  budget_exceeded: 'ran out of budget',
  rejected: 'was rejected',
}

function countOf(blocking: readonly Finding[]): string {
  const bySeverity = severities
    .map((severity) => ({ severity, count: blocking.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`)
  return `${blocking.length} blocking ${blocking.length === 1 ? 'finding' : 'findings'}: ${bySeverity.join(', ')}.`
}

export const verdictLabels: Record<Verdict, string> = {
  approve: 'Approved',
  needs_attention: 'Needs Attention',
  decline: 'Changes Requested',
  inconclusive: 'Review Incomplete',
}

function verdictOf(gate: Gate, findings: readonly Finding[]): Verdict {
  if (gate.result === 'inconclusive') return 'inconclusive'
  if (findings.some((finding) => finding.severity === 'P0')) return 'decline'
  return gate.result === 'blocked' || findings.some((finding) => finding.blocking) ? 'needs_attention' : 'approve'
}
