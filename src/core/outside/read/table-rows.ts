import type { Candidate, Context } from './candidate.ts'
import { isNitpick } from './parts.ts'
import { fileNameOf, linesOnly, linkedPlaceIn, place, placeIn } from './places.ts'
import { ownWords, roleOf, saysNone, weightOf } from './roles.ts'
import type { Table } from './tree/blocks.ts'
import { isStruck, joined, noWords, plain, type Words } from './tree/words.ts'
import { means } from './words.ts'

/** Numbers beside words for problems, in rows or under a row of titles; undefined: it counts something else. */
export function countOf({ head, rows }: Pick<Table, 'head' | 'rows'>): number | undefined {
  const number = (words: Words) => /^\D{0,6}(\d{1,4})\D{0,4}$/.exec(plain(words))?.[1]
  const isProblem = (words: Words) => {
    const text = plain(words)
    return weightOf(words) !== null || roleOf(words) === 'issue' || (means(text, 'issue') && ownWords(text) <= 1)
  }
  const pairs = rows.flatMap((row) =>
    (row.length === 2 || row.length === 3) && isProblem(row[0]!) && number(row[1]!) !== undefined
      ? [Number(number(row[1]!))]
      : [],
  )
  const across =
    rows.length === 1
      ? rows[0]!.flatMap((cell, at) =>
          head[at] !== undefined && isProblem(head[at]!) && number(cell) !== undefined ? [Number(number(cell))] : [],
        )
      : []
  const counts = pairs.length > 0 ? pairs : across
  return counts.length === 0 || rows.some((row) => row.some((cell) => placeIn(plain(cell)) !== undefined))
    ? undefined
    : counts.reduce((sum, count) => sum + count, 0)
}

export function rowCandidate(row: readonly Words[], head: readonly Words[], context: Context): readonly Candidate[] {
  const texts = row.map(plain)
  const label = row.find((cell) => weightOf(cell) !== null && ownWords(plain(cell)) === 0)
  const named = texts.map((text) => placeIn(text)).find((found) => found !== undefined)
  const lineAt = head.findIndex((cell) => means(plain(cell), 'line') && ownWords(plain(cell)) <= 1)
  const name = texts.map((text) => fileNameOf(text)).find((found) => found !== undefined)
  const lines =
    linesOnly(texts[lineAt] ?? '') ??
    (lineAt === -1 ? texts.map(linesOnly).find((found) => found !== undefined) : undefined)
  const where =
    named ??
    (name === undefined ? linkedPlaceIn(row.flatMap(({ links }) => links)) : place(name, lines?.[0], lines?.[1]))
  const heads = head.map(plain).join(' | ')
  const isList =
    label !== undefined ||
    context.role === 'issue' ||
    (where !== undefined && where.end !== null && (means(heads, 'issue') || means(heads, 'suggestion')))
  if (
    !isList ||
    row.some(isStruck) ||
    texts.some(
      (text) =>
        ownWords(text) === 0 && (means(text, 'resolved') || /^[^\p{L}\p{N}]*[✅☑]/u.test(text)) && !means(text, 'open'),
    )
  )
    return []
  const isPlace = (text: string) =>
    placeIn(text) !== undefined || fileNameOf(text) !== undefined || linesOnly(text) !== undefined
  const rest = row.filter((cell) => cell !== label && !isPlace(plain(cell)) && plain(cell) !== '')
  const isBare = rest.length === 0 && label !== undefined && where !== undefined && where.end !== null
  if (!isBare && rest.every((cell) => saysNone(plain(cell)))) return []
  const longest = [...(isBare ? row : rest)].sort((one, other) => plain(other).length - plain(one).length)[0]!
  const words = {
    ...joined([longest, ...(label === undefined ? [] : [{ ...label, marked: '' }])], ''),
    marked: longest.marked,
  }
  const field =
    where === undefined || where.file === null
      ? []
      : [
          {
            kind: 'text',
            head: {
              ...noWords,
              marked: `File: ${where.file}${where.end === null ? '' : `:${where.start === null ? '' : `${where.start}-`}${where.end}`}`,
            },
          } as const,
        ]
  const links = row.flatMap((cell) => cell.links)
  return [
    {
      head: { ...words, links },
      blocks: field,
      context: {
        ...context,
        role: context.role === null || context.role === 'summary' ? 'issue' : context.role,
        weight: label === undefined ? context.weight : weightOf(label),
        isRemark: context.isRemark || (label !== undefined && isNitpick(plain(label))),
      },
      isNamed: true,
    },
  ]
}
