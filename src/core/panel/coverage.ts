import type { ChangedFile, LineRange } from '../../types.ts'
import type { Assignment, PanelRole } from './plan-panel.ts'
import type { Slice } from './slices.ts'

/** Changed lines of one file that nobody who had to look at them has answered for. */
export interface Gap {
  readonly path: string
  readonly added: readonly LineRange[]
  readonly removed: readonly LineRange[]
}

/**
 * What is left of the change without the lines that a bug hunter (or the one reviewer of a small change) gave a valid
 * answer on. Other roles look for other things, so they do not count.
 */
export function findGaps(files: readonly ChangedFile[], answered: readonly Assignment[]): readonly Gap[] {
  const seen = new Map<string, Seen>()
  for (const { role, slices } of answered) {
    if (answersForLines(role)) for (const slice of slices) note(seen, slice)
  }
  return files.flatMap(({ path, status, added, removed }): Gap[] => {
    const { whole, added: seenAdded, removed: seenRemoved } = seen.get(path) ?? nothing
    if (whole && status === 'type_changed') return []
    const gap = { path, added: without(added, seenAdded), removed: without(removed, seenRemoved) }
    return gap.added.length + gap.removed.length > 0 ? [gap] : []
  })
}

/** Whose answer counts for the lines it was shown. */
export function answersForLines(role: PanelRole): boolean {
  return role === 'bug-hunter' || role === 'reviewer'
}

/** 'src/a.ts (lines 10-20, 44)', or the path alone where all of it is missing or only removals are. */
export function describeGap({ path, added }: Gap): string {
  const ranges = added.map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`))
  const shown = ranges.length > 5 ? [...ranges.slice(0, 5), '…'] : ranges
  return shown.length === 0 ? path : `${path} (lines ${shown.join(', ')})`
}

/** Reviewers that gave no valid answer for the same files. */
export interface Silence {
  readonly names: readonly string[]
  readonly paths: readonly string[]
}

/** Who else did not answer, and for which files. What gaps name of bug hunters is not named again. */
export function findSilences(
  files: readonly ChangedFile[],
  silent: readonly Assignment[],
  gaps: readonly Gap[],
): readonly Silence[] {
  const named = new Set(gaps.map(({ path }) => path))
  const byFiles = new Map<string, { readonly names: string[]; readonly paths: readonly string[] }>()
  for (const { name, role, slices } of silent) {
    const given = new Set(slices.map(({ path }) => path))
    const isOpen = (path: string): boolean => given.has(path) && !(answersForLines(role) && named.has(path))
    const paths = files.map(({ path }) => path).filter(isOpen)
    if (paths.length === 0) continue
    const entry = byFiles.get(paths.join('\0')) ?? { names: [], paths }
    entry.names.push(name)
    byFiles.set(paths.join('\0'), entry)
  }
  return [...byFiles.values()]
}

interface Seen {
  /** The file was shown as it is, without hunks. */
  whole: boolean
  readonly added: Set<number>
  readonly removed: Set<number>
}

const nothing: Seen = { whole: false, added: new Set(), removed: new Set() }

function note(seen: Map<string, Seen>, { path, patch }: Slice): void {
  const entry = seen.get(path) ?? { whole: false, added: new Set(), removed: new Set() }
  seen.set(path, entry)
  if (patch.hunks.length === 0) entry.whole = true
  for (const { oldStart, newStart, lines } of patch.hunks) {
    let [old, next] = [oldStart, newStart]
    for (const line of lines) {
      if (line[0] === '+') entry.added.add(next++)
      else if (line[0] === '-') entry.removed.add(old++)
      else if (line[0] !== '\\') {
        old += 1
        next += 1
      }
    }
  }
}

function without(ranges: readonly LineRange[], seen: ReadonlySet<number>): readonly LineRange[] {
  const left: { start: number; end: number }[] = []
  for (const { start, end } of ranges) {
    for (let line = start; line <= end; line += 1) {
      if (seen.has(line)) continue
      const last = left.at(-1)
      if (last?.end === line - 1) last.end = line
      else left.push({ start: line, end: line })
    }
  }
  return left
}
