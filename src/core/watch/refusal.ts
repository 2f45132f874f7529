import { unfoldedProseOf } from '../outside/text/plain.ts'

/** Whether a person plainly says that something is to stay as it is. Who adds a wish or a question has said more than that. */
export function isRefusal(body: string): boolean {
  // What they quote, and what is code, are not their words.
  const text = unfoldedProseOf(body)
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/[‘’]/g, "'")
  return refusing.test(text) && !wishing.test(text) && !ordering.test(text) && !denying.test(text)
}

const refusing =
  /\b(?:leave (?:it|this|that|these|them)(?! (?:to|with) me| out\b)|keep (?:it|this|that) (?:as(?: it)? is|this way|that way|so)|(?:do not|don't|please don't) (?:change|touch|fix|apply|do) (?:it|this|that|anything)|on purpose|(?:is|was|are|'s) (?:\w+ )?(?:intended|intentional|deliberate)|intentionally so|by design|as (?:designed|intended)|won't fix|wontfix|will not fix|not a (?:bug|problem|issue)|false positive|no change (?:is )?needed|nothing to (?:change|fix|do) here)\b/i

const wishing =
  /\?|\b(?:but|instead|unless|except|until|otherwise|however|only if|please (?!leave|keep|do not|don't)\w+|(?:should|must|needs? to|have to|has to) (?!stay|remain|be left|be kept|be like|not)\w+)\b/i

/** "Make it work as intended.", "I did this on purpose, fix it.": what a clause that begins with it wants done. */
const ordering = new RegExp(
  [
    '(?:^|[.,;:!()–—\\n]\\s*|\\b(?:and|then|so|just|please|also)\\s+)(?:',
    '(?:fix|remove|add|rename|implement|make|replace|move|delete|revert|extract|use|drop|mend)(?! (?:of|on|is|are|was|not|no|nothing)\\b)\\b',
    '|(?:correct|test|set|call|return|close|check|handle|change|update|write|throw|wrap|split|put|cover|convert|do|try) (?:it|this|that|them|these|those|the|an?|all|both|every)\\b(?! (?:thread|conversation|discussion|comment)))',
  ].join(''),
  'i',
)

/** "This is not intended." */
const denying =
  /\b(?:not|n't|never|hardly)\b[^.!,;:]{0,20}\b(?:intended|intentional|deliberate|on purpose|by design|designed|false positive)\b|n't (?:\w+ ){0,3}(?:intended|intentional|deliberate|on purpose|by design|designed|leave|keep)\b|\b(?:not|never) (?:leave|keep)\b/i
