import { priorityOf, severityLabel } from '../../core/findings/severity.ts'
import { codeKey, noCodeKey } from '../../core/handoff/code-key.ts'
import { fitsInline } from '../../core/handoff/inline.ts'
import type { SettledThreads } from '../../core/handoff/outdated-threads.ts'
import type { ChangedFile, Finding, ReviewResult } from '../../types.ts'
import { explanationText } from '../explanation.ts'
import { jsonText } from '../json-text.ts'
import { ordered } from '../order.ts'
import { visible } from '../visible.ts'
import { lineRange } from '../words.ts'
import { handoffSummary, issueLine } from './handoff-summary.ts'

export const handoffNames = {
  findings: 'code-review-findings.json',
  threads: 'code-review-threads.json',
  summary: 'code-review-summary.md',
} as const

export interface HandoffContext {
  /** Null: there is no pull request. */
  readonly pullRequest: number | null
  readonly headSha: string
  /** The whole change. */
  readonly files: readonly ChangedFile[]
  /** Of the files that findings are in, by path, as they were reviewed. */
  readonly texts: ReadonlyMap<string, string>
  /** What becomes of our own that nothing raises again. */
  readonly threads: SettledThreads
  readonly hygieneOnly: boolean
}

/** Name and text of each file that a review leaves for the step that posts it. */
export function handoffFiles(result: ReviewResult, context: HandoffContext): readonly (readonly [string, string])[] {
  const { pullRequest, headSha, files, texts } = context
  const top = { schema_version: 1, pr_number: pullRequest }
  const findings = ordered(result.findings).map((finding) => ({
    ...findingEntry(finding, files),
    code_key: keyFor(finding, result, texts),
  }))
  return [
    [handoffNames.findings, jsonText({ ...top, head_sha: headSha, verdict: result.verdict, findings })],
    [handoffNames.threads, jsonText({ ...top, outdated_thread_ids: context.threads.outdated })],
    [
      handoffNames.summary,
      handoffSummary(result, { headSha, hygieneOnly: context.hygieneOnly, kept: context.threads.kept }),
    ],
  ]
}

/** What is built in follows rules: it does not forget to say something again. */
function keyFor(finding: Finding, { reviewers }: ReviewResult, texts: HandoffContext['texts']): string | null {
  const range = lineRange(finding)
  const text = texts.get(finding.file ?? '')
  if (range === null || text === undefined) return null
  const builtin = new Set(reviewers.flatMap(({ name, agent }) => (agent === 'builtin' ? [name] : [])))
  return finding.reviewers.every((name) => builtin.has(name)) ? noCodeKey : codeKey(text, range.start, range.end)
}

function findingEntry(finding: Finding, files: readonly ChangedFile[]) {
  const { severity, blocking, problem } = finding
  const isQuote = finding.evidence !== null && finding.evidence !== finding.file
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    file: finding.file,
    line: finding.line,
    end_line: lineRange(finding)?.end ?? null,
    inline: fitsInline(finding, files),
    severity: severityLabel(severity, blocking, '002'),
    priority: priorityOf(severity),
    blocking,
    category: finding.category,
    issue: issueLine(finding),
    explanation: explanationText({ ...finding, fix: null }, '\n\n') || visible(problem),
    recommendation: visible(finding.fix ?? ''),
    code_snippet: isQuote ? finding.evidence : '',
    suggestion: finding.suggestion,
    confidence: finding.confidence,
    reviewers: finding.reviewers,
  }
}
