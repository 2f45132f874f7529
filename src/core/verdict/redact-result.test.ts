import { expect, it } from 'vitest'
import { finding, fullResult } from '../../../test/schemas/sample-results.ts'
import { redactEvent, redactResult } from './redact-result.ts'

it('masks a secret in everything that findings say, and in what others say about them', () => {
  const secret = 'correct-horse-battery'
  const said = { title: `Shows ${secret}`, problem: `It prints ${secret}.` }
  const found = finding({
    id: 'F-1',
    ...said,
    otherClaims: [said],
    verification: { by: 'other', quote: secret, reason: secret },
  })
  const result = {
    ...fullResult,
    findings: [found],
    discarded: [{ ...found, code: 'waived' as const, reason: `Known: ${secret}.` }],
    gate: { result: 'inconclusive' as const, reasons: [`${secret} is not a severity.`] },
    reviewers: fullResult.reviewers.map((outcome) => ({ ...outcome, reason: `${secret} is not a severity.` })),
    notices: [`other doubts F-1: ${secret} is not used.`],
  }
  expect(JSON.stringify(result)).toContain(secret)
  expect(JSON.stringify(redactResult(result, [secret]))).not.toContain(secret)
})

it('masks a secret in what is told while reviewers work', () => {
  const secret = 'correct-horse-battery'
  const reason = `${secret} is not a severity.`
  const events = [
    { type: 'reviewer-retry', name: 'auditor', agent: 'other', reason },
    { type: 'reviewer-end', outcome: { ...fullResult.reviewers[0]!, reason } },
  ] as const
  for (const event of events) expect(JSON.stringify(redactEvent(event, [secret]))).not.toContain(secret)
})
