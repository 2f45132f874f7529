import { expect, it } from 'vitest'
import { isRefusal } from './refusal.ts'

it.each([
  ['Please leave it as it is, this is intended. Do not change it.', true],
  ['Leave it, this is on purpose.', true],
  ['Leave this one, I want it so.', true],
  ['@coderabbitai this is intentional.', true],
  ["Won't fix.", true],
  ['Won’t fix.', true],
  ['That is by design: callers rely on it.', true],
  ['False positive, the lock is held by the caller.', true],
  ["Please don't change this, it must stay so.", true],
  ['This is not intended, well spotted.', false],
  ["It isn't on purpose.", false],
  ['That does not work as intended.', false],
  ["Don't leave it like this.", false],
  ['Do not leave it open.', false],
  ['Leave it, but close the file in the caller.', false],
  ['Do not change the name; use an alias instead.', false],
  ['Is this intended?', false],
  ['Leave it as it is. Please add a test.', false],
  ['You should fix that, it is not a false positive.', false],
  ['> leave it\n\nFix it.', false],
  ['Fix it.\n\n```\nleave it\n```', false],
  ['`leave it` is what Joe said.', false],
  ['> Close the file.\n\nLeave it.', true],
  ['Leave `it` alone: this is on purpose.', true],
  ['Leave it to me, I mend it tomorrow.', false],
  ['Close it in the caller.', false],
  ['No! Revert that.', false],
])('%s → %s', (body, expected) => {
  expect(isRefusal(body)).toBe(expected)
})
