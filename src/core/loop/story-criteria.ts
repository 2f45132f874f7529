/**
 * The acceptance criteria of a story, one line each: items of lists (numbers, bullets, checkboxes), rows of tables, Given/When/Then
 * blocks, or headings such as 'AC1: …' with what stands below. Only where there is none of these, paragraphs.
 */
export function readCriteria(markdown: string): readonly string[] {
  const lines = markdown.replace(/<!--[\s\S]*?-->/g, '').split('\n')
  return criteriaSections(lines)
    .flatMap(readSection)
    .map(plainLine)
    .filter((text) => text !== '' && !placeholder.test(text))
}

const placeholder = /^(?:tbd|todo|n\/a|none|\.\.\.|…)\.?$/i
const sectionName = /^(?:\d[\d.]*\s+)?(?:acceptance\s+(?:criteri(?:a|on)|tests?)\b|ACs?$)/i
const heading = /^(#{1,6})[ \t]+(.*?)[ \t]*#*$/
const boldHeading = /^(?:\*\*|__)([^*_]+?):?(?:\*\*|__):?$/
/** Deeper than any heading with number signs. */
const boldLevel = 7

/** What stands below each heading that announces criteria, up to the next one that is not below it. */
function criteriaSections(lines: readonly string[]): readonly (readonly string[])[] {
  const sections: string[][] = []
  let level: number | null = null
  let isCode = false
  for (const line of lines) {
    if (fenceLine.test(line)) isCode = !isCode
    const found = isCode ? null : headingOf(line)
    if (found !== null && (level === null || found.level <= level)) {
      level = sectionName.test(found.text) ? found.level : null
      if (level !== null) sections.push([])
    } else if (level !== null) sections.at(-1)?.push(line)
  }
  return sections
}

function headingOf(line: string): { readonly level: number; readonly text: string } | null {
  const [, marks, text] = heading.exec(line) ?? []
  if (marks !== undefined) return { level: marks.length, text: plainLine(text ?? '') }
  const bold = boldHeading.exec(line.trim())?.[1] ?? /^(acceptance criteria):$/i.exec(line.trim())?.[1]
  return bold === undefined || step.test(bold) || named.test(bold) ? null : { level: boldLevel, text: bold }
}

const fenceLine = /^\s*(?:```|~~~)/
const listItem = /^(\s*)(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s*)?(.*)$/
const tableRow = /^\s*\|(.*?)\|?\s*$/
const tableRule = /^[\s|:-]+$/
/** A criterion with a name of its own: what stands below belongs to it. */
const named = /^(?:AC[\s#-]*\d|criterion\b|acceptance criterion\b|scenario\b)/i
const step = /^(?:\*\*|__|[*_])?(given|when|then|and|but)\b/i

interface Reading {
  readonly items: string[]
  readonly paragraphs: string[]
  /** Whether lists and steps below belong to the item above: it has a name. */
  holds: boolean
  /** Of the list whose items are criteria; deeper ones belong to an item. */
  indentation: number
  afterBlank: boolean
}

function readSection(lines: readonly string[]): readonly string[] {
  const reading: Reading = { items: [], paragraphs: [], holds: false, indentation: 0, afterBlank: true }
  const first = lines.find((line) => listItem.test(line))
  reading.indentation = listItem.exec(first ?? '')?.[1]?.length ?? 0
  const rows = lines.filter((line) => !fenceLine.test(line))
  rows.forEach((line, index) => {
    if (line.trim() === '') reading.afterBlank = true
    else {
      readLine(reading, line, rows[index + 1] ?? '')
      reading.afterBlank = false
    }
  })
  return reading.items.length > 0 ? reading.items : reading.paragraphs
}

function readLine(reading: Reading, line: string, next: string): void {
  const [, , title] = heading.exec(line) ?? []
  const [, row] = tableRow.exec(line) ?? []
  const [, space = '', item] = listItem.exec(line) ?? []
  if (title !== undefined) readTitle(reading, title)
  else if (row !== undefined) readRow(reading, row, next)
  else if (item !== undefined) readItem(reading, item, space.length > reading.indentation + 1)
  else readText(reading, line)
}

/** Other headings only group what stands below. */
function readTitle(reading: Reading, title: string): void {
  reading.holds = named.test(title)
  if (reading.holds) reading.items.push(title)
}

function readRow({ items }: Reading, row: string, next: string): void {
  if (tableRule.test(row) || tableRule.test(next.trim() || 'x')) return
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
  items.push(cells.filter((cell) => cell !== '').join(': '))
}

function readItem(reading: Reading, item: string, isDeeper: boolean): void {
  const [, word = ''] = step.exec(item) ?? []
  const continues = reading.holds || isDeeper || (word !== '' && word.toLowerCase() !== 'given')
  add(reading, item, continues)
}

function readText(reading: Reading, line: string): void {
  const text = plainLine(line)
  const [, word = ''] = step.exec(text) ?? []
  const isInside = /^\s{2,}/.test(line) && reading.items.length > 0
  if (named.test(text) && !isInside) {
    reading.holds = true
    add(reading, line, false)
  } else if (word !== '') add(reading, line, reading.holds || isInside || word.toLowerCase() !== 'given')
  else if (reading.items.length > 0 && (isInside || reading.holds || !reading.afterBlank)) add(reading, line, true)
  else if (reading.afterBlank) reading.paragraphs.push(line)
  else reading.paragraphs.push(`${reading.paragraphs.pop() ?? ''} ${line}`)
}

function add({ items }: Reading, text: string, continues: boolean): void {
  const last = continues ? items.pop() : undefined
  items.push(last === undefined ? text : `${last} ${text.trim()}`)
}

/** Without the marks of bold text; code spans stay. */
function plainLine(text: string): string {
  return text.replaceAll('**', '').replace(/\s+/g, ' ').trim()
}
