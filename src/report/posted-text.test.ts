import fc from 'fast-check'
import { expect, it } from 'vitest'
import { finding } from '../../test/support/change.ts'
import { findingText } from './post/post-remark.ts'
import { tameMarkdown } from './tame-markdown.ts'
import { watchWording } from './watch/wording.ts'

// Whatever a finding says: once a forge has rendered it, nobody is mentioned, nothing is referred to and nothing is ordered.

const pieces = [
  ...[
    '@',
    '＠',
    '&commat;',
    '&#64;',
    '&#x40;',
    '&#0064',
    '\\@',
    'maria',
    'octo/team',
    'coderabbitai resolve',
    'a@b.io',
  ],
  ...['#12', '&#35;12', '&num;12', '\\#12', 'GH-12', 'octo/x#12', '!12', '&12', '&amp;12', 'closes #12'],
  ...['/merge', '/approve', '/label ~x', '/gemini review', 'cursor', 'review', '\u00a0', '\u3000', '\u2003', '\u200d'],
  ...['\u3164', '\u034f', '\ufe0f', '\u200b', '\u2800', '\t', ' ', '\n', '\n\n', '\r\n', '- ', '* ', '+ ', '> ', '1. '],
  ...['`', '``', '```', '\\', '<', '>', '<b>', '<!-- x -->', '<img src="https://e.io/x">', '![x](https://e.io/x.png)'],
  ...['[a](https://e.io)', '[a]: https://e.io', 'https://github.com/o/x/issues/12', 'www.e.io', '*', '_', '|', '~~~'],
  ...['words', '12', '&', ';', 'amp;', 'lt;'],
]

const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))

const posted: readonly (readonly [string, (words: string) => string])[] = [
  ['a summary', (words) => tameMarkdown(words, 5000)],
  ['a finding', (words) => findingText(finding({ title: words, problem: words, fix: words }))],
  ['an answer', (words) => `Left as it is: ${watchWording.prose(words, 2000)}`],
]

it.each(posted)('%s calls nobody', (_, write) => {
  fc.assert(
    fc.property(text, (words) => {
      const raw = write(words)
      const shown = shownWords(raw)
      expect(shown).not.toMatch(/[@＠﹫][\w.-]/)
      expect(shown).not.toMatch(/[#!&]\d|\bGH-\d/i)
      expect(shown).not.toMatch(/\/(?:issues|pull|merge_requests)\/\d/)
      // Bots read the text as it was written, and trim what they read.
      expect(raw).not.toMatch(/[@＠﹫][\w.-]/)
      expect(raw).not.toMatch(/cursor[\s\p{Cf}]*?(?<!\u200b)[ \u00a0\u2003\u3000]review|\/gemini review/iu)
      for (const line of raw.split('\n')) expect(withoutFront(line)).not.toMatch(/^\/[a-z]/i)
      // Neither HTML nor pictures; an address in angle brackets is a link that can be read.
      expect(withoutCode(raw.replace(/<https?:[^<>\s]*>/g, ''))).not.toMatch(/<|(?<!\\)!\[|\](?<!\\\])\(/)
    }),
    { numRuns: 2000, seed: 7 },
  )
})

/** A backslash escapes what follows it, another backslash too: `\\` before a backtick does not keep it from beginning code. */
function withoutCode(raw: string): string {
  return raw.replace(/(\\.)|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)/g, (_, kept = ' ') => kept)
}

/** What a reader sees outside of code: escapes and entities are decoded once, which is when a forge looks for names. */
function shownWords(raw: string): string {
  return withoutCode(raw).replace(
    /\\([!-/:-@[-`{-~])|&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (all, mark, hex, number, name) => {
      if (mark !== undefined) return mark
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
      if (number !== undefined) return String.fromCodePoint(Number(number))
      return names[name.toLowerCase()] ?? all
    },
  )
}

const names: Readonly<Record<string, string>> = {
  commat: '@',
  num: '#',
  amp: '&',
  lt: '<',
  gt: '>',
  excl: '!',
  sol: '/',
}

/** White space, invisible characters, and the marks of quotes and lists. */
function withoutFront(line: string): string {
  return line.replace(/^(?:[\s\p{Z}\p{C}\p{M}\u115f\u1160\u3164\uffa0\u2800>*+-]|\d+[.)])+/u, '')
}

it('keeps what is meant to be read', () => {
  const summary = '## Review\n\n- `a & b` is fine, R&amp;D too: see <https://e.io/a?b=1&c=2>\n- 1 &lt; 2'
  expect(tameMarkdown(summary, 5000)).toBe(summary)
})
