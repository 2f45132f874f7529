// Text of reviewers inside a findings document. It keeps its code spans; whatever else Markdown would act on is escaped, so that
// no text can make a heading, a number, a label or a line of the summary. `readInline` is the reverse of `writeInline`.

/** Running text, line by line. A line that would begin a block of its own is escaped. */
export function writeProse(text: string): readonly string[] {
  const lines = text.split(lineBreak).map((line) => writeInline(line).replace(blockStart, escapeStart))
  return trimBlank(lines.map((line) => line.replace(/^[ \t]+|[ \t]+$/g, '')))
}

/** A title: everything on one line. */
export function writeLine(text: string): string {
  return writeInline(text.replace(/\s+/g, ' ').trim())
}

/** A name that is not prose (a path, a category): no code spans, and every character of it comes back. */
export function writeName(text: string): string {
  return escapeMarks(text)
    .replaceAll('`', '\\`')
    .replace(/[\t\n\r]|^ | $/g, entity)
}

/** Back to what was written. Escapes inside code spans are no escapes. */
export function readInline(text: string): string {
  return text.replace(token, (whole, _span, character: string | undefined, number: string | undefined) => {
    if (character !== undefined) return character
    return number === undefined ? whole : characterOf(number)
  })
}

export const lineBreak = /\r\n|[\n\r]/

const span = /(?<!`)(`{1,2})(?!`)(?:[^`]|(?!\1(?!`))`+)*?[^`]\1(?!`)/

// A code span, an escaped character, or a character by its number; the first that matches from the left counts.
const token = new RegExp(`${span.source}|\\\\([!-/:-@[-\`{-~])|&#x([0-9a-f]{1,6});`, 'g')

const blockStart = /^([ \t]*)([#>+=|~:-]|\d{1,9}[.)])/

function escapeStart(_start: string, space: string, mark: string): string {
  return `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}`
}

function writeInline(line: string): string {
  const spans = [...line.matchAll(new RegExp(span, 'g'))].filter(([text]) => !unsafe.test(text))
  let written = ''
  let end = 0
  for (const { 0: text, index } of spans) {
    written += outsideSpans(line.slice(end, index)) + text
    end = index + text.length
  }
  return written + outsideSpans(line.slice(end))
}

function outsideSpans(text: string): string {
  return escapeMarks(text).replaceAll('`', '\\`')
}

function escapeMarks(text: string): string {
  return text
    .replace(/[\\*[\]<]|&(?=#?\w+;)|(?<![a-z\d])_|_(?![a-z\d])/gi, '\\$&')
    .replace(new RegExp(unsafe, 'gu'), entity)
}

// What a terminal obeys or an eye does not see. Tabs and line breaks are not among them.
const unsafe =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/u

function entity(character: string): string {
  return `&#x${(character.codePointAt(0) ?? 0).toString(16)};`
}

function characterOf(number: string): string {
  const code = Number.parseInt(number, 16)
  return code > 0x10ffff ? `&#x${number};` : String.fromCodePoint(code)
}

/** At most one blank line in a row, none at the ends. */
function trimBlank(lines: readonly string[]): readonly string[] {
  const kept = lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''))
  return kept.at(-1) === '' ? kept.slice(0, -1) : kept
}
