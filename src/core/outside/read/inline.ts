import type { Element } from './markdown.ts'

/** Words on one or more lines, with marks for what is emphasised and what is struck through. */
export interface Words {
  readonly marked: string
  readonly links: readonly string[]
  /** What images say. */
  readonly alts: readonly string[]
  readonly hidden: readonly string[]
}

const [boldStart, boldEnd, struckStart, struckEnd] = ['\uE000', '\uE001', '\uE002', '\uE003']
const marks = /[\uE000-\uE003]/g

export const noWords: Words = { marked: '', links: [], alts: [], hidden: [] }

export function wordsOf(children: readonly (Element | string)[]): Words {
  const [links, alts, hidden]: [string[], string[], string[]] = [[], [], []]
  const marked = children
    .map(textOf)
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
  return { marked, links, alts, hidden }

  function textOf(child: Element | string): string {
    if (typeof child === 'string') return child.replace(/\u00a0/g, ' ').replace(/[‘’]/g, "'")
    const { tag, attributes } = child
    if (tag === '!') hidden.push(child.children.join(''))
    if (tag === '!' || tag === 'source') return ''
    if (tag === 'br') return '\n'
    if (tag === 'img') alts.push(attributes.alt ?? '')
    if (tag === 'a' && attributes.href !== undefined) links.push(attributes.href)
    const inner = child.children.map(textOf).join('')
    if (tag === 'code' || tag === 'tt') return `\`${inner}\``
    if (tag === 'strong' || tag === 'b') return `${boldStart}${inner}${boldEnd}`
    return tag === 's' || tag === 'del' || tag === 'strike' ? `${struckStart}${inner}${struckEnd}` : inner
  }
}

export function plain({ marked }: Pick<Words, 'marked'>): string {
  return marked.replace(marks, '')
}

/** The emphasised words with which it begins; empty where it does not. */
export function boldLead({ marked }: Pick<Words, 'marked'>): string {
  return (/^[^\p{L}\p{N}\uE000]{0,12}\uE000([^\uE001]*)\uE001/u.exec(marked)?.[1] ?? '').replace(marks, '').trim()
}

/** Nothing but emphasised words. */
export function isAllBold({ marked }: Words): boolean {
  const rest = marked.replace(/\uE000[^\uE001]*\uE001/g, '')
  return rest !== marked && !/[\p{L}\p{N}]/u.test(rest)
}

/** Most of it is struck through. */
export function isStruck({ marked }: Words): boolean {
  const struck = [...marked.matchAll(/\uE002([^\uE003]*)\uE003/g)].map(([, words]) => words!.length)
  return (
    struck.reduce((sum, length) => sum + length, 0) * 2 >
    marked
      .split('\n')[0]!
      .replace(/`[^`]*`|[\uE000-\uE003]/g, '')
      .trim().length
  )
}

/** Each line as words of its own. */
export function linesOf(words: Words): readonly Words[] {
  return words.marked.split('\n').map((marked) => ({ ...words, marked }))
}

export function joined(all: readonly Words[], between: string): Words {
  return {
    marked: all.map(({ marked }) => marked).join(between),
    links: all.flatMap(({ links }) => links),
    alts: all.flatMap(({ alts }) => alts),
    hidden: all.flatMap(({ hidden }) => hidden),
  }
}
