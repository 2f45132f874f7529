import { oneLine } from '../../loop/findings-document.ts'

/** How long one part of a round took. */
export interface TimingRow {
  readonly phase: string
  /** As it is written in the table: another tool may not count as we do. */
  readonly round: string
  readonly role: string
  readonly duration: string
}

const columns = ['Phase', 'Round', 'Role', 'Duration'] as const

/** The rows of the first table that has the four columns. */
export function readTiming(text: string): readonly TimingRow[] {
  const table = findTable(text.split('\n'))
  if (table === undefined) return []
  return table.rows.map((row) => {
    const cells = cellsOf(row)
    const cell = (column: (typeof columns)[number]) => cells[table.header.indexOf(column)] ?? ''
    return { phase: cell('Phase'), round: cell('Round'), role: cell('Role'), duration: cell('Duration') }
  })
}

/** The log with one row more; what stands there stays to the letter. */
export function appendTiming(text: string, row: TimingRow): string {
  const lines = text.split('\n')
  const table = findTable(lines)
  if (table !== undefined) return lines.toSpliced(table.end, 0, rowText(table.header, row)).join('\n')
  const begun = [`| ${columns.join(' | ')} |`, `|${columns.map(() => '---').join('|')}|`, rowText(columns, row)]
  return [...(text.trim() === '' ? [] : [text.trimEnd(), '']), ...begun].join('\n')
}

interface Table {
  readonly header: readonly string[]
  readonly rows: readonly string[]
  /** The index of the line after its last row. */
  readonly end: number
}

function findTable(lines: readonly string[]): Table | undefined {
  const start = lines.findIndex((line) => columns.every((column) => cellsOf(line).includes(column)))
  if (start < 0 || !/^[ \t]*\|?[ \t:|-]*-[ \t:|-]*$/.test(lines[start + 1] ?? '')) return undefined
  const first = start + 2
  const length = lines.slice(first).findIndex((line) => !line.trim().startsWith('|'))
  const end = length < 0 ? lines.length : first + length
  return { header: cellsOf(lines[start] ?? ''), rows: lines.slice(first, end), end }
}

function cellsOf(line: string): readonly string[] {
  const inside = line.trim().replace(/^\||(?<!\\)\|$/g, '')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function rowText(header: readonly string[], row: TimingRow): string {
  const values: Record<string, string> = { Phase: row.phase, Round: row.round, Role: row.role, Duration: row.duration }
  const cells = header.map((column) => oneLine(values[column] ?? '').replaceAll('|', '\\|'))
  return `| ${cells.join(' | ')} |`
}
