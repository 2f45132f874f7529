import { expect, it } from 'vitest'
import { duration, parseDuration } from './duration.ts'

it.each([
  ['3s', 3000],
  ['10m', 600_000],
  ['1h30m', 5_400_000],
  ['1h0m5s', 3_605_000],
  ['', undefined],
  ['0s', undefined],
  ['10', undefined],
  ['5s3m', undefined],
  ['-1m', undefined],
  ['1.5h', undefined],
])('%j is %j milliseconds', (text, expected) => {
  expect(parseDuration(text)).toBe(expected)
})

it.each([
  [0, '0ms'],
  [319.6, '320ms'],
  [999.7, '1s'],
  [7916.562245, '8s'],
  [600_000, '10m'],
  [5_400_000, '1h30m'],
  [3_605_000, '1h5s'],
])('%j milliseconds are %j for people', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text)
})
