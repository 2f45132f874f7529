import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { trimReplies } from './reply-cache.ts'

const hour = 60 * 60 * 1000
const now = Date.parse('2030-01-31T00:00:00Z')

it.each<[string, { maxBytes: number; days: number }, readonly string[]]>([
  ['everything that fits', { maxBytes: 300, days: 30 }, ['1.json', '2.json', '50.json']],
  ['what was used last, as far as it fits', { maxBytes: 200, days: 30 }, ['1.json', '2.json']],
  ['what was used in the last days', { maxBytes: 300, days: 1 }, ['1.json', '2.json']],
])('keeps %s', (_what, limits, kept) => {
  const root = temporaryFolder()
  const folder = join(root, '.review-loop/cache/replies/aa')
  mkdirSync(folder, { recursive: true })
  for (const hours of [1, 2, 50]) {
    const file = join(folder, `${hours}.json`)
    writeFileSync(file, 'x'.repeat(100))
    utimesSync(file, new Date(now - hours * hour), new Date(now - hours * hour))
  }
  trimReplies(root, limits, now)
  expect(readdirSync(folder).sort()).toEqual(kept)
})
