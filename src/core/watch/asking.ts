import { normalised, unfoldedProseOf } from '../outside/text/plain.ts'

/**
 * Whether words plainly ask for something of their own where most are a verdict or show the way to the rest: those of an
 * approval, and of a review beside its threads.
 */
export function isAsking(body: string): boolean {
  const sentences = unfoldedProseOf(normalised(body)).split(/(?<=[.!?:;])\s+|\n+/)
  return sentences.some((sentence) => asking.test(sentence) && !pointing.test(sentence))
}

const asking = new RegExp(
  [
    '\\b(?:please|pls)\\b(?! (?:go ahead|feel free|merge|ship|squash|rebase|proceed|land)\\b)',
    "\\b(?:bitte|por favor|merci de)\\b|\\bs'il (?:te|vous) pla[iî]t",
    '\\b(?:should|must|needs? to|has to|have to)\\b(?! (?:be (?:fine|good|ok|okay|ready|enough)|work|fix|help|do)\\b)',
    '(?<!\\bnothing )\\b(?:is|are|has|have|looks?|seems?|still)(?! (?:not|nothing|no)\\b) (?:\\w+ ){0,3}(?:wrong|missing|broken|bug|typo|leaks?)\\b',
    '(?:^|[,;:] |\\b(?:and|then|just|also|only) )(?:fix|rename|remove|add|replace|close|use|move|delete|revert|change) (?:it|this|that|them|these|the|an?)\\b',
    '\\b(?:once|after|when|if) (?:\\w+ ){1,6}(?:fixed|renamed|removed|added|done|mended|closed)\\b',
  ].join('|'),
  'i',
)

/** "A few comments inline, nothing blocking." */
const pointing =
  /\b(?:see|few|some|my|these|minor|the|small|left|address|couple of|two|three) (?:\w+ ){0,2}(?:comments|remarks|notes|nits?|questions|suggestions)\b|\bsee (?:inline|below|above)\b|\b(?:non-?|not |nothing |no )block(?:ing|er)/i
