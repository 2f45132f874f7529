import { boldLead, isAllBold, joined, linesOf, noWords, plain, type Words, wordsOf } from './inline.ts'
import { type Element, parseMarkdown } from './markdown.ts'
import { fieldLabel, isTitle } from './roles.ts'

/** One part of a comment in reading order. Everything below a title, a fold or an entry is deeper than it. */
export interface Line {
  readonly kind: 'title' | 'entry' | 'text' | 'row' | 'code' | 'rule'
  /** Tens: containers around it. Ones: 1 to 6 headings, 7 emphasised titles, 8 the line above a list, 9 all else. */
  readonly depth: number
  readonly words: Words
  /** A fold, when it is a title. */
  readonly isFold: boolean
  /** Inside a fold that is closed. */
  readonly isFolded: boolean
  readonly isTicked: boolean | null
  /** Of a row. */
  readonly columns: readonly Words[]
  readonly cells: readonly Words[]
  /** Of code. */
  readonly language: string
  readonly code: string
}

/** What a person reads of it: words without code and markup, headings with their marks. */
export function proseOf(lines: readonly Line[]): string {
  return lines
    .filter(({ kind }) => kind !== 'code' && kind !== 'rule')
    .map(
      ({ kind, depth, isFold, words }) => `${kind === 'title' && !isFold && depth % 10 < 7 ? '# ' : ''}${plain(words)}`,
    )
    .join('\n\n')
}

type Children = readonly (Element | string)[]

export const plainLine: Line = {
  ...{ kind: 'text', depth: 9, words: noWords, isFold: false, isFolded: false, isTicked: null },
  ...{ columns: [], cells: [], language: '', code: '' },
}

/** Quotes of others are left out; a box in colour is the bot's own. */
export function readLines(text: string): readonly Line[] {
  return promoted(blocks(parseMarkdown(text).children, 0, false))
}

function blocks(children: Children, base: number, isFolded: boolean): readonly Line[] {
  const lines: Line[] = []
  let run: (Element | string)[] = []
  const line = (given: Partial<Line> & Pick<Line, 'kind'>): Line => ({
    ...plainLine,
    depth: base + 9,
    isFolded,
    ...given,
  })
  for (const child of [...children, end]) {
    if (child !== end && isInline(child)) {
      run.push(child)
      continue
    }
    lines.push(...paragraph(wordsOf(run)).map((words) => line({ kind: 'text', words })))
    run = []
    if (typeof child !== 'string' && child !== end) lines.push(...block(child))
  }
  return lines

  function block(element: Element): readonly Line[] {
    const { tag, attributes, children: inner } = element
    if (/^h[1-6]$/.test(tag)) return [line({ kind: 'title', depth: base + Number(tag[1]), words: wordsOf(inner) })]
    if (tag === 'hr') return [line({ kind: 'rule' })]
    if (tag === 'details') return fold(element)
    if (tag === 'pre') return code(inner)
    if (tag === 'table') return table(element)
    if (tag === 'li') return entry(inner)
    if (tag === 'blockquote') return quote(inner)
    const place = Object.entries(attributes).filter(([name]) => /^(?:location|path|file|name|\w*lines?\w*)$/.test(name))
    if (place.length === 0 || /^(?:p|[uo]l|div|span)$/.test(tag)) return blocks(inner, base, isFolded)
    const [file, ...numbers] = place.map(([, value]) => value)
    const marked = numbers.length === 0 ? file! : `${file}:${numbers.join('-')}`
    return [line({ kind: 'title', words: { ...noWords, marked } }), ...blocks(inner, base + 10, isFolded)]
  }

  function fold({ attributes, children: inner }: Element): readonly Line[] {
    const summary = inner.find((child): child is Element => typeof child !== 'string' && child.tag === 'summary')
    const [head, ...more] = blocks(summary?.children ?? [], base + 10, isFolded)
    const isClosed = isFolded || !('open' in attributes)
    const rest = blocks(unframed(inner.filter((child) => child !== summary)), base + 10, isClosed)
    return [line({ kind: 'title', isFold: true, words: head?.words ?? noWords, isFolded: isClosed }), ...more, ...rest]
  }

  function code(inner: Children): readonly Line[] {
    const [only] = inner
    if (only === undefined || typeof only === 'string' || only.tag !== 'code') return blocks(inner, base, isFolded)
    const language = /language-(\S+)/.exec(only.attributes.class ?? '')?.[1] ?? ''
    const written = only.children.filter((child) => typeof child === 'string').join('')
    return [line({ kind: 'code', depth: base + 10, language, code: written })]
  }

  function entry(inner: Children): readonly Line[] {
    const [first, ...rest] = blocks(inner, base + 10, isFolded)
    if (first === undefined) return []
    const head = first.kind === 'text' || first.kind === 'title' ? first.words : noWords
    const box = /^\[([ xX✓])\]\s*/.exec(head.marked)
    const words = { ...head, marked: head.marked.slice(box?.[0].length ?? 0) }
    const isGroup = isTitle(plain(words).replace(/^[^\p{L}\p{N}]+/u, '')) && rest.some(({ kind }) => kind === 'entry')
    const isTicked = box === null ? null : box[1] !== ' '
    return [line({ kind: isGroup ? 'title' : 'entry', words, isTicked }), ...(head === noWords ? [first] : []), ...rest]
  }

  function quote(inner: Children): readonly Line[] {
    const lines = blocks(inner, base, isFolded)
    const [first] = lines
    const box = /^\[!\w+\]\s*/.exec(first?.words.marked ?? '')
    if (box === null) return first?.isFold ? lines : []
    const words = { ...first!.words, marked: first!.words.marked.slice(box[0].length) }
    return [...(words.marked === '' ? [] : [{ ...first!, words }]), ...lines.slice(1)]
  }

  function table(element: Element): readonly Line[] {
    const cells = within(element, 'tr').map((row) =>
      row.children.filter((cell): cell is Element => typeof cell !== 'string' && /^t[dh]$/.test(cell.tag)),
    )
    const words = (row: readonly Element[]) => row.map(({ children: inner }) => wordsOf(inner))
    const isHeader = (row: readonly Element[]) => row.length > 1 && row.every(({ tag }) => tag === 'th')
    const isSimple = cells.every((row) => row.every(({ children: inner }) => inner.every(isInline)))
    if (!isSimple) return cells.filter((row) => !isHeader(row)).flatMap(openRow)
    if (cells.every((row) => row.length === 1))
      return cells.map(([cell]) => line({ kind: 'text', words: wordsOf(cell!.children) }))
    const [head = [], ...others] = cells
    return isHeader(head) ? rows([words(head), ...others.map(words)]) : rows([[], ...cells.map(words)])
  }

  /** A row that holds blocks: its short cells are the title of the others. */
  function openRow(cells: readonly Element[]): readonly Line[] {
    const heads = cells
      .filter(({ children: inner }) => inner.every(isInline))
      .map(({ children: inner }) => wordsOf(inner))
    const named = heads.filter(({ marked }) => marked !== '')
    const long = cells.filter(({ children: inner }) => !inner.every(isInline))
    if (long.length === 0) return named.map((words) => line({ kind: 'text', words }))
    const inside = long.flatMap(({ children: inner }) => blocks(inner, base + (named.length === 0 ? 0 : 10), isFolded))
    return named.length === 0 ? inside : [line({ kind: 'title', words: joined(named, ' | ') }), ...inside]
  }

  function rows([columns = [], ...others]: readonly (readonly Words[])[]): readonly Line[] {
    return others.map((cells) => line({ kind: 'row', columns, cells, words: joined(cells, ' | ') }))
  }
}

