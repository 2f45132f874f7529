import { unfoldedProseOf } from '../outside/text/plain.ts'

/** Whether a person plainly says that something is to stay as it is. Who adds a wish or a question has said more than that. */
export function isRefusal(body: string): boolean {
  // What they quote, and what is code, are not their words.
  const text = unfoldedProseOf(body)
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/[‘’]/g, "'")
  return refusing.test(text) && !wishing.test(text) && !ordering.test(text) && !denying.test(text)
}

const matter = '(?:it|this|that|these|them)(?: (?:one|two|part))?'
const ending = '(?=\\s*(?:$|[.,;:!()\\n–—]|-\\s|(?:and|because|since|thanks?|please|here|for now)\\b))'
const asIs =
  '(?:as(?: it)?[ -](?:is|was)|as they (?:are|were)|alone|unchanged|untouched|like (?:this|that)|this way|that way|so|be)'

const refusing = new RegExp(
  [
    `\\b(?:leave|keep) (?:${matter} (?:\\w+ )?)?${asIs}\\b`,
    `\\bleave ${matter}(?: for (?:now|later|(?:a|another|the next) \\S+))?${ending}`,
    `\\b(?:ignore|skip) ${matter}${ending}`,
    "\\b(?:do not|don't) (?:change|touch|fix|apply|do) (?:it|this|that|anything)\\b",
    "\\b(?:is|was|are|'s) (?:\\w+ )?(?:intended(?! (?:to|as|for)\\b)|intentional|deliberate|expected)\\b|\\bintentionally so\\b",
    '\\b(?:on purpose|deliberately|by design|as (?:designed|intended)|out of scope|fine as(?: it)? is)\\b|^(?:intentional|deliberate)\\b|\\bexpected behaviou?r\\b',
    "\\b(?:won't fix|wontfix|will not fix|not an? (?:bug|problem|issue)|false positive)\\b",
    '\\b(?:no change (?:is )?needed|no need to (?:change|fix|do)|nothing to (?:change|fix|do) here)\\b',
  ].join('|'),
  'im',
)

const wishing =
  /\?|\b(?:but|instead|unless|except|until|otherwise|however|only if|please (?!leave|keep|ignore|skip|do not|don't)\w+|(?:should|must|(?<!\bno )needs? to|have to|has to) (?!stay|remain|be left|be kept|be like|not)\w+)\b/i

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
  /\b(?:not|n't|never|hardly)\b[^.!,;:]{0,20}\b(?:intended|intentional|deliberate|on purpose|by design|designed|expected|false positive)\b|n't (?:\w+ ){0,3}(?:intended|intentional|deliberate|on purpose|by design|designed|expected|leave|keep|ignore|skip)\b|\b(?:not|never) (?:leave|keep|ignore|skip)\b/i
