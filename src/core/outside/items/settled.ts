import { blankFences, fencesOf } from '../text/fences.ts'
import { plainWords, withoutMarks } from '../text/plain.ts'
import type { Weight } from '../types.ts'
import { isPraise } from './range-sections.ts'

/** An inline comment that asks for nothing any more: its bot marked it as resolved, or it only praises. */
export function isSettledComment(text: string): boolean {
  const visible = blankFences(text)
  return (
    /^\W{0,20}[✅✓☑]\W*Resolved in\b/im.test(visible) ||
    /^\W{0,20}\*\*\W*LGTM\b(?!\W*(?:but|however|except)\b)/m.test(visible) ||
    isPraise(visible)
  )
}

/** Struck through, processed or resolved: what is seen of a folded part. */
export function isSettled(summary: string): boolean {
  return /<s>|<del>|~~|\[\*?suggestion processed|\bresolved\b|[✓✅☑]\s*(?:resolved|fixed)/i.test(summary)
}

/** The same of the first line of an entry, whose words may be about the code: "never resolved". */
export function isStruck(markup: string): boolean {
  const [first = ''] = markup.trimStart().split('\n', 1)
  return (
    /^(?:[-*]\s|\d{1,2}\\?[.)]\s|#{1,6}\s|\*{2,3})?\s*(?:~~|<s>|<del>|\[(?:resolved|fixed|done)\])/i.test(first) ||
    /[([](?:resolved|fixed|addressed|done)[)\]]\W{0,6}$/i.test(first)
  )
}

/**
 * Its last word is that nothing is wrong with the code; nothing is asked for, and no harm is told of. Who says of one part that it
 * is harmless and wants another changed asks for something.
 */
export function isLeftAsItIs({ body, severity }: { readonly body: string; readonly severity: Weight | null }): boolean {
  if (severity !== null && severity !== 'low') return false
  if (fencesOf(body).some(({ language }) => /^(?:suggestion|diff|patch)/i.test(language))) return false
  const words = plainWords(blankFences(withoutMarks(body))).slice(0, longest)
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
