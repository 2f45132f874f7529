import { isStruck, noWords, plain, type Words } from './inline.ts'
import { type Line, plainLine } from './lines.ts'
import { means } from './meaning.ts'
import { fileNameOf, linesOnly, placeIn } from './places.ts'
import { type Context, createProblem, type Problem, placeOf } from './problem.ts'
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

/** A row that has a severity, or a place under a column for problems, and is not done: its cells are fields of its longest. */
export function problemInRow({ columns, cells }: Row, context: Context): Problem | undefined {
  const texts = cells.map(plain)
  if (cells.some(isStruck) || texts.some(isDone)) return undefined
  const label = cells.find((cell) => weightOf(cell) !== null && ownWords(plain(cell)) === 0)
  const isPlace = (text: string) =>
    placeIn(text) !== undefined || fileNameOf(text) !== undefined || linesOnly(text) !== undefined
  const rest = cells.filter((cell) => cell !== label && plain(cell) !== '' && !isPlace(plain(cell)))
  const isSaid = rest.some((cell) => !saysNone(plain(cell)))
  const [longest] = [...rest].sort((one, other) => plain(other).length - plain(one).length)
  const fields = cells.flatMap((cell, at) => (cell === longest ? [] : fieldOf(columns[at], cell)))
  const problem = createProblem(
    {
      ...(longest ?? cells[0] ?? noWords),
      links: cells.flatMap(({ links }) => links),
      alts: cells.flatMap(({ alts }) => alts),
    },
    fields.map((words) => ({ ...plainLine, words })),
    {
      ...context,
      role: context.role === null || context.role === 'summary' ? 'issue' : context.role,
      weight: label === undefined ? context.weight : weightOf(label),
      isRemark: context.isRemark || (label !== undefined && isNitpick(plain(label))),
    },
    'row',
  )
  const where = placeOf(problem)
  const titles = columns.map(plain).join(' | ')
  const isListed = where !== undefined && where.end !== null && (means(titles, 'issue') || means(titles, 'suggestion'))
  const isGraded = label !== undefined && (isSaid || (rest.length === 0 && where !== undefined && where.end !== null))
  return isGraded || (isSaid && (context.role === 'issue' || isListed)) ? problem : undefined
}

/** A cell as a line with a name: what is plainly a place needs none of a column. */
function fieldOf(column: Words | undefined, cell: Words): Words {
  const text = plain(cell)
  const name =
    fileNameOf(text) !== undefined || placeIn(text) !== undefined
      ? 'File'
      : linesOnly(text)
        ? 'Line'
        : plain(column ?? noWords)
  return { ...cell, marked: `${name}: ${text}` }
}

function isDone(cell: string): boolean {
  const isSaid = means(cell, 'resolved') || /^[^\p{L}\p{N}]*[✅☑]/u.test(cell)
  return isSaid && ownWords(cell) === 0 && !means(cell, 'open')
}
