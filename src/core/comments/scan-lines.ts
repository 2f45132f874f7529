import type { Comment } from './comment.ts'

// Languages in which `#` begins a comment and texts are written in too many ways to follow: only what is plain from its line is taken.

export interface LineSyntax {
  /** A quote that is not closed in its line may go on in the next one. */
  readonly quotes: boolean
  readonly heredocs: boolean
  /** Indented texts after `|` and `>`. */
  readonly blocks: boolean
  /** Whole lines of comment: how the first and the last of them begin. */
  readonly block?: readonly [first: RegExp, last: RegExp]
  /** From here on nothing is sure. */
  readonly end: RegExp
}

const plain = /^[\w\s.,:;=()[\]{}|&<>+*@!/-]*$/
const comment = /(?:^|[^\S\n])(#)(?![!{[\]])/g
const heredoc = /<<[-~]?["'`]?([A-Za-z_]\w*)/
const blockText = /^(\s*(?:-\s+)*)(.*?)(?:^|[\s:-])[|>][+-]?\d?[+-]?\s*$/

export function scanLines(text: string, syntax: LineSyntax): readonly Comment[] {
  const found: Comment[] = []
  let start = 0
  /** What ends the text that the lines are in. */
  let until: ((line: string) => boolean) | null = null
  let isContinued = false
  let block: Pick<Comment, 'start' | 'open'> | null = null
  for (const line of text.split('\n')) {
    const at = start
    start += line.length + 1
    if (until !== null) {
      if (!until(line)) continue
      const isMark = syntax.heredocs
      until = null
      if (isMark) continue
    }
    if (block !== null || syntax.block?.[0].test(line)) {
      block ??= { start: at, open: line.length }
      const isLast = at > block.start && syntax.block?.[1].test(line) === true
      if (isLast) found.push({ ...block, end: at + line.length, close: line.length })
      if (isLast) block = null
      continue
    }
    const mark = commentIn(line, syntax)
    const code = mark === -1 ? line : line.slice(0, mark)
    if (syntax.end.test(code) || (syntax.quotes && isOpen(code))) break
    if (mark !== -1 && !isContinued && !line.trimEnd().endsWith('\\')) {
      found.push({ start: at + mark, end: at + line.length, open: 1, close: 0 })
    }
    isContinued = line.trimEnd().endsWith('\\')
    until = textAfter(code, syntax)
  }
  return found
}

/** Where the comment of the line begins; -1: there is none for sure. */
function commentIn(line: string, { quotes, blocks }: LineSyntax): number {
  for (const { index, 0: whole } of line.matchAll(comment)) {
    const at = index + whole.length - 1
    const before = line.slice(0, at)
    if (before.trim() === '' || (plain.test(before) && !(quotes && before.includes('/')))) return at
    if (!blocks) return -1
  }
  return -1
}

function isOpen(code: string): boolean {
  const rest = code.replace(/\\./g, '').replace(/"[^"]*"|'[^']*'/g, '')
  return /["'`]/.test(rest)
}

function textAfter(code: string, { heredocs, blocks }: LineSyntax): ((line: string) => boolean) | null {
  const mark = heredocs ? heredoc.exec(code)?.[1] : undefined
  if (mark !== undefined) return (line) => line.trim() === mark
  const [, lead, key] = (blocks ? blockText.exec(code) : null) ?? []
  if (lead === undefined) return null
  const own = key === '' ? lead.trimEnd().length - 1 : lead.length
  return (line) => line.trim() !== '' && line.search(/\S/) <= Math.max(own, lead.search(/\S|$/))
}
