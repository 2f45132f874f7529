import type { Finding } from '../../types.ts'
import { normaliseQuote } from '../evidence.ts'
import { saysTheSame } from '../merge.ts'
import { wordForWord } from '../words.ts'

/**
 * The same in words, or the same quote: a place or a quote that is wrong tells nothing. What would block at the very line of a
 * finding is no silence about it either, whatever its words: nothing else would hold the loop up for it.
 */
export function repeats(found: Finding, known: Finding): boolean {
  if (found.file !== null && found.file !== known.file) return false
  const { file, line, endLine, evidence } = known
  const isSameTitle = wordForWord(found.title) === wordForWord(known.title)
  const isSameQuote = evidence !== null && normaliseQuote(found.evidence ?? '') === normaliseQuote(evidence)
  const isSamePlace =
    found.blocking && found.file !== null && line !== null && isWithin(found.line, line, endLine ?? line)
  return isSameTitle || isSameQuote || isSamePlace || saysTheSame({ ...found, file, line, endLine, evidence }, known)
}

function isWithin(line: number | null, first: number, last: number): boolean {
  return line !== null && line >= first && line <= last
}
