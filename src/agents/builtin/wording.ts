export interface Wording {
  /** Shorter than 80 characters, without a full stop. */
  readonly title: string
  /** What the title does not say; the same again only where it says all. */
  readonly problem: string
}

const longest = 78

/** A linter's message as a title and the rest: its first sentence, else its first clause, else as many whole words as fit. */
export function worded(message: string): Wording {
  const text = message.trim()
  const [first = text] = /^.*?[.!?](?=\s+[A-Z`"'])/s.exec(text) ?? []
  const rest = text.slice(first.length).trim()
  const sentence = first.replace(/\.$/, '')
  if (sentence.length <= longest) return { title: sentence, problem: rest === '' ? text : rest }
  return { title: clauseOf(sentence) ?? wordsOf(sentence), problem: text }
}

/** A few words before a comma say too little to stand alone. */
function clauseOf(sentence: string): string | null {
  const clause = /^.{24,78}?(?=[,;] | [(–—-] ?| because )/s.exec(sentence)?.[0] ?? null
  return clause === null || clause.split('`').length % 2 === 0 ? null : clause
}

function wordsOf(sentence: string): string {
  const cut = sentence.slice(0, longest + 1)
  const end = cut.lastIndexOf(' ')
  return `${end > longest / 2 ? cut.slice(0, end).trimEnd() : cut.slice(0, longest)}…`
}
