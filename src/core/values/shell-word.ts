/** One word of a command that a person may copy, whatever is in it. */
export function shellWord(text: string): string {
  return /^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
