// Text from a change or a reviewer can hold characters that a terminal obeys instead of showing (escape sequences),
// or that make a line read differently from what it is (bidirectional and invisible ones).

const control = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f'
const bidirectional = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const invisible = '\\u00ad\\u180e\\u200b\\u2028\\u2029\\u2060-\\u2064\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb'
const unsafe = new RegExp(`[${control}${bidirectional}${invisible}\\u{e0000}-\\u{e007f}\\p{Surrogate}]`, 'gu')

/** Unsafe characters become escapes that can be read (`\x1b`, `\u202e`). Line breaks and tabs stay; CRLF is a line break. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unsafe, escaped)
}

/** As `visible`, on one line: any white space with a line break or a tab in it becomes one space. */
export function visibleLine(text: string): string {
  return visible(text)
    .replace(/ *[\n\t][\s]*/g, ' ')
    .trim()
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}
