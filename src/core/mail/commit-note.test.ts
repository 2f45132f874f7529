import { expect, it } from 'vitest'
import { answerNote, commitIn, commitNote, commitsIn, otherCommit, packetHashIn } from './commit-note.ts'

const commit = '0123456789'.repeat(4)

it('is read as it was written', () => {
  expect(commitIn(commitNote(commit))).toBe(commit)
})

it('is read beside what the packet is', () => {
  const hash = '0123456789abcdef'.repeat(4)
  const note = answerNote(commit, hash)
  expect([commitIn(note), commitsIn(note), otherCommit(note, commit)]).toEqual([commit, [commit], null])
  expect([packetHashIn(note), packetHashIn(commitNote(commit)), packetHashIn(undefined)]).toEqual([hash, null, null])
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

it.each<[string, string | undefined, string | null, string | null]>([
  ['nothing', undefined, commit, null],
  ['the same', commitNote(commit), commit, null],
  ['the same in short', 'commit: 0123456', commit, null],
  ['the same in capitals', `Commit: ${'abcdef0'.toUpperCase()}`, 'abcdef0'.padEnd(40, '1'), null],
  ['the same twice', `commit: ${commit}\ncommit: 01234567`, commit, null],
  ['another in short', 'commit: 0123457', commit, '0123457'],
  ['another beside it', `commit: ${commit}\ncommit: ${'f'.repeat(40)}`, commit, 'f'.repeat(40)],
  ['what is too short to be one', 'commit: 999999', commit, null],
  ['a word', 'commit: defaced-things', commit, null],
  ['two, where none is expected', 'commit: 0123456\ncommit: 7654321', null, '7654321'],
  ['one twice, where none is expected', `commit: 0123456\n${commitNote(commit)}`, null, null],
])('finds what contradicts in %s', (_, text, asked, expected) => {
  expect(otherCommit(text, asked)).toBe(expected)
})

it('lists what is named, in short too', () => {
  expect(commitsIn(`memory\ncommit: 0123456\n${commitNote(commit)}`)).toEqual(['0123456', commit])
})
