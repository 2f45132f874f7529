import { expect, it } from 'vitest'
import { tameMarkdown } from './tame-markdown.ts'

it.each([
  ['headings, lists, emphasis and code stay', '## A\n\n- **B** `c` _d_', '## A\n\n- **B** `c` _d_'],
  ['what was made safe stays so', 'of @\u200bsomeone, &lt;\\!-- x --&gt;', 'of @\u200bsomeone, &lt;\\!-- x --&gt;'],
  ['addresses stay', '<https://example.org/a>', '<https://example.org/a>'],
  ['HTML', '<img src=x> <!-- review-loop post summary -->', '&lt;img src=x> &lt;!-- review-loop post summary -->'],
  ['images', '![x](https://example.org)', '!\\[x\\](https:\\//example.org)'],
  ['links under another name', '[safe](https://example.org)', '[safe\\](https:\\//example.org)'],
  ['definitions of links', '[safe]: https://example.org', '[safe\\]: https:\\//example.org'],
  ['fences', 'a\n~~~\nb\n- ```\nc', 'a\n\\~~~\nb\n- \\`\\`\\`\nc'],
  ['code as it is', '`Map<string, T[]>` ``m[i][j]`` <b>', '`Map<string, T[]>` ``m[i][j]`` &lt;b>'],
  ['calls in code', '`@codex review` `x[@a]`', '`@\u200bcodex review` `x[@\u200ba]`'],
  ['code that does not end', 'a ` <b>\n`<b>` `<b>', 'a \\` &lt;b>\n`<b>` \\`&lt;b>'],
  ['code that is none', '\\`<b>` ``<b>` ```<b>```', '\\`&lt;b>\\` \\`\\`&lt;b>\\` \\`\\`\\`&lt;b>\\`\\`\\`'],
  ['code after a backslash that is one', '\\\\`<b>`', '\\\\`<b>`'],
  ['code across two cells', '| `a | <b>` |', '| \\`a | &lt;b>\\` |'],
  ['code in an address', 'HTTPS://a`<b>` www.a`<b>`', 'HTTPS:\\//a`<b>` www\\.a`<b>`'],
  ['code after an address', '<https://a`b> `<b>`', '&lt;https:\\//a`b> `&lt;b>\\`'],
  ['what is not seen', 'a\u202eb', 'a\\u202eb'],
  ['names', '@maria #1', '@\u200bmaria #\u200b1'],
])('tames Markdown: %s', (_, text, expected) => {
  expect(tameMarkdown(text, 1000)).toBe(expected)
})

it.each(['\n', ' ', '\t', '`', '<', '[', '@a', '- '])('comes to an end with ever more of %j', (text) => {
  expect(tameMarkdown(text.repeat(100_000), 1000).length).toBeLessThan(1100)
})

it.each([
  ['between words', 'one two three', 9, 'one two'],
  ['before code that it would cut', 'a\none `two <b> x` three', 14, 'a\none'],
  ['after code', 'one `two <b>` three four', 20, 'one `two <b>` three'],
])('cuts it %s', (_, text, longest, expected) => {
  expect(tameMarkdown(text, longest)).toBe(`${expected}\n\n…`)
})
