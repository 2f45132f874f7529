import { expect, it } from 'vitest'
import { watchWording, withoutCommands } from './wording.ts'

const token = `gh${'p_'}k3Jf9QzX7mVb2LpT8wRc5NdY1sHg6UaE4oKi`

it.each<[string, string, unknown]>([
  ['plain words and code stay', 'closed in `finally`', 'closed in `finally`'],
  ['names', 'one@two.de and @three', 'one@\u200btwo.de and @\u200bthree'],
  ['calls', '@coderabbitai review\n\n/gemini review', '@\u200bcoderabbitai review /gemini \u200breview'],
  ['marks', '<!-- review-loop fixed x -->', '&lt;\\!-- review-loop fixed x --&gt;'],
  ['HTML', '<img src=x> <details>', '&lt;img src=x&gt; &lt;details&gt;'],
  ['images', '![i](https://example.org/i.png)', expect.stringMatching(/^\\!\\\[i\\\]\(</)],
  ['links under another name', '[safe](https://example.org/)', expect.stringMatching(/^\\\[safe\\\]\(</)],
  ['what is not seen', 'a\u202eb', 'a\\\\u202eb'],
  ['keys', `a key ${token}`, expect.not.stringContaining(token)],
  ['what is too long', 'x'.repeat(5000), `${'x'.repeat(1999)}…`],
])('makes an answer harmless: %s', (_, words, expected) => {
  expect(watchWording.prose(words, 2000)).toEqual(expected)
})

it('keeps the length when all of it has to be escaped', () => {
  expect(watchWording.prose('@a'.repeat(3000), 2000).length).toBeLessThanOrEqual(2000)
  expect(watchWording.prose('&'.repeat(3000), 2000).length).toBeLessThanOrEqual(2000)
})

it('shows a path as code, whatever is in it', () => {
  expect(watchWording.code('a`<b> @maria\n.ts:1')).toBe('``a`<b> @\u200bmaria .ts:1``')
})

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
