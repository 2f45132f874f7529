/** One spelling for what bots write in two: line ends and typographic apostrophes. */
export function normalised(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[‘’]/g, "'")
}

/** Without the marks of quotation: what is quoted counts, at any depth. */
export function unquoted(text: string): string {
  return text.replace(/^(?:[ \t]{0,3}>[ \t]?)+/gm, '')
}

/** Without hidden marks. */
export function withoutMarks(text: string): string {
  return text.replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, ' ')
}
