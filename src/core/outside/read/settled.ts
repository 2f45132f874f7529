import { fencesOf } from '../text/fences.ts'
import type { Weight } from '../types.ts'
import { proseOf, readLines } from './lines.ts'
import { means } from './meaning.ts'
import { ownWords } from './roles.ts'

/** Done, or well done. */
export function isSettled(words: string): boolean {
  const first = words.trimStart().split('\n')[0]!
  return (
    /^[^\p{L}\p{N}]{0,4}[✅✔☑👍]/u.test(first) ||
    /^\W{0,20}(?:LGTM\b(?!\W*(?:but|however|except)\b)|looks (?:good|correct|great|fine)\b)/i.test(first) ||
    /[([](?:resolved|fixed|addressed|done)[)\]]\W{0,6}$/i.test(first) ||
    means(/[([]([^()[\]]{1,60})[)\]]\W{0,6}$/.exec(first)?.[1] ?? '', 'praise') ||
    isPraiseLead(first)
  )
}

/** "Good migration to the new API." */
export function isPraise(words: string): boolean {
  const [first = ''] = /\p{L}+/u.exec(words.split('\n')[0]!) ?? []
  return means(first, 'praise') && !means(words, 'contrast') && !means(words, 'demand')
}

function isPraiseLead(first: string): boolean {
  const lead = /^[^\p{L}]{0,6}([\p{L} ]{2,24})[:：.!]/u.exec(first)?.[1] ?? ''
  return ownWords(lead) === 0 && means(lead, 'praise') && !means(lead, 'negation')
}

/**
 * Its last word is that nothing is wrong with the code; nothing is asked for, and no harm is told of. Who says of one part that it
 * is harmless and wants another changed asks for something.
 */
export function isLeftAsItIs({ body, severity }: { readonly body: string; readonly severity: Weight | null }): boolean {
  if (severity !== null && severity !== 'low') return false
  if (fencesOf(body).some(({ language }) => /^(?:suggestion|diff|patch)/i.test(language))) return false
  const words = proseOf(readLines(body)).slice(0, longest)
  const last = words.split(/(?<=[.!])\s+(?=\p{Lu})|\n+/u).at(-1) ?? ''
  return approves(last) && !demand.test(words) && !harm.test(words)
}

/** Not only if something holds, or only for now. */
function approves(sentence: string): boolean {
  const match = approval.exec(sentence)
  if (match === null) return false
  const [before, after] = [sentence.slice(0, match.index), sentence.slice(match.index + match[0].length)]
  return (
    !/\b(?:if|unless|for v?1|while)\b/i.test(before) &&
    !/^\W*(?:only|if|unless|as long as|while|for now|until)\b/i.test(after)
  )
}

/** Nobody needs more words to say that all is well. */
const longest = 1500

const approval =
  /\b(?:implementation|code|approach|behaviou?r|version|logic) is (?:(?!not |never |hardly |barely |rarely |no )\w+ )?(?:acceptable|fine|correct|ok(?:ay)?|safe)\b|\b(?:this|that|it)(?: is|'s) (?:(?!not |never |hardly |barely |rarely |no )\w+ )?(?:harmless|acceptable|fine|not (?:a problem|an issue))\b|\bno (?:action|changes?) (?:is |are )?(?:needed|required|necessary)\b/i

const harm =
  /\b(?:wrong(?:ly)?|incorrect(?:ly)?|break(?:s|ing)?|broken|crash\w*|throws?|fail(?:s|ed|ure)?|leak(?:s|ed)?|race[sd]?|deadlock|los(?:es?|t)|invalid|overflow\w*|inject\w*|vulnerab\w*|stale|never \w+|after (?:release|free))\b/i

/** What is said after "to" is what something is for. */
const demand =
  /\b(?:should|must|needs? to|ha(?:s|ve) to|please|consider|recommend(?:ed)?|suggest(?!s\b)|instead)\b|(?<!\bto )\b(?:remov|dropp?|replac|add|us|renam|chang|mov|delet|fix|handl|clos|validat|check|extract|avoid|ensur)(?:ing\b|e?(?= (?:the|a|an|this|it|one)\b))/i
