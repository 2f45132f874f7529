import { blankFences } from './fences.ts'

/** One spelling for what bots write in two: line ends and typographic apostrophes. */
export function normalised(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[‘’]/g, "'")
}

/** What a reader sees first: no code, no quotes of others, nothing folded, no markup. */
export function proseOf(text: string): string {
  return plainWords(withoutFolded(blankFences(withoutQuotes(text))))
}

/** The same with what is folded. */
export function unfoldedProseOf(text: string): string {
  return plainWords(blankFences(withoutQuotes(text)))
}

/** Without the marks of quotation: what is quoted counts, at any depth. */
export function unquoted(text: string): string {
  return text.replace(/^(?:[ \t]{0,3}>[ \t]?)+/gm, '')
}

/** Without hidden marks. */
export function withoutMarks(text: string): string {
  return text.replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, ' ')
}

/** Words alone: no hidden marks, images, tags, links' targets or emphasis. */
export function plainWords(text: string): string {
  return (
    withoutMarks(text)
      .replace(/!\[[^[\]\n]{0,300}\]\((?:[^()\n]|\([^()\n]{0,300}\)){0,2000}\)/g, ' ')
      .replace(/\[((?:[^[\]\n]|\[[^[\]\n]{0,80}\]){0,400})\]\((?:[^()\s]|\([^()\s]{0,300}\)){0,2000}\)/g, '$1')
      .replace(/<\/?[a-z][^<>]{0,2000}>/gi, ' ')
      .replace(/&nbsp;/g, ' ')
      .replace(/&#39;/g, "'")
      .replace(/\*\*|~~/g, '')
      // Emphasis, and not a part of a name such as `__init__.py`.
      .replace(/(?<![\w/.`\\])(_{1,2})(?=[^\s_])([^_\n]{1,400})\1(?![\w/.`])/g, '$2')
      // A name that is protected from being read as markup.
      .replace(/(?<=\w)\\(?=[._-]\w)/g, '')
      .replace(/[ \t]+/g, ' ')
      .replace(/ *\n */g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

/** GitHub's coloured boxes look like quotes and are what the bot itself says. */
function withoutQuotes(text: string): string {
  let inBox = false
  return text
    .split('\n')
    .filter((line) => {
      const isQuote = /^\s{0,3}>/.test(line)
      inBox = isQuote && (inBox || /^\s{0,3}>\s*\[!\w+\]/.test(line))
      return !isQuote || inBox
    })
    .map((line) => line.replace(/^\s{0,3}>\s?/, '').replace(/^\s*\[!\w+\]\s*$/, ''))
    .join('\n')
}

/** Without folded parts; what is open from the beginning is not folded. */
export function withoutFolded(text: string): string {
  let result = text
  for (let shorter = once(result); shorter !== result; shorter = once(result)) result = shorter
  return result

  function once(whole: string): string {
    return whole.replace(
      /<details\b([^>]*)>((?:(?!<details\b)[\s\S])*?)<\/details>/gi,
      (_, attributes: string, inside: string) => (/\bopen\b/i.test(attributes) ? inside : ' '),
    )
  }
}
