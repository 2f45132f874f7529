import type { Finding } from '../../types.ts'
import { normaliseQuote } from '../evidence.ts'
import { saysTheSame } from '../merge.ts'
import { wordForWord } from '../words.ts'

/** The same in words, or the same quote: a place or a quote that is wrong tells nothing. */
export function repeats(found: Finding, known: Finding): boolean {
  if (found.file !== null && found.file !== known.file) return false
  const { file, line, endLine, evidence } = known
  const isSameTitle = wordForWord(found.title) === wordForWord(known.title)
  const isSameQuote = evidence !== null && normaliseQuote(found.evidence ?? '') === normaliseQuote(evidence)
  return isSameTitle || isSameQuote || saysTheSame({ ...found, file, line, endLine, evidence }, known)
}
