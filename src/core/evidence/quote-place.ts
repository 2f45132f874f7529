import { holdsQuote, isUnique, normaliseQuote, quotesOf, type SourceText } from './evidence.ts'

/**
 * What tells a quote from the same one elsewhere in a file: the line that it stands under, as a function or a class begins
 * with. Null where there is but one, or no such line. Without it the second of two would take over the name of the first
 * when that is mended.
 */
export function placeOf(text: string, source: SourceText, evidence: string, line: number): string | null {
  const quote = quotesOf(evidence).new.find((candidate) => holdsQuote(source, candidate))
  if (quote === undefined || isUnique(source, quote)) return null
  const lines = text.split('\n')
  const indent = indentOf(lines[line - 1] ?? '')
  for (let above = line - 2; above >= 0; above -= 1) {
    const candidate = lines[above] ?? ''
    if (/\p{L}/u.test(candidate) && indentOf(candidate) < indent) return normaliseQuote(candidate)
  }
  return null
}

/** A tab counts as much as a space: only lines of one file are compared. */
function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
