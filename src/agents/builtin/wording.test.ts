import { expect, it } from 'vitest'
import { worded } from './wording.ts'

it.each<[message: string, title: string, problem: string]>([
  ['Unexpected comma', 'Unexpected comma', 'Unexpected comma'],
  ['Unexpected comma.', 'Unexpected comma', 'Unexpected comma.'],
  ['`a` is unused. Use e.g. `_a`. Or not.', '`a` is unused', 'Use e.g. `_a`. Or not.'],
  ['Module level import of a.b is used. ', 'Module level import of a.b is used', 'Module level import of a.b is used.'],
  [
    'Probable insecure usage of temporary file or directory, because the name of it can be guessed by anyone',
    'Probable insecure usage of temporary file or directory',
    'Probable insecure usage of temporary file or directory, because the name of it can be guessed by anyone',
  ],
  [
    `One ${'word '.repeat(20)}after the other`,
    `One ${'word '.repeat(14)}word…`,
    `One ${'word '.repeat(20)}after the other`,
  ],
  ['x'.repeat(100), `${'x'.repeat(78)}…`, 'x'.repeat(100)],
])('%s', (message, title, problem) => {
  expect(worded(message)).toEqual({ title, problem })
  expect(title.length).toBeLessThan(80)
})
