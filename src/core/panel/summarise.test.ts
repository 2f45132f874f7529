import { expect, it } from 'vitest'
import { changedFile } from '../../../test/support/change.ts'
import type { ChangedFile } from '../../types.ts'
import { summariser } from './summarise.ts'

const panel = {
  agents: [],
  passes: 1,
  maxParts: 40,
  generatedKb: 128,
  summarise: ['data/**'],
  show: ['vendor/own/**'],
  unreviewed: 'inconclusive',
} as const

const hidden = { binary: true, newBlob: 'b' }

it.each<[path: string, changes: Partial<ChangedFile>, tokens: number, expected: boolean]>([
  ['src/a.js', { addedLines: 5000 }, 90_000, false],
  ['package-lock.json', { addedLines: 60, removedLines: 41 }, 500, true],
  ['package-lock.json', { addedLines: 60, removedLines: 40 }, 500, false],
  ['vendor/lib.js', { addedLines: 3 }, 40, false],
  ['vendor/lib.js', { addedLines: 1 }, 90_000, true],
  ['vendor/own/lib.js', { addedLines: 500 }, 90_000, false],
  ['dist/app.min.js', { addedLines: 1 }, 10, true],
  ['dist/new.min.js', { addedLines: 1 }, 90_000, false],
  ['dist/app.js.map', { addedLines: 1 }, 10, true],
  ['src/__snapshots__/a.snap', { addedLines: 1 }, 10, true],
  ['data/a.csv', { addedLines: 1 }, 10, true],
  ['bun.lockb', hidden, 10, true],
  ['api/says-so.go', { addedLines: 101 }, 40, true],
  ['api/says-so.go', { addedLines: 100 }, 40, false],
  ['vendor/lib.js', hidden, 10, false],
])('%s %o of %d tokens is only named: %s', (path, changes, tokens, expected) => {
  expect(
    summariser(
      panel,
      new Set(['api/says-so.go']),
      new Set(['dist/new.min.js']),
    )(changedFile({ path, ...changes }), tokens),
  ).toBe(expected)
})
