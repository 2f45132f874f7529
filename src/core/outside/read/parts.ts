import { fieldLabel } from './candidate.ts'
import { isTitle, ownWords, roleOf, saysNone } from './roles.ts'
import type { Block, Entry } from './tree/blocks.ts'
import { boldLead, joined, linesOf, noWords, plain, type Words } from './tree/words.ts'
import { means, weightNamed } from './words.ts'

// What single parts of a text are, by their own words.

/** A prompt that says where its problems are in tags. */
export const taggedPlace = /^<(?:location|violation)\b/m

export const statusHead =
  /^\W*(?:status|statut|state|stan|estado|stato|статус|durum|状态|狀態|ステータス|상태|स्थिति|الحالة)\W*$/iu

export function isNothing(block: Block): boolean {
  if (block.kind === 'text' || block.kind === 'entry') return saysNone(plain(block.head))
  return (
    block.kind === 'rule' || (block.kind === 'section' && roleOf(block.head) !== null && block.blocks.every(isNothing))
  )
}

/** How to use or set up the bot. */
export function isAdvert(head: Words): boolean {
  return head.isSmall || (head.links.length > 0 && means(plain(head), 'extra'))
}

/** A box that is ticked, or one to tick with a mark for its bot. */
export function isButtonOrDone({ isTicked, head }: Entry): boolean {
  return isTicked === true || (isTicked === false && head.hidden.length > 0)
}

/** "Critical issues: none" */
export function emptySection(head: Words): string | undefined {
  const [, title, rest] = /^([^:：\n]{2,60})[:：]\s*([^\n]{1,60})$/.exec(plain(head)) ?? []
  if (title === undefined || rest === undefined || !saysNone(rest)) return undefined
  return isTitle(title) && roleOf({ ...noWords, marked: title }) === 'issue' ? title : undefined
}

/** A line that names a file stands alone, so that the list below is about it. */
export function promptText(text: string): string {
  return text
    .replace(/<(\w*context\w*)>[\s\S]{0,4000}?<\/\1>/g, '')
    .replace(/<\/?\w+_\w+>/g, '\n\n')
    .replace(/^(In|Review comments at)[ \n]+(?=`?@)/gm, '\n$1 ')
    .replace(/^(In .*:)\n(?=- )/gm, '$1\n\n')
}

/** Several lines that each begin as an entry does. */
export function splitLines(block: Block): readonly Block[] {
  if (block.kind !== 'text' || !block.head.marked.includes('\n')) return [block]
  const lines = linesOf(block.head)
  const isEntry = (line: Words) =>
    fieldLabel(line) === undefined &&
    (boldLead(line) !== '' || /^[^\p{L}\p{N}\s`([-]/u.test(line.marked) || /^(?:[-•*]|\d{1,2}[.)])\s/.test(line.marked))
  if (lines.filter(isEntry).length < 2 || !isEntry(lines[0]!)) return [block]
  const parts: Block[] = []
  for (const line of lines) {
    const last = parts.at(-1)
    if (isEntry(line) || last?.kind !== 'text') parts.push({ kind: 'text', head: line })
    else parts[parts.length - 1] = { kind: 'text', head: joined([last.head, line], '\n') }
  }
  return parts
}

/** "Suggestions", "Minor issues": not problems by name. */
export function isSuggestion(title: string): boolean {
  const weight = weightNamed(title)
  return weight === 'low' || (weight === null && !means(title, 'issue'))
}

export function isNitpick(title: string): boolean {
  return /\bnit(?:s|picks?)?\b|pre-existing/i.test(title) && ownWords(title) <= 2
}
