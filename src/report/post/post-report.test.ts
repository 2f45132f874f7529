import { expect, it } from 'vitest'
import { finding } from '../../../test/schemas/sample-results.ts'
import { reportOf } from './post-report.ts'

it('leaves no note for which GitHub would refuse the check', () => {
  const hidden = (length: number) => '\u202e'.repeat(length)
  const long = finding({ id: 'F-11111111', title: hidden(200), problem: hidden(6000), fix: '\u{1f600}'.repeat(3000) })
  const handoff = { pullRequest: 7, head: 'b'.repeat(40), outdatedThreads: [], summary: '' }
  const [note] = reportOf({ ...handoff, verdict: 'decline', findings: [long] }).notes
  expect(note?.title.length).toBeLessThanOrEqual(255)
  expect(Buffer.byteLength(note?.message ?? '')).toBeLessThanOrEqual(64_000)
})
