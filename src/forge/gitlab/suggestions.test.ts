import { expect, it } from 'vitest'
import { withCounts, withoutCounts } from './suggestions.ts'

const block = (head: string) => `Hm.\n\n${head}\nx\n\`\`\``

it.each([
  ['one line', { line: 5, endLine: 5 }, '```suggestion:-0+0'],
  ['three lines', { line: 3, endLine: 5 }, '```suggestion:-2+0'],
])('says how many lines are replaced: %s', (_, lines, head) => {
  const written = withCounts(block('```suggestion'), lines)
  expect(written).toBe(block(head))
  expect(withoutCounts(written, lines)).toBe(block('```suggestion'))
})

it('offers none that GitLab would put on other lines: it takes a hundred above the last at most', () => {
  expect(withCounts(block('```suggestion'), { line: 1, endLine: 101 })).toBe(block('```suggestion:-100+0'))
  const lines = { line: 1, endLine: 102 }
  const written = withCounts(block('```suggestion'), lines)
  expect(written).toBe(block('```replacement'))
  expect(withoutCounts(written, lines)).toBe(block('```suggestion'))
})

it.each([
  ['without a count where there is one line', '```suggestion', { line: 5, endLine: 5 }, '```suggestion'],
  ['what goes above its lines', '```suggestion:-3+0', { line: 5, endLine: 5 }, '```suggestion:-3+0'],
  ['what goes below its lines', '```suggestion:-0+1', { line: 5, endLine: 5 }, '```suggestion:-0+1'],
  ['of lines that are gone', '```suggestion:-0+0', null, '```suggestion:-0+0'],
  ['what is called so by others', '```replacement', { line: 5, endLine: 5 }, '```replacement'],
  ['other code', '```suggestions', { line: 5, endLine: 5 }, '```suggestions'],
])('reads %s', (_, head, lines, expected) => {
  expect(withoutCounts(block(head), lines)).toBe(block(expected))
})
