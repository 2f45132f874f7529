import type { ChangedFile } from './commits.ts'
import type { Side } from './entities.ts'

export interface PatchLine {
  readonly text: string
  /** Which hunk of the patch it is in. */
  readonly hunk: number
  /** Counted from the first `@@`, as GitHub's oldest fields do. */
  readonly position: number
  /** The hunk from its head down to here. */
  readonly shown: string
}

type Lines = Readonly<Record<Side, ReadonlyMap<number, PatchLine>>>

/** Every line that a patch shows, by the side it is on: these alone can be commented on. */
export function linesOf({ patch = '' }: Pick<ChangedFile, 'patch'>): Lines {
  const lines = { LEFT: new Map<number, PatchLine>(), RIGHT: new Map<number, PatchLine>() }
  const next = { LEFT: 0, RIGHT: 0 }
  let hunk = -1
  let shown = ''
  for (const [position, line] of patch.split('\n').entries()) {
    const [, left, right] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? []
    shown = left === undefined ? `${shown}\n${line}` : line
    if (left !== undefined) {
      hunk += 1
      Object.assign(next, { LEFT: Number(left), RIGHT: Number(right) })
      continue
    }
    for (const side of sidesOf[line.charAt(0)] ?? []) {
      lines[side].set(next[side], { text: line.slice(1), hunk, position, shown })
      next[side] += 1
    }
  }
  return lines
}

const sidesOf: Readonly<Record<string, readonly Side[]>> = { '+': ['RIGHT'], '-': ['LEFT'], ' ': ['LEFT', 'RIGHT'] }

export interface Anchor {
  readonly path: string
  readonly line: number
  readonly side?: Side
  readonly startLine?: number | null
  readonly startSide?: Side | null
}

/** Why GitHub does not take a comment there, in its own words. */
export function anchorProblem(files: readonly ChangedFile[], anchor: Anchor): string | undefined {
  const { path, line, side = 'RIGHT', startLine, startSide } = anchor
  const file = files.find(({ filename }) => filename === path)
  if (file === undefined) return 'Path could not be resolved'
  const lines = linesOf(file)
  const end = lines[side].get(line)
  const start = startLine == null ? end : lines[startSide ?? side].get(startLine)
  const thread = 'Pull request review thread'
  if (startLine != null && startLine >= line) return `${thread} start line must precede the end line.`
  if (end === undefined) return `${thread} line must be part of the diff and ${thread} diff hunk can't be blank`
  return start?.hunk === end.hunk ? undefined : `${thread} start line must be part of the same hunk as the line.`
}
