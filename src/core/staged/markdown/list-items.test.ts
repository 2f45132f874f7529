import { describe, expect, it } from 'vitest'
import { numberedLines } from '../../loop/finding-drafts.ts'
import { isNone, readList } from './list-items.ts'

describe('readList', () => {
  it.each<[string, string, unknown[], string[]]>([
    [
      'bullets',
      '- a\n* b\n+ c',
      [
        [1, null, 'a'],
        [2, null, 'b'],
        [3, null, 'c'],
      ],
      [],
    ],
    [
      'numbers',
      '1. a\n12) b',
      [
        [1, 1, 'a'],
        [2, 12, 'b'],
      ],
      [],
    ],
    [
      'what is indented below',
      '- a\n  b\n\n    c\n\n- d',
      [
        [1, null, 'a\nb\n\n  c'],
        [6, null, 'd'],
      ],
      [],
    ],
    ['deeper lists as text', '- a\n  - b\n    1. c', [[1, null, 'a\n- b\n  1. c']], []],
    ['a line that goes on without indentation', '- a\nb', [[1, null, 'a\nb']], []],
    ['code below an item', '- a\n\n```\n- b\n\nc\n```', [[1, null, 'a\n\n```\n- b\n\nc\n```']], []],
    ['text outside', 'x\n\n- a\n\ny\n#### z', [[3, null, 'a']], ['x', 'y', '#### z']],
    ['a dash without a space as text', '-a\n---', [], ['-a', '---']],
    ['nothing', '\n\n', [], []],
  ])('reads %s', (_, markdown, items, outside) => {
    const read = readList(numberedLines(markdown))
    expect(read.items.map(({ line, number, text }) => [line, number, text])).toEqual(items)
    expect(read.outside.map(({ text }) => text)).toEqual(outside)
  })

  it('begins an item where it is told to, at any depth', () => {
    const { items } = readList(numberedLines('- a\n  - !b\n    c\n!d'), (text) => /^[\s-]*!/.test(text))
    expect(items.map(({ text }) => text)).toEqual(['a', '!b\nc', '!d'])
  })
})

it.each([
  ['None', true],
  ['- None.', true],
  [' none.\n', true],
  ['None of them', false],
  ['', false],
])('tells whether a list says that there is nothing: %j', (text, expected) => {
  expect(isNone(text)).toBe(expected)
})
