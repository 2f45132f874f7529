import type { LineRange } from '../../types.ts'

// One file's patch as data, so that it can be given to reviewers in parts and in another order.

export interface FilePatch {
  /** Everything before the first hunk, with its line breaks. */
  readonly header: string
  readonly hunks: readonly PatchHunk[]
  /** What comments of added lines say, where the hunks show only that they are there. */
  readonly words?: readonly HiddenWords[]
}

export interface HiddenWords {
  /** Of the new file. */
  readonly line: number
  readonly text: string
}

export interface PatchHunk {
  /** The first line of each side, or the one it stands before where the hunk has none of that side. */
  readonly oldStart: number
  readonly newStart: number
  /** What git prints after the second `@@`: the function it is in. */
  readonly section: string
  /** With their first character, without line breaks. */
  readonly lines: readonly string[]
}

/** Reads one file's part of a patch as git prints it. */
export function parseFilePatch(text: string): FilePatch {
  const lines = text.replace(/\n$/, '').split('\n')
  const first = lines.findIndex((line) => hunkHeader.test(line))
  if (first === -1) return { header: withBreaks(lines), hunks: [] }
  const hunks: { oldStart: number; newStart: number; section: string; lines: string[] }[] = []
  for (const line of lines.slice(first)) {
    // Lines of content begin with a blank, '+', '-' or '\', so nothing in a file can look like this.
    const [, oldStart, oldCount, newStart, newCount, section = ''] = hunkHeader.exec(line) ?? []
    if (oldStart === undefined) hunks.at(-1)?.lines.push(line)
    else
      hunks.push({
        oldStart: firstLine(oldStart, oldCount),
        newStart: firstLine(newStart, newCount),
        section,
        lines: [],
      })
  }
  return { header: withBreaks(lines.slice(0, first)), hunks }
}

export function renderFilePatch({ header, hunks }: FilePatch): string {
  return header + hunks.map(renderHunk).join('')
}

/** Only what lies in the given lines of the new file, with some lines around it. */
export function slicePatch(patch: FilePatch, range: LineRange): FilePatch {
  return { ...patch, hunks: patch.hunks.flatMap((hunk) => sliceHunk(hunk, range)) }
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/
const contextLines = 3

/** git numbers a side without lines by the line before it. */
function firstLine(start: string | undefined, count: string | undefined): number {
  return Number(start) + (count === '0' ? 1 : 0)
}

function shownStart(start: number, count: number): number {
  return count === 0 ? start - 1 : start
}

function withBreaks(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function renderHunk({ oldStart, newStart, section, lines }: PatchHunk): string {
  const count = (kinds: string) => lines.filter((line) => kinds.includes(kindOf(line))).length
  const [old, next] = [count(' -'), count(' +')]
  return `@@ -${shownStart(oldStart, old)},${old} +${shownStart(newStart, next)},${next} @@${section}\n${withBreaks(lines)}`
}

interface PlacedLine {
  readonly text: string
  /** Where it stands; for a side it is not on, the line it stands before. */
  readonly old: number
  readonly new: number
}

function sliceHunk(hunk: PatchHunk, range: LineRange): readonly PatchHunk[] {
  const placed = placeLines(hunk)
  const isWanted = (line: PlacedLine): boolean =>
    '+-'.includes(kindOf(line.text)) && line.new >= range.start && line.new <= range.end
  const first = placed.findIndex(isWanted)
  if (first === -1) return []
  const last = placed.findLastIndex(isWanted)
  const from = Math.max(0, first - contextLines)
  // A line that only says "no newline" belongs to the one before it.
  const to = placed[last + 1]?.text[0] === '\\' ? last + 2 : last + 1
  const kept = placed.slice(from, to + contextLines)
  const start = kept[0]!
  return [{ oldStart: start.old, newStart: start.new, section: hunk.section, lines: kept.map(({ text }) => text) }]
}

function placeLines({ oldStart, newStart, lines }: PatchHunk): readonly PlacedLine[] {
  let [old, next] = [oldStart, newStart]
  return lines.map((text) => {
    const placed = { text, old, new: next }
    if (' -'.includes(kindOf(text))) old += 1
    if (' +'.includes(kindOf(text))) next += 1
    return placed
  })
}

/** Some settings of git leave the blank of an empty line out. */
function kindOf(line: string): string {
  return line[0] ?? ' '
}