const end: Element = { tag: 'end', attributes: {}, children: [] }

const inlineTags = new Set(
  '! a abbr b br code del em font i img input ins kbd mark q s samp small span strike strong sub sup tt u var wbr picture source'.split(
    ' ',
  ),
)

function isInline(child: Element | string): boolean {
  return typeof child === 'string' || (inlineTags.has(child.tag) && child.children.every(isInline))
}

function within({ children }: Element, tag: string): readonly Element[] {
  return children.flatMap((child) =>
    typeof child === 'string' ? [] : child.tag === tag ? [child] : within(child, tag),
  )
}

/** A frame around what is folded is no quote. */
function unframed(children: Children): Children {
  return children.flatMap((child) =>
    typeof child !== 'string' && child.tag === 'blockquote' ? unframed(child.children) : [child],
  )
}

/** Lines that each begin as an entry does are entries; an emphasised title stands alone. */
function paragraph(words: Words): readonly Words[] {
  if (words.marked === '' && words.hidden.length === 0 && words.alts.length === 0) return []
  const lines = linesOf(words)
  const [first, ...others] = lines
  const bare = (line: Words) => ({ ...line, hidden: [], alts: [], links: [] })
  if (others.length === 0) return [words]
  if (isAllBold(first!) && isTitle(withoutColon(plain(first!)))) return [first!, joined(others.map(bare), '\n')]
  const isEntry = (line: Words) =>
    fieldLabel(line) === undefined &&
    (boldLead(line) !== '' || /^[^\p{L}\p{N}\s`([-]/u.test(line.marked) || /^(?:[-•*]|\d{1,2}[.)])\s/.test(line.marked))
  if (!isEntry(first!) || !others.some(isEntry)) return [words]
  const parts: Words[] = []
  for (const line of lines) {
    if (isEntry(line)) parts.push(line)
    else parts.push(joined([parts.pop()!, bare(line)], '\n'))
  }
  return parts
}

/** Emphasised words that name what follows are titles, and so is a line with a colon above a list. */
function promoted(lines: readonly Line[]): readonly Line[] {
  return lines.map((line, at): Line => {
    const next = lines[at + 1]
    const text = plain(line.words)
    if (line.kind !== 'text' || next === undefined || next.depth < line.depth) return line
    if (text.includes('\n') || text.length > 120) return line
    const hasColon = /[:：][^\p{L}\p{N}]*$/u.test(text)
    const isNamed = text === '' ? line.words.alts.some(isTitle) : isTitle(withoutColon(text))
    if (isNamed && (text === '' || hasColon || isAllBold(line.words)))
      return { ...line, kind: 'title', depth: line.depth - 2 }
    return hasColon && next.kind === 'entry' ? { ...line, kind: 'title', depth: line.depth - 1 } : line
  })
}

function withoutColon(text: string): string {
  return text.replace(/[:：]\s*$/, '')
}
