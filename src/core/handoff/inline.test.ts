import { expect, it } from 'vitest'
import { finding } from '../../../test/schemas/sample-results.ts'
import { changeOf } from '../../../test/support/change.ts'
import { fitsInline } from './inline.ts'

const before = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`)
const after = [...before.slice(0, 12), 'new 13', ...before.slice(12, 32), 'new 34', ...before.slice(32)]
/** Hunks with their context: lines 10–16 and 31–37. */
const file = changeOf('src/a.ts', before.join('\n'), after.join('\n'))

it.each([
  ['an added line', { line: 13 }, true],
  ['the first line of context', { line: 10 }, true],
  ['the last line of context', { line: 16 }, true],
  ['a line after the hunk', { line: 17 }, false],
  ['lines of one hunk', { line: 12, endLine: 16 }, true],
  ['lines that go past it', { line: 12, endLine: 17 }, false],
  ['lines of two hunks', { line: 13, endLine: 34 }, false],
  ['a whole file', { line: null }, false],
  ['the change as a whole', { file: null, line: null }, false],
  ['another file', { file: 'src/b.ts', line: 13 }, false],
])('knows whether %s can be commented on', (_, changes, fits) => {
  expect(fitsInline(finding({ id: 'F-11111111', ...changes }), [file])).toBe(fits)
})

it('has no place in a file that is gone', () => {
  const gone = { ...file, status: 'deleted' } as const
  expect(fitsInline(finding({ id: 'F-11111111', line: 13 }), [gone])).toBe(false)
})
