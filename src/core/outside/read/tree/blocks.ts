import { type Element, parseMarkdown } from './markdown.ts'
import { isAllBold, joined, linesOf, noWords, plain, type Words, wordsOf } from './words.ts'

export interface Section {
  readonly kind: 'section'
  readonly head: Words
  readonly level: number
  /** A folded part that is closed. */
  readonly isFolded: boolean
  readonly blocks: readonly Block[]
}

/** An entry of a list. */
export interface Entry {
  readonly kind: 'entry'
  readonly head: Words
  readonly isTicked: boolean | null
  readonly blocks: readonly Block[]
}

export interface Table {
  readonly kind: 'table'
  readonly head: readonly Words[]
  readonly rows: readonly (readonly Words[])[]
}

export type Block =
  | Section
  | Entry
  | Table
  | { readonly kind: 'text'; readonly head: Words }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'rule' }

/** Whether words alone name what follows: "Critical issues", "Summary:". */
export type IsTitle = (words: string) => boolean

export function readBlocks(text: string, isTitle: IsTitle): readonly Block[] {
  return blocksOf(parseMarkdown(text).children, isTitle)
}

type Flat = Block | { readonly kind: 'heading'; readonly level: number; readonly head: Words }

function blocksOf(children: readonly (Element | string)[], isTitle: IsTitle): readonly Block[] {
  return nested(flat(children, isTitle), isTitle)
}

function flat(children: readonly (Element | string)[], isTitle: IsTitle): readonly Flat[] {
  const blocks: Flat[] = []
  let run: (Element | string)[] = []
  const flush = () => {
    const head = wordsOf(run)
    const [first, ...others] = linesOf(head)
    const isHeaded = others.length > 0 && isAllBold(first!) && isTitle(plain(first!).replace(/[:：]\s*$/, ''))
    if (isHeaded)
      blocks.push(
        { kind: 'text', head: first! },
        {
          kind: 'text',
          head: joined(
            others.map((line) => ({ ...line, hidden: [], alts: [], links: [] })),
            '\n',
          ),
        },
      )
    else if (head.marked !== '' || head.hidden.length > 0 || head.alts.length > 0) blocks.push({ kind: 'text', head })
    run = []
  }
  for (const child of children) {
    if (typeof child === 'string' || inline.has(child.tag)) run.push(child)
    else {
      flush()
      blocks.push(...blockOf(child, isTitle))
    }
  }
  flush()
  return blocks
}

const inline = new Set(
  '! a abbr b br code del em font i img input ins kbd mark q s samp small span strike strong sub sup tt u var wbr picture source'.split(
    ' ',
  ),
)

function blockOf(element: Element, isTitle: IsTitle): readonly Flat[] {
  const { tag, children } = element
  if (/^h[1-6]$/.test(tag)) return [{ kind: 'heading', level: Number(tag[1]), head: wordsOf(children) }]
  if (tag === 'hr') return [{ kind: 'rule' }]
  if (tag === 'details') return [fold(element, isTitle)]
  if (tag === 'pre') return code(element, isTitle)
  if (tag === 'table') return table(element, isTitle)
  if (tag === 'li') return [entry(element, isTitle)]
  if (tag === 'blockquote') return quote(element, isTitle)
  const place = Object.entries(element.attributes).filter(([name]) =>
    /^(?:location|path|file|name|\w*lines?\w*)$/.test(name),
  )
  if (place.length > 0 && !/^(?:p|ul|ol|div|span)$/.test(tag)) {
    const head = { ...noWords, marked: placeWords(place.map(([, value]) => value)) }
    return [{ kind: 'section', head, level: 9, isFolded: false, blocks: blocksOf(children, isTitle) }]
  }
  return flat(children, isTitle)
}

/** `path="a.ts" line_range="3-4"`, as people write it. */
function placeWords([file = '', ...lines]: readonly string[]): string {
  return lines.length === 0 ? file : `${file}:${lines.join('-')}`
}

function fold({ attributes, children }: Element, isTitle: IsTitle): Section {
  const summary = children.find((child) => typeof child !== 'string' && child.tag === 'summary')
  const inside = summary === undefined || typeof summary === 'string' ? [] : flat(summary.children, isTitle)
  const heads = inside.flatMap((block) => ('head' in block && block.kind !== 'table' ? [block.head] : []))
  const [head = noWords] = heads
  const more = inside.slice(1)
  const rest = flat(
    unframed(children).filter((child) => child !== summary),
    isTitle,
  )
  return {
    kind: 'section',
    head,
    level: 10,
    isFolded: !('open' in attributes),
    blocks: nested([...more, ...rest], isTitle),
  }
}

/** A frame around what is folded is no quote. */
function unframed(children: readonly (Element | string)[]): readonly (Element | string)[] {
  return children.flatMap((child) =>
    typeof child !== 'string' && child.tag === 'blockquote' ? unframed(child.children) : [child],
  )
}

function code({ children }: Element, isTitle: IsTitle): readonly Flat[] {
  const [inner] = children
  if (inner === undefined || typeof inner === 'string' || inner.tag !== 'code') return flat(children, isTitle)
  const language = /language-(\S+)/.exec(inner.attributes.class ?? '')?.[1] ?? ''
  return [
    { kind: 'code', language, text: inner.children.map((child) => (typeof child === 'string' ? child : '')).join('') },
  ]
}

