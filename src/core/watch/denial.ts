import { normalised, proseOf } from '../outside/text/plain.ts'

/** Whether a bot plainly says of what we called fixed that it is not. What it tells of earlier code, or looked for, is an account. */
export function isDenial(body: string): boolean {
  const sentences = proseOf(normalised(body)).split(/(?<=[.!?:;])\s+|\n+/)
  return sentences.some((sentence) => denying.test(sentence) && !telling.test(sentence))
}

const mended = '(?:fixed|resolved|addressed|solved|mended|corrected)'
const mend = '(?:fix|resolve|address|solve|mend|correct)'
const hardly = '(?:(?:yet|been|fully|completely|entirely|actually|really|quite|properly) ){0,2}'

const denying = new RegExp(
  [
    `\\b(?:not|n't) ${hardly}${mended}\\b`,
    `\\b(?:(?:do|does|did) not|(?:do|does|did)n't) ${hardly}${mend}\\b`,
    `\\bstill (?:there|present|here|exists?|open|broken|wrong|unresolved|unaddressed|applies|stands|happens|fails|missing|the case|an? (?:bug|problem|issue))\\b`,
    `\\bremains? (?:there|present|open|broken|wrong|unresolved|unaddressed|unfixed|unchanged|the same|an? (?:bug|problem|issue))\\b`,
    `\\bplease (?:${mend}|change|mend) (?:it|this|that|the)\\b`,
  ].join('|'),
  'i',
)

const telling =
  /\b(?:if|whether|once|until|previously|originally|initially|no longer|nothing|none|nowhere|(?:previous|earlier|first|last|old) (?:code|commit|try|fix|change|version|attempt) (?:\w+ ){0,2}(?:not|was|were)|(?:was|were|had)(?: not|n't| still)(?! been))\b/i
