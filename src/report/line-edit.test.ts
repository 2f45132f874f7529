import { expect, it } from 'vitest'
import { editLines } from './line-edit.ts'

const drawn = (before: readonly string[] | null, suggestion: string): string[] =>
  editLines(before, suggestion).map(({ kind, text }) => `${{ removed: '-', added: '+', same: ' ' }[kind]}${text}`)

it.each<[string, readonly string[] | null, string, string[]]>([
  ['a replaced line', ['a'], 'b', ['-a', '+b']],
  ['equal lines around the change once', ['a', 'b', 'c'], 'a\nx\ny\nc', [' a', '-b', '+x', '+y', ' c']],
  ['a replaced line, with its line break', ['a'], 'b\n', ['-a', '+b']],
  ['a deletion', ['a', 'b'], '', ['-a', '-b']],
  ['an inserted line', ['a'], 'a\nb', [' a', '+b']],
  ['additions where the old lines are not known', null, 'a\nb', ['+a', '+b']],
  ['lines that differ only in their line break as equal', ['a\r', 'b\r'], 'a\nc', [' a', '-b', '+c']],
  ['repeated lines without counting them twice', ['a', 'a'], 'a', [' a', '-a']],
])('shows %s', (_, before, suggestion, expected) => {
  expect(drawn(before, suggestion)).toEqual(expected)
})
