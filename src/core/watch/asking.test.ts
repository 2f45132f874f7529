import { expect, it } from 'vitest'
import { isAsking } from './asking.ts'

it.each([
  ['Fine with me. The sign in add is wrong though, please fix it before the merge.', true],
  ['LGTM, but please rename `many`.', true],
  ['Approved once the sign in add is fixed', true],
  ['Good. add must not subtract.', true],
  ['LGTM. There is a test missing for less.', true],
  ['Nice! Tests are missing.', true],
  ['Nearly there: fix the sign in add.', true],
  ['You should close the file in read().', true],
  ['Passt, aber bitte noch einen Test.', true],
  ['LGTM', false],
  ['Tested on Safari and works for me.', false],
  ['Not tested, but it looks fine.', false],
  ['LGTM, please merge.', false],
  ['Please go ahead and merge when the checks are green.', false],
  ['This should be good to go.', false],
  ['Should fix the crash we saw.', false],
  ['Thanks for the fix, nothing is wrong here now.', false],
  ['A few comments, please have a look.', false],
  ['Please see my comments inline.', false],
  ['Please address the comments below.', false],
  ['Some small nits, but nothing blocking.', false],
  ['> please fix the sign\n\nDone, thanks.', false],
  ['```\nplease\n```\nNice.', false],
])('%s → %s', (body, expected) => {
  expect(isAsking(body)).toBe(expected)
})
