import type { Problem } from './source.ts'

/** A key as it is written, before anybody asks what it means. */
export interface FlatEntry {
  readonly key: string
  /** Counted from 1. */
  readonly line: number
  /** What stands behind the colon. */
  readonly inline: string
  /** The lines below `key: |`, without their common indentation; null when there is no bar. */
  readonly block: string | null
}

export interface FlatLines {
  readonly entries: readonly FlatEntry[]
  readonly warnings: readonly Problem[]
}

/** `key: value` lines, `#` comments, and `key: |` with the indented lines below it. Nothing else has a meaning. */
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
    const hasBlock = /^\|[-+]?[ \t]*(?:#.*)?$/.test(value)
    const block = hasBlock ? blockBelow(lines, index + 1) : []
    index += block.length
    entries.push({ key, line, inline: value, block: hasBlock ? dedent(block) : null })
  }
  return { entries, warnings }
}

/** Up to the first line that is neither indented nor blank. A number sign in it is text. */
function blockBelow(lines: readonly string[], start: number): readonly string[] {
  const length = lines.slice(start).findIndex((line) => /^\S/.test(line))
  return lines.slice(start, length < 0 ? undefined : start + length)
}

function dedent(lines: readonly string[]): string {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const depth = depths.length === 0 ? 0 : Math.min(...depths)
  return lines
    .map((line) => line.slice(depth).trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
}
