export type CommandLine =
  | { readonly program: string; readonly args: readonly string[] }
  /** One sentence. */
  | { readonly problem: string }

/**
 * Splits a command line into words as a POSIX shell would: quotes and backslashes, and nothing else. There is no shell:
 * variables, patterns and `~` stay as they are, and an operator that stands alone is a problem.
 */
export function splitCommandLine(line: string): CommandLine {
  const words: string[] = []
  let rest = line.trimStart()
  while (rest !== '') {
    const word = firstWord(rest)
    if (word === undefined) return { problem: 'a quotation mark or a backslash has no counterpart' }
    if (operators.has(rest.slice(0, word.length))) {
      return { problem: `there is no shell that understands ${word.text}: put the commands into a script` }
    }
    words.push(word.text)
    rest = rest.slice(word.length).trimStart()
  }
  const [program, ...args] = words
  if (program === undefined || program === '') return { problem: 'there is no program in it' }
  return { program, args }
}

const operators = new Set(['|', '||', '&', '&&', ';', '>', '>>', '<', '2>', '2>&1'])

/** Plain characters, an escaped one, 'literal', "with escapes". */
const piece = /[^\s'"\\]+|\\([\s\S])|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"/y

function firstWord(text: string): { readonly text: string; readonly length: number } | undefined {
  let word = ''
  let at = 0
  while (at < text.length && !/\s/.test(text[at] ?? '')) {
    piece.lastIndex = at
    const match = piece.exec(text)
    if (match === null) return undefined
    const [whole, escaped, literal, quoted] = match
    word += escaped ?? literal ?? quoted?.replace(/\\(["\\$`])/g, '$1') ?? whole
    at += whole.length
  }
  return { text: word, length: at }
}