function entry({ children }: Element, isTitle: IsTitle): Entry | Section {
  const blocks = blocksOf(children, isTitle)
  const [first] = blocks
  const head = first?.kind === 'text' ? first.head : first?.kind === 'section' ? first.head : noWords
  const rest = first?.kind === 'text' ? blocks.slice(1) : first?.kind === 'section' ? first.blocks : blocks
  const box = /^\[([ xX✓])\]\s*/.exec(head.marked)
  const words = { ...head, marked: head.marked.slice(box?.[0].length ?? 0) }
  const isGroup = isTitle(plain(words).replace(/^[^\p{L}\p{N}]+/u, '')) && rest.some(({ kind }) => kind === 'entry')
  if (isGroup) return { kind: 'section', head: words, level: 9, isFolded: false, blocks: rest }
  return { kind: 'entry', head: words, isTicked: box === null ? null : box[1] !== ' ', blocks: rest }
}

/** A coloured box and what only frames other parts is what the bot says itself; any other quote is what somebody else said. */
function quote({ children }: Element, isTitle: IsTitle): readonly Flat[] {
  const blocks = flat(children, isTitle)
  const [first] = blocks
  const box = first?.kind === 'text' ? /^\[!\w+\]\s*/.exec(first.head.marked) : null
  if (box !== null && first?.kind === 'text') {
    const head = { ...first.head, marked: first.head.marked.slice(box[0].length) }
    return [...(head.marked === '' ? [] : [{ ...first, head }]), ...blocks.slice(1)]
  }
  const isFrame = first?.kind === 'section' || first?.kind === 'quote'
  return isFrame ? blocks : [{ kind: 'quote', blocks: nested(blocks, isTitle) }]
}

function table(element: Element, isTitle: IsTitle): readonly Flat[] {
  const rows = elements(element, 'tr').map((row) =>
    row.children.flatMap((cell) => (typeof cell !== 'string' && /^t[dh]$/.test(cell.tag) ? [cell] : [])),
  )
  const isSimple = rows.every((cells) => cells.every(({ children }) => children.every(isInline)))
  const isHeader = (cells: readonly Element[]) =>
    cells.length > 1 && cells.every(({ tag, children }) => tag === 'th' || isAllBold(wordsOf(children)))
  if (!isSimple) return rows.filter((cells) => !isHeader(cells)).flatMap((cells) => rowSection(cells, isTitle))
  if (rows.every(({ length }) => length === 1))
    return rows.map(([cell]) => ({ kind: 'text', head: wordsOf(cell!.children) }))
  const [first = [], ...others] = rows
  const hasHead = first.every(({ tag }) => tag === 'th')
  const words = (cells: readonly Element[]) => cells.map(({ children }) => wordsOf(children))
  return [{ kind: 'table', head: hasHead ? words(first) : [], rows: (hasHead ? others : rows).map(words) }]
}

/** A row with blocks in it: its short cells name what the others hold. */
function rowSection(cells: readonly Element[], isTitle: IsTitle): readonly Flat[] {
  const short = cells.filter(({ children }) => children.every(isInline)).map(({ children }) => wordsOf(children))
  const long = cells.filter(({ children }) => !children.every(isInline))
  const blocks = long.flatMap(({ children }) => flat(children, isTitle))
  const named = short.filter(({ marked }) => marked !== '')
  if (blocks.length === 0) return named.map((head) => ({ kind: 'text', head }))
  if (named.length === 0) return blocks
  const head = { ...named[0]!, marked: named.map(({ marked }) => marked).join(' | ') }
  return [{ kind: 'section', head, level: 9, isFolded: false, blocks: nested(blocks, isTitle) }]
}

function isInline(child: Element | string): boolean {
  return typeof child === 'string' || (inline.has(child.tag) && child.children.every(isInline))
}

function elements({ children }: Element, tag: string): readonly Element[] {
  return children.flatMap((child) =>
    typeof child === 'string' ? [] : child.tag === tag ? [child] : elements(child, tag),
  )
}

/** Headings hold what follows them, up to the next that is as high. An emphasised title is a heading below all others. */
function nested(all: readonly Flat[], isTitle: IsTitle): readonly Block[] {
  const root: Block[] = []
  const open: { readonly level: number; readonly blocks: Block[] }[] = [{ level: 0, blocks: root }]
  for (const [at, block] of all.entries()) {
    const title = titleOf(block, all[at + 1], isTitle)
    // A line above a list names that list and nothing else.
    if (open.at(-1)!.level === 8 && block.kind !== 'entry' && block.kind !== 'code') open.pop()
    if (title === undefined) {
      open.at(-1)!.blocks.push(block as Block)
      continue
    }
    while (open.at(-1)!.level >= title.level) open.pop()
    const blocks: Block[] = []
    open.at(-1)!.blocks.push({ kind: 'section', head: title.head, level: title.level, isFolded: false, blocks })
    open.push({ level: title.level, blocks })
  }
  return root
}

function titleOf(
  block: Flat,
  next: Flat | undefined,
  isTitle: IsTitle,
): { readonly level: number; readonly head: Words } | undefined {
  if (block.kind === 'heading') return block
  if (block.kind !== 'text' || next === undefined || block.head.marked.includes('\n')) return undefined
  const words = plain(block.head)
  if (words.length > 120) return undefined
  if (plain(block.head) === '' && block.head.alts.some(isTitle)) return { level: 7, head: block.head }
  if (isTitle(words.replace(/[:：]\s*$/, '')) && (isAllBold(block.head) || /[:：][^\p{L}\p{N}]*$/u.test(words)))
    return { level: 7, head: block.head }
  return /[:：][^\p{L}\p{N}]*$/u.test(words) && next.kind === 'entry' ? { level: 8, head: block.head } : undefined
}
