import { expect, it } from 'vitest'
import { commitIn, commitNote } from './commit-note.ts'

const commit = '0123456789'.repeat(4)

it('is read as it was written', () => {
  expect(commitIn(commitNote(commit))).toBe(commit)
})

it.each([
  ['nothing', undefined, null],
  ['other words', 'memory, style', null],
  ['other lines beside it', `round: 2\ncommit: ${commit}\nbranch: topic`, commit],
  ['a short id', 'commit: 0123456', null],
  ['what is no line of its own', `the commit: ${commit}`, null],
])('with %s', (_, text, expected) => {
  expect(commitIn(text)).toBe(expected)
})
