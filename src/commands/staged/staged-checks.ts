import type { WorkPoint } from '../../core/loop/types.ts'
import type { Step } from '../../core/staged/machine/actions.ts'
import type { Fact } from '../../core/staged/machine/facts.ts'
import type { ReviewIssue } from '../../core/staged/replies/reviewer-issues.ts'
import { given } from '../../core/values/given.ts'
import { explanationText } from '../../report/explanation.ts'
import type { RunView, WorkPort } from '../../run/staged/ports.ts'
import type { Finding, ReviewResult } from '../../types.ts'
import { review } from '../reviewing/perform-review.ts'
import type { ReviewOptions } from '../reviewing/review-options.ts'
import type { RoundContext } from '../reviewing/round-context.ts'

/**
 * The built-in reviewers on all that the session changed, in the words of a reviewer: what would block a merge is critical.
 * `files`: its work; null: everything that differs.
 */
export async function checkLanguages(
  { pass, kind, round, attempt }: Step<'review'>,
  run: RunView,
  work: WorkPort,
  files: ReadonlySet<string> | null,
  { frozen, ...options }: Pick<ReviewOptions, 'cwd' | 'signal'> & Pick<RoundContext, 'frozen'>,
): Promise<Fact<'reviewed' | 'reviewer-failed'>> {
  const point = await work.point()
  const base = baseOf(run, point)
  const { result } = await review(
    { ...options, scope: [], base, fullReview: true, agents: { agent: 'none' } },
    {
      session: run.state.started?.session ?? '',
      round,
      ownCommits: new Set(),
      without: run.state.outputs,
      ...given({ frozen }),
    },
  )
  const { usage, durationMs } = result
  const spent = { pass, round, backend: 'builtin', usage, durationMs: Math.round(durationMs), point }
  if (result.gate.result === 'inconclusive' && result.scope.files > 0)
    return { type: 'reviewer-failed', attempt, failure: failureOf(result), ...spent }
  const found = result.findings.filter(({ file }) => files === null || file === null || files.has(file))
  const verdict = found.some(({ blocking }) => blocking) ? 'REQUEST_CHANGES' : 'APPROVE'
  return { type: 'reviewed', kind, verdict, issues: found.map(issueOf), questions: [], ...spent }
}

/** The commit that the session began at. */
export function baseOf({ state, document }: RunView, { head }: WorkPoint): string {
  return document.metadata.values.base_head ?? state.work?.point.head ?? head
}

function failureOf({ gate }: ReviewResult): Fact<'reviewer-failed'>['failure'] {
  return { kind: 'command execution', reason: gate.reasons.join(' ') }
}

function issueOf(finding: Finding): ReviewIssue {
  const { blocking, title, file, line } = finding
  const text = [title, explanationText(finding, ' ')].filter((part) => part !== '').join('. ')
  return { severity: blocking ? 'CRITICAL' : 'MINOR', text, file, line }
}
