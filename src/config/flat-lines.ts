import type { Problem } from './source.ts'

/** A key as it is written, before anybody asks what it means. */
export interface FlatEntry {
  readonly key: string
  /** Counted from 1. */
  readonly line: number
  /** What stands behind the colon. */
  readonly inline: string
  /** The lines below `key: |`, or the list below `key:`, without their common indentation; null when there is neither. */
  readonly block: string | null
}

export interface FlatLines {
  readonly entries: readonly FlatEntry[]
  readonly warnings: readonly Problem[]
}

/** `key: value` lines, `#` comments, `key: |` with the indented lines below it, and `key:` with a list below. Nothing else has a meaning. */
export function readFlatLines(text: string): FlatLines {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|[\n\r]/)
  const entries: FlatEntry[] = []
  const warnings: Problem[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const written = lines[index] ?? ''
    const line = index + 1
    if (/^\s*(?:#.*)?$/.test(written)) continue
    const [, key, value = ''] = /^([A-Za-z][\w-]*)[ \t]*:(?:[ \t]+(.*))?$/.exec(written) ?? []
    if (key === undefined) {
      warnings.push({ line, message: `"${written.trim()}" is no "key: value" and counts for nothing` })
      continue
    }
    const block = blockOf(value, lines.slice(line))
    index += block?.length ?? 0
    entries.push({ key, line, inline: value, block: block === null ? null : dedent(block) })
  }
  return { entries, warnings }
}

/** The lines that belong to a value besides its own; null for a value on one line. */
function blockOf(value: string, below: readonly string[]): readonly string[] | null {
  if (/^\|[-+]?[ \t]*(?:#.*)?$/.test(value)) return textBlock(below)
  const items = /^(?:#.*)?$/.test(value) ? listBlock(below) : []
  return items.length === 0 ? null : items
}

/** Up to the first line that is neither indented nor blank. A number sign in it is text. */
function textBlock(below: readonly string[]): readonly string[] {
  const length = below.findIndex((line) => /^\S/.test(line))
  return below.slice(0, length < 0 ? undefined : length)
}

/** Up to the last item; blank lines and comments may stand between two of them. */
function listBlock(below: readonly string[]): readonly string[] {
  const end = below.findIndex((line) => !/^\s*(?:#.*|-(?:\s.*)?)?$/.test(line))
  const listed = below.slice(0, end < 0 ? undefined : end)
  return listed.slice(0, listed.findLastIndex((line) => /^\s*-/.test(line)) + 1)
}

function dedent(lines: readonly string[]): string {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const depth = depths.length === 0 ? 0 : Math.min(...depths)
  return lines
    .map((line) => line.slice(depth).trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
}
