import { expect, it } from 'vitest'
import { windowIn } from './window-in.ts'

it.each([
  ['Please wait **17 minutes and 37 seconds** before the next.', 1_057_000],
  ['Next review available in: **40 minutes**', 2_400_000],
  ['Your next review will be available in 1 hour, 5 minutes.', 3_900_000],
  ['Please wait up to 24 hours.', 86_400_000],
  ['Try again in 2 days.', 172_800_000],
  ['Limits reset periodically.', undefined],
  ['The cache is kept for 40 minutes.', undefined],
])('%s', (text, milliseconds) => {
  expect(windowIn(text)).toBe(milliseconds)
})
