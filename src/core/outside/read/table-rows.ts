import { isStruck, noWords, plain, type Words } from './inline.ts'
import type { Line } from './lines.ts'
import { means } from './meaning.ts'
import { fileNameOf, linesOnly, linkedPlaceIn, place, placeIn } from './places.ts'
import type { Context, Problem } from './problem.ts'
import { isNitpick, ownWords, roleOf, saysNone, weightOf } from './roles.ts'

type Row = Pick<Line, 'columns' | 'cells'>

/** A number beside a word for problems, or below one; undefined: it counts something else. */
export function countIn({ columns, cells }: Row): number | undefined {
  const number = (words: Words | undefined) => /^\D{0,6}(\d{1,4})\D{0,4}$/.exec(plain(words ?? noWords))?.[1]
  if (cells.some((cell) => placeIn(plain(cell)) !== undefined)) return undefined
  if (isProblem(cells[0]) && cells.length <= 3 && number(cells[1]) !== undefined) return Number(number(cells[1]))
  const counts = cells.flatMap((cell, at) => (isProblem(columns[at]) ? (number(cell) ?? []) : []))
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + Number(count), 0)

  function isProblem(words: Words | undefined): boolean {
    const text = plain(words ?? noWords)
    if (words === undefined || text === '') return false
    return weightOf(words) !== null || roleOf(words) === 'issue' || (means(text, 'issue') && ownWords(text) <= 1)
  }
}

/** A row that has a severity, or a place under a column for problems, and is not done. */
export function problemInRow({ columns, cells }: Row, context: Context): Problem | undefined {
  const texts = cells.map(plain)
  const label = cells.find((cell) => weightOf(cell) !== null && ownWords(plain(cell)) === 0)
  const lineAt = columns.findIndex((cell) => means(plain(cell), 'line') && ownWords(plain(cell)) <= 1)
  const lines =
    lineAt === -1 ? texts.map(linesOnly).find((found) => found !== undefined) : linesOnly(texts[lineAt] ?? '')
  const name = texts.map(fileNameOf).find((found) => found !== undefined)
  const where =
    texts.map(placeIn).find((found) => found !== undefined) ??
    (name === undefined ? linkedPlaceIn(cells.flatMap(({ links }) => links)) : place(name, lines?.[0], lines?.[1]))
  const titles = columns.map(plain).join(' | ')
  const isListed = where !== undefined && where.end !== null && (means(titles, 'issue') || means(titles, 'suggestion'))
  if (label === undefined && context.role !== 'issue' && !isListed) return undefined
  if (cells.some(isStruck) || texts.some(isDone)) return undefined
  const isPlace = (text: string) =>
    placeIn(text) !== undefined || fileNameOf(text) !== undefined || linesOnly(text) !== undefined
  const rest = cells.filter((cell) => cell !== label && plain(cell) !== '' && !isPlace(plain(cell)))
  if (rest.every((cell) => saysNone(plain(cell))) && (rest.length > 0 || label === undefined || where?.end == null))
    return undefined
  const longest = [...(rest.length === 0 ? cells : rest)].sort(
    (one, other) => plain(other).length - plain(one).length,
  )[0]!
  const lineText = where?.end == null ? '' : `:${where.start === null ? '' : `${where.start}-`}${where.end}`
  const field = { ...noWords, marked: where?.file == null ? '' : `File: ${where.file}${lineText}` }
  return {
    head: { ...longest, alts: [...longest.alts, ...(label?.alts ?? [])], links: cells.flatMap(({ links }) => links) },
    body: [{ ...text, words: field }],
    context: {
      ...context,
      role: context.role === null || context.role === 'summary' ? 'issue' : context.role,
      weight: label === undefined ? context.weight : weightOf(label),
      isRemark: context.isRemark || (label !== undefined && isNitpick(plain(label))),
    },
    kind: 'row',
    isGroup: false,
    kids: [],
  }
}

const text: Omit<Line, 'words'> = {
  kind: 'text',
  depth: 9,
  isFold: false,
  isFolded: false,
  isTicked: null,
  columns: [],
  cells: [],
  language: '',
  code: '',
}

function isDone(cell: string): boolean {
  const isSaid = means(cell, 'resolved') || /^[^\p{L}\p{N}]*[✅☑]/u.test(cell)
  return isSaid && ownWords(cell) === 0 && !means(cell, 'open')
}
