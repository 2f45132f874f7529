import { expect, it } from 'vitest'
import { quoteAtSigns } from './at-signs.ts'

it.each([
  ['+ @src/secret.txt', '+ \\@src/secret.txt'],
  ['@@ -1 +1 @@', '\\@\\@ -1 +1 \\@\\@'],
  ['already \\@quoted', 'already \\\\@quoted'],
])('leaves no at sign bare in %s', (prompt, quoted) => {
  expect(quoteAtSigns(prompt)).toMatch(/^Every at sign .*\n\n/)
  expect(quoteAtSigns(prompt).endsWith(`\n\n${quoted}`)).toBe(true)
  expect(quoteAtSigns(prompt)).not.toMatch(/(?<!\\)@/)
})

it('leaves a prompt without at signs as it is', () => {
  expect(quoteAtSigns('Review this.')).toBe('Review this.')
})
