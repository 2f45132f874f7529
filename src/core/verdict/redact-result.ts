import type { Finding, LoopEvent, ReviewerOutcome, ReviewResult } from '../../types.ts'
import { redact } from '../values/redact.ts'

/** Everything that quotes or repeats code passes here before it is shown or written. */
export function redactResult(result: ReviewResult, secrets: readonly string[]): ReviewResult {
  const safe = (text: string): string => redact(text, secrets)
  const safely = <T extends Finding>(finding: T): T => redactSaid(redactFinding(finding, secrets), safe)
  return {
    ...result,
    gate: { ...result.gate, reasons: result.gate.reasons.map(safe) },
    findings: result.findings.map(safely),
    discarded: result.discarded.map((each) => ({ ...safely(each), reason: safe(each.reason) })),
    reviewers: result.reviewers.map((outcome) => redactOutcome(outcome, safe)),
    notices: result.notices.map(safe),
  }
}

/** What is told while reviewers work: why an answer does not count may repeat a part of it. */
export function redactEvent(event: LoopEvent, secrets: readonly string[]): LoopEvent {
  const safe = (text: string): string => redact(text, secrets)
  if (event.type === 'reviewer-retry') return { ...event, reason: safe(event.reason) }
  return event.type === 'reviewer-end' ? { ...event, outcome: redactOutcome(event.outcome, safe) } : event
}

function redactOutcome(outcome: ReviewerOutcome, safe: (text: string) => string): ReviewerOutcome {
  return outcome.reason === null ? outcome : { ...outcome, reason: safe(outcome.reason) }
}

const quoting = ['title', 'problem', 'impact', 'fix', 'suggestion', 'evidence'] as const

/** Works on findings before and after validation. */
export function redactFinding<T extends Pick<Finding, (typeof quoting)[number]>>(
  finding: T,
  secrets: readonly string[],
): T {
  const masked = quoting.flatMap((field) => {
    const text = finding[field]
    const safe = text === null ? null : redact(text, secrets)
    return safe === text ? [] : [[field, safe] as const]
  })
  return masked.length === 0 ? finding : { ...finding, ...Object.fromEntries(masked) }
}

/** What others say about it. */
function redactSaid<T extends Finding>(finding: T, safe: (text: string) => string): T {
  const { otherClaims, verification } = finding
  const claims = otherClaims?.map(({ title, problem }) => ({ title: safe(title), problem: safe(problem) }))
  return {
    ...finding,
    ...(claims === undefined ? {} : { otherClaims: claims }),
    verification: verification && {
      ...verification,
      quote: safe(verification.quote),
      reason: safe(verification.reason),
    },
  }
}
