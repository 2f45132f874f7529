import type { DiscardedFinding, Finding, ReviewResult } from '../../types.ts'
import { jsonText } from '../json-text.ts'
import { ordered } from '../order.ts'
import type { Reporter } from '../reporter.ts'
import { hasFailed, labelOf, reasonsOf } from '../words.ts'
import { resultOf } from './sarif-result.ts'
import { ruleIndexOf, rulesOf } from './sarif-rules.ts'

/** SARIF 2.1.0. Waived findings are there as suppressed results; a review that did not finish is a failed invocation. */
export const sarif: Reporter = (result, context) => {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run(result, ordered(result.findings), ordered(result.discarded.filter(isWaived)))],
  }
  return jsonText(log)

  function run(review: ReviewResult, findings: readonly Finding[], waived: readonly DiscardedFinding[]): object {
    const rules = rulesOf([...findings, ...waived])
    const index = ruleIndexOf(rules)
    return {
      tool: { driver: { name: 'review-loop', version: context.version, rules: [...rules] } },
      invocations: [
        {
          executionSuccessful: review.gate.result !== 'inconclusive',
          toolExecutionNotifications: notifications(review),
        },
      ],
      originalUriBaseIds: { SRCROOT: { description: { text: 'The root of the repository.' } } },
      columnKind: 'utf16CodeUnits',
      results: [
        ...findings.map((finding) => resultOf(finding, index, context.frames)),
        ...waived.map((finding) => suppressed(finding, resultOf(finding, index, context.frames))),
      ],
      properties: { verdict: review.verdict, gate: review.gate.result, label: labelOf(review) },
    }
  }
}

function isWaived(finding: DiscardedFinding): boolean {
  return finding.code === 'waived'
}

function suppressed(finding: DiscardedFinding, result: object): object {
  return { ...result, suppressions: [{ kind: 'external', status: 'accepted', justification: finding.reason }] }
}

function notifications(review: ReviewResult): object[] {
  const level = review.gate.result === 'inconclusive' ? 'error' : 'note'
  return [
    ...reasonsOf(review).map((text) => ({ level, message: { text } })),
    ...review.reviewers.filter(hasFailed).map((reviewer) => ({
      level: 'warning',
      message: {
        text: `${reviewer.name}: ${reviewer.status}${reviewer.reason === null ? '' : `, ${reviewer.reason}`}`,
      },
    })),
    ...review.notices.map((text) => ({ level: 'note', message: { text } })),
  ]
}
