import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { Finding } from '../../types.ts'
import { applySuggestions } from './apply-suggestions.ts'

const text = 'one\n  two\nthree\nfour\nfive\n'
const at = (line: number, values: Partial<Finding>): Finding =>
  finding({ id: `F-${line}`, file: 'a.ts', line, endLine: line, ...values })

const apply = (findings: readonly Finding[], content: string | null = text) => {
  const { reply, texts } = applySuggestions(findings, () => content)
  return { ...reply, text: texts.get('a.ts') }
}

it.each<[string, Finding[], string]>([
  ['a line', [at(2, { evidence: 'two', suggestion: '  TWO' })], 'one\n  TWO\nthree\nfour\nfive\n'],
  ['a line by several', [at(3, { evidence: 'three', suggestion: '3\n3' })], 'one\n  two\n3\n3\nfour\nfive\n'],
  ['several lines', [at(3, { endLine: 4, evidence: 'three', suggestion: '3' })], 'one\n  two\n3\nfive\n'],
  ['a line by nothing', [at(5, { evidence: 'five', suggestion: '' })], 'one\n  two\nthree\nfour\n'],
  [
    'a line by a block that ends in a line break',
    [at(2, { evidence: 'two', suggestion: '  TWO\n' })],
    'one\n  TWO\nthree\nfour\nfive\n',
  ],
  ['a line by a blank one', [at(2, { evidence: 'two', suggestion: '\n' })], 'one\n\nthree\nfour\nfive\n'],
  [
    'several places, in any order',
    [at(1, { evidence: 'one', suggestion: '1\n1' }), at(4, { evidence: 'four', suggestion: '' })],
    '1\n1\n  two\nthree\nfive\n',
  ],
  [
    'once what two findings ask for',
    [at(1, { evidence: 'one', suggestion: '1' }), at(1, { id: 'F-9', evidence: 'one', suggestion: '1\r\n' })],
    '1\n  two\nthree\nfour\nfive\n',
  ],
])('replaces %s', (_, findings, expected) => {
  const result = apply(findings)
  expect(result).toMatchObject({ text: expected, unable: [], files: ['a.ts'] })
  expect(result.addressed.map(({ id }) => id)).toEqual(findings.map(({ id }) => id))
})

it.each<[string, Partial<Finding>, RegExp]>([
  ['has no suggestion', { evidence: 'two', suggestion: null }, /carries no suggestion/],
  ['has no place', { line: null, evidence: 'two', suggestion: 'x' }, /which lines/],
  ['quotes nothing', { evidence: null, suggestion: 'x' }, /which lines/],
  ['quotes what is not there any more', { evidence: 'too', suggestion: 'x' }, /no longer hold/],
  ['quotes another line', { evidence: 'three', suggestion: 'x' }, /no longer hold/],
  ['quotes with other white space inside', { endLine: 3, evidence: '  two three', suggestion: 'x' }, /no longer hold/],
  ['quotes next to nothing', { evidence: 'w', suggestion: 'x' }, /no longer hold/],
  ['is about lines behind the end', { endLine: 6, evidence: 'two', suggestion: 'x' }, /no line 6/],
  ['suggests what is there', { evidence: 'two', suggestion: '  two' }, /changes nothing/],
  ['suggests what is there, with a line break', { evidence: 'two', suggestion: '  two\n' }, /changes nothing/],
  ['has a masked value in its suggestion', { evidence: 'two', suggestion: "key = 'AKIA…'" }, /is hidden/],
])('leaves a finding alone that %s', (_, values, reason) => {
  const result = apply([at(2, values)])
  expect(result).toMatchObject({ addressed: [], files: [], text: undefined })
  expect(result.unable).toEqual([{ id: 'F-2', reason: expect.stringMatching(reason) }])
})

it('applies the first of two that overlap', () => {
  const result = apply([
    at(2, { endLine: 3, evidence: 'two', suggestion: '2' }),
    at(3, { evidence: 'three', suggestion: '3' }),
  ])
  expect(result.text).toBe('one\n2\nfour\nfive\n')
  expect(result.unable).toEqual([{ id: 'F-3', reason: 'its lines are changed for F-2 already' }])
})

it('does not take a deletion for a blank line', () => {
  const result = apply([
    at(2, { evidence: 'two', suggestion: '' }),
    at(2, { id: 'F-9', evidence: 'two', suggestion: '\n' }),
  ])
  expect(result.text).toBe('one\nthree\nfour\nfive\n')
  expect(result.unable).toEqual([{ id: 'F-9', reason: 'its lines are changed for F-2 already' }])
})

it('says of a file that is no text that it cannot be mended', () => {
  expect(apply([at(2, { evidence: 'two', suggestion: 'x' })], null).unable).toHaveLength(1)
})

it.each([
  ['its line breaks', 'TWO\n2', 'one\r\ntwo\r\n', 'one\r\nTWO\r\n2\r\n'],
  ['its line breaks, for a block', 'TWO\n2\n', 'one\r\ntwo\r\n', 'one\r\nTWO\r\n2\r\n'],
  ['its line breaks, not those of a block', 'TWO\r\n2\r\n', 'one\ntwo\n', 'one\nTWO\n2\n'],
  ['its line breaks, at a last line that has none', 'TWO\n2\n', 'one\r\ntwo', 'one\r\nTWO\r\n2'],
  ['a missing one at its end', 'TWO\n2', 'one\ntwo', 'one\nTWO\n2'],
  ['a missing one at its end, for a block', 'TWO\n2\n', 'one\ntwo', 'one\nTWO\n2'],
  ['a missing one at its end, for a deletion', '', 'one\ntwo', 'one'],
])('keeps to %s', (_, suggestion, before, after) => {
  expect(apply([at(2, { evidence: 'two', suggestion })], before).text).toBe(after)
})
