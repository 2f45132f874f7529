import { expect, it } from 'vitest'
import { describeBreak } from './json-break.ts'

it.each([
  ['{"a": 1,\n "b" 2}', 'line 2, column 6: expected ":"'],
  ['{"a": 1\n "b": 2}', 'line 2, column 2: expected "," or a closing bracket'],
  ['[1, 2', 'line 1, column 6: expected "," or a closing bracket, but the file ends there'],
  ['{"a": [1, ]}', 'line 1, column 11: expected a value'],
  ['{"a": 1,}', 'line 1, column 9: expected a key in double quotes'],
  ["{'a': 1}", 'line 1, column 2: expected a key in double quotes or "}"'],
  ['[}', 'line 1, column 2: expected a value or "]"'],
  ['{"a": nul}', 'line 1, column 7: expected a value'],
  ['{"a": 01}', 'line 1, column 7: expected a value'],
  ['{} {}', 'line 1, column 4: expected the end of the file'],
  ['{"a": "b\nc"}', 'line 1, column 9: expected the rest of a string'],
  ['{"a": "\\x"}', 'line 1, column 8: expected the rest of a string'],
  ['{"a": "b', 'line 1, column 9: expected the rest of a string, but the file ends there'],
  ['<html>', 'line 1, column 1: expected a value'],
  ['', 'line 1, column 1: expected a value, but the file ends there'],
])('says where %j breaks', (text, expected) => {
  expect(describeBreak(text)).toBe(expected)
})

it('reads over everything JSON allows before the break', () => {
  const valid = JSON.stringify({ a: [1.5e-7, -0, true, false, null, 'é\n"\\\u0001', {}, [], [[]]] }, null, 2)
  expect(describeBreak(`${valid}\nx`)).toBe(
    `line ${valid.split('\n').length + 1}, column 1: expected the end of the file`,
  )
})

it('survives a string of many megabytes', () => {
  expect(describeBreak(`["${'x'.repeat(20_000_000)}"`)).toContain('column 20000004')
})
