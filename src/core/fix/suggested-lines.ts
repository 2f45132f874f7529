/**
 * The lines that a suggestion puts in place of those it is about. A final line break ends its last line and starts none, as in
 * the block of a comment: '' is no line at all, a line break alone is a blank one.
 */
export function suggestedLines(suggestion: string): readonly string[] {
  return suggestion === '' ? [] : withoutFinalBreak(suggestion).split(/\r?\n/)
}

/** Of whole lines: without the final line break, except where a blank line at the end would be lost with it. */
export function suggestionOf(lines: string): string {
  const text = withoutFinalBreak(lines)
  return text === '' || text.endsWith('\n') ? lines : text
}

export function withoutFinalBreak(text: string): string {
  return text.replace(/\r?\n$/, '')
}
