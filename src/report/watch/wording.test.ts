import { expect, it } from 'vitest'
import { watchWording } from './wording.ts'

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
