import { expect, it } from 'vitest'
import { finding, fullResult } from '../../test/schemas/sample-results.ts'
import { redactResult } from './redact-result.ts'

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
  }
  expect(JSON.stringify(result)).toContain(secret)
  expect(JSON.stringify(redactResult(result, [secret]))).not.toContain(secret)
})
