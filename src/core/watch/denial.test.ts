import { expect, it } from 'vitest'
import { isDenial } from './denial.ts'

it.each([
  'I looked at the change, but this is **not fixed**: the comparison is as it was. Please address it.',
  'The issue is not resolved.',
  'The change does not address this.',
  'This doesn’t fix the leak.',
  'Thank you! The second place has not been fully addressed.',
  '`index <= 0` is still there.',
  'The problem remains unresolved in this commit.',
  'Please fix this.',
  'The original problem is still there, as it was before.',
  'It still fails when the list is empty.',
  'The old code is still there.',
])('denies that it is fixed: %s', (body) => {
  expect(isDenial(body)).toBe(true)
})

it.each([
  'Thank you for the fix!',
  'Confirmed: it is fixed now.',
  'The fix looks good, the leak is resolved.',
  'I looked whether the call is still there: it is gone.',
  'The earlier commit did not fix it, this one does.',
  'The old code was not addressed by the first try.',
  'Nothing of it is still there.',
  'If it is not fixed, tell me.',
  '> This is not fixed.\n\nIt is now.',
  'Well done.\n\n<details><summary>What I ran</summary>\n\nThe call is still there.\n\n</details>',
  'All good.\n\n```\nnot fixed\n```',
])('does not deny it: %s', (body) => {
  expect(isDenial(body)).toBe(false)
})
