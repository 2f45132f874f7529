import { expect, it } from 'vitest'
import { withoutCommands } from './fix-replies.ts'

const secret = 'env DSN=postgres://ci:Tr0ub4dor@10.0.0.7/db npm test'

it.each([
  ['a command line', `${secret} fails with it`, [secret], 'a validation command fails with it'],
  ['the longer of two', 'npm test -- x fails', ['npm test', 'npm test -- x'], 'a validation command fails'],
  ['what a fixer quotes', 'I ran `npm test` twice.', ['npm test'], 'I ran `a validation command` twice.'],
  ['a masked one', `${secret.replace('Tr0ub4dor', 'Tr…')} fails`, [secret], 'a validation command fails'],
  ['no name of a command', 'make fails with it', ['make'], 'make fails with it'],
])('tells nobody %s', (_, words, commands, expected) => {
  expect(withoutCommands(words, commands)).toBe(expected)
})
