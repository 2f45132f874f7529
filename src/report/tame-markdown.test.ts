import { expect, it } from 'vitest'
import { tameMarkdown } from './tame-markdown.ts'

it.each([
  ['headings, lists, emphasis and code stay', '## A\n\n- **B** `c` _d_', '## A\n\n- **B** `c` _d_'],
  ['what was made safe stays so', 'of @\u200bsomeone, &lt;\\!-- x --&gt;', 'of @\u200bsomeone, &lt;\\!-- x --&gt;'],
  ['addresses stay', '<https://example.org/a>', '<https://example.org/a>'],
  ['HTML', '<img src=x> <!-- review-loop post summary -->', '&lt;img src=x> &lt;!-- review-loop post summary -->'],
  ['images', '![x](https://example.org)', '!\\[x\\](https://example.org)'],
  ['links under another name', '[safe](https://example.org)', '[safe\\](https://example.org)'],
  ['definitions of links', '[safe]: https://example.org', '[safe\\]: https://example.org'],
  ['fences', 'a\n~~~\nb\n- ```\nc', 'a\n\\~~~\nb\n- \\```\nc'],
  ['what is not seen', 'a\u202eb', 'a\\u202eb'],
  ['names', '@maria #1', '@\u200bmaria #\u200b1'],
])('tames Markdown: %s', (_, text, expected) => {
  expect(tameMarkdown(text, 1000)).toBe(expected)
})

it.each(['\n', ' ', '\t', '`', '<', '[', '@a', '- '])('comes to an end with ever more of %j', (text) => {
  expect(tameMarkdown(text.repeat(100_000), 1000).length).toBeLessThan(1100)
})

it('cuts it between words', () => {
  expect(tameMarkdown('one two three', 9)).toBe('one two\n\n…')
})
