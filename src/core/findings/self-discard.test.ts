import { expect, it } from 'vitest'
import { rawFinding } from '../../../test/support/change.ts'
import { isSelfDiscarded } from './self-discard.ts'

it.each<[string]>([
  ['The lock is taken twice. On closer inspection, this is not a problem.'],
  ['The index looks off by one. However, it is actually fine.'],
  ['Therefore this is safe as written.'],
  ['So the code is correct.'],
  ['This is a false positive.'],
  ['The value may be null.\n\nConclusion: not an issue.'],
  ['Checked the caller. There is no problem here.'],
  ['No action needed.'],
  ['The guard is above. No changes are required.'],
  ['It works as intended.'],
  ['- Never mind.'],
  ['I looked again. Discarding this finding.'],
  ["That's by design."],
])('takes %j for taken back', (problem) => {
  expect(isSelfDiscarded(rawFinding({ problem }))).toBe(true)
})

it.each<[string]>([
  ['This is not a problem in tests, but it is in production.'],
  ['This is fine. In production it deletes the table.'],
  ['If the input is trusted, this is safe.'],
  ['The author assumes that this is safe.'],
  ['The pattern yields false positives.'],
  ['The check reports a false positive for every umlaut.'],
  ['This is not safe.'],
  ['This is not correct.'],
  ['It is not a bug but a vulnerability.'],
  ['This is not a false positive.'],
  ['No issue number is recorded.'],
  ['There is no problem handler for rejected promises.'],
  ['It drops the table.'],
  ['Discarding the error hides the cause.'],
  ['Nothing is wrong with the happy path, the error path leaks.'],
  ['The result is fine only when the list is sorted.'],
  ['No change is made to the cache after the write.'],
  [''],
])('takes %j for a finding', (problem) => {
  expect(isSelfDiscarded(rawFinding({ problem }))).toBe(false)
})

it('reads the title, the fix and the flag as well', () => {
  expect(isSelfDiscarded(rawFinding({ title: 'Not a bug' }))).toBe(true)
  expect(isSelfDiscarded(rawFinding({ fix: 'No fix required.' }))).toBe(true)
  expect(isSelfDiscarded(rawFinding({ discard: true }))).toBe(true)
  expect(isSelfDiscarded(rawFinding({ title: 'Not a bug report form', fix: 'No fix known' }))).toBe(false)
})

it('reads a very long text without delay', () => {
  const problem = `${'so therefore, '.repeat(50_000)}it is broken`
  expect(isSelfDiscarded(rawFinding({ problem, title: problem }))).toBe(false)
})
