// Machines read these formats, but people print them too: what a terminal or the runner of CI would obey is written as an escape.
const unsafe = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|#(?=#\[)/g

/** The same value as JSON.stringify writes, in two-space indentation, with a final line break. */
export function jsonText(value: unknown): string {
  return `${escapeUnsafe(JSON.stringify(value, null, 2))}\n`
}

/** The same on one line. */
export function jsonLine(value: unknown): string {
  return `${escapeUnsafe(JSON.stringify(value))}\n`
}

function escapeUnsafe(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
