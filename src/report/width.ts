// Joiners apart from the class: next to each other they would read as one character.
const zeroWidth = /^(?:[\p{Mn}\p{Me}]|\u200c|\u200d|[\ufe00-\ufe0f])$/u
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u

const style = /\u001b\[\d+m/g

/** How many terminal columns a text takes. Our own colours take none. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text.replace(style, '')) width += characterWidth(character)
  return width
}

/** The text itself if it fits, else its beginning with an ellipsis. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let used = 1
  let result = ''
  for (const character of text) {
    used += characterWidth(character)
    if (used > width) break
    result += character
  }
  return `${result}…`
}

/** Filled up with blanks; what is wider stays as it is. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

/** Breaks between words. Line breaks and the indentation of each line stay; a word too long for a line is left whole. */
export function wrap(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), width))
}

function wrapLine(line: string, width: number): string[] {
  const indentation = line.match(/^\s*(?:[-*] )?/)?.[0] ?? ''
  const hanging = ' '.repeat(displayWidth(indentation))
  const lines: string[] = []
  let current = indentation
  let isEmpty = true
  for (const word of line.slice(indentation.length).split(/\s+/)) {
    if (!isEmpty && displayWidth(current) + 1 + displayWidth(word) > width) {
      lines.push(current)
      current = hanging
      isEmpty = true
    }
    current += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, current]
}

function characterWidth(character: string): number {
  if (zeroWidth.test(character)) return 0
  return wide.test(character) ? 2 : 1
}
