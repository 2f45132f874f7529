import { unfoldedProseOf } from '../outside/text/plain.ts'

/** Whether a person plainly says that something is to stay as it is. Who adds a wish or a question has said more than that. */
export function isRefusal(body: string): boolean {
  // What they quote, and what is code, are not their words.
  const text = unfoldedProseOf(body)
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/[‘’]/g, "'")
  return refusing.test(text) && !wishing.test(text) && !denying.test(text)
}

const refusing =
  /\b(?:leave (?:it|this|that|these|them)(?! (?:to|with) me)|keep (?:it|this|that) (?:as(?: it)? is|this way|that way|so)|(?:do not|don't|please don't) (?:change|touch|fix|apply|do) (?:it|this|that|anything)|on purpose|(?:is|was|are|'s) (?:\w+ )?(?:intended|intentional|deliberate)|intentionally so|by design|as (?:designed|intended)|won't fix|wontfix|will not fix|not a (?:bug|problem|issue)|false positive|no change (?:is )?needed|nothing to (?:change|fix|do) here)\b/i

const wishing =
  /\?|\b(?:but|instead|unless|except|until|otherwise|however|only if|please (?!leave|keep|do not|don't)\w+|(?:should|must|needs? to|have to|has to) (?!stay|remain|be left|be kept|be like|not)\w+)\b/i

/** "This is not intended." */
const denying =
  /\b(?:not|n't|never|hardly)\b[^.!,;]{0,20}\b(?:intended|intentional|deliberate|on purpose|by design|designed|false positive)\b|n't (?:\w+ ){0,3}(?:intended|intentional|deliberate|on purpose|by design|designed|leave|keep)\b|\b(?:not|never) (?:leave|keep)\b/i
