import { isRecord } from '../../import/shape.ts'
import { parseJson } from '../../values/parse-json.ts'
import type { Table } from './tree/blocks.ts'
import { noWords } from './tree/words.ts'

/** Lists of objects in a block of JSON, as tables: keys are titles of columns. */
export function tablesInJson(text: string): readonly Table[] {
  const value = text.length > longest ? undefined : parseJson(text)
  return listsIn(value, 0).map((rows) => {
    const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    const words = (value: unknown) => ({
      ...noWords,
      marked: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    })
    return { kind: 'table', head: keys.map(words), rows: rows.map((row) => keys.map((key) => words(row[key]))) }
  })
}

const longest = 60_000

function listsIn(value: unknown, depth: number): readonly (readonly Record<string, unknown>[])[] {
  if (depth > 4) return []
  if (Array.isArray(value)) {
    const records = value.filter(isRecord)
    return records.length > 0 ? [records] : []
  }
  return isRecord(value) ? Object.values(value).flatMap((inner) => listsIn(inner, depth + 1)) : []
}
