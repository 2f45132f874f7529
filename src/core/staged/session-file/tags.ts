import type { DocumentLine } from '../../loop/finding-drafts.ts'

// The tags of the protocol: how bad an issue is, and who can answer a question. In a session file one counts wherever it stands.

const name = '[ *`\\\\]{0,4}(CRITICAL|MINOR|OUTSIDE|DECISION)[ *`\\\\]{0,4}'
const tag = new RegExp(`[*_\`\\\\]{0,4}\\[${name}\\][*_\`]{0,4}:?`, 'gi')
const brackets = new RegExp(`\\[(${name})\\]`, 'gi')

/** The line with each tag at the beginning of an item of its own. In code only one that begins a line is more than code. */
export function atTags(line: DocumentLine): readonly DocumentLine[] {
  const { text } = line
  const found = [...text.matchAll(tag)]
  const head = text.slice(0, found[0]?.index)
  const isBare = /^[\s>|*+-]*(?:\d{1,9}[.)])?[\s|]*$/.test(head)
  if (found.length === 0 || (line.isCode && !isBare)) return [line]
  const items = found.map((match, index) => {
    const said = text.slice(match.index + match[0].length, found[index + 1]?.index)
    return { ...line, isCode: false, text: `- [${match[1]?.toUpperCase()}] ${said.trim()}` }
  })
  return isBare ? items : [{ ...line, text: head }, ...items]
}

/** Whether such an item begins here. */
export function beginsWithTag(text: string): boolean {
  return /^(?:- )?\[(?:CRITICAL|MINOR|OUTSIDE|DECISION)\]/.test(text)
}

/** Words that only speak of a tag. */
export function withoutTags(text: string): string {
  return text.replace(brackets, '($1)')
}
