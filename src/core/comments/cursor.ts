/** A place in a text. */
export interface Cursor {
  readonly text: string
  readonly at: number
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** `pattern` is sticky. */
export function match({ text, at }: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
