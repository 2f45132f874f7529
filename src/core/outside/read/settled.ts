import { means } from './meaning.ts'
import { ownWords } from './roles.ts'

/** Done, or well done. */
export function isSettled(words: string): boolean {
  const first = words.trimStart().split('\n')[0]!
  return (
    /^[^\p{L}\p{N}]{0,4}[✅✔☑👍]/u.test(first) ||
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
  return ownWords(lead) === 0 && means(lead, 'praise') && !means(lead, 'negation') && !means(lead, 'suggestion')
}
