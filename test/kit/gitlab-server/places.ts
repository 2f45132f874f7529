import { createHash } from 'node:crypto'
import type { ChangedFile } from '../github-server/state/commits.ts'

/** Lines of a changed file that a version shows, on their new side. */
export interface Place {
  readonly path: string
  readonly oldPath: string
  readonly line: number
  readonly endLine: number
  readonly first: Shown
  readonly last: Shown
  readonly base: string
  readonly head: string
}

export interface Shown {
  readonly code: string
  /** Null for a line that was added. */
  readonly oldLine: number | null
}

interface Lines {
  readonly path: string
  readonly line: number
  readonly endLine: number
}

/** Undefined where the version does not show these lines. */
export function placeOf(
  files: readonly ChangedFile[],
  { path, line, endLine }: Lines,
  { base, head }: Pick<Place, 'base' | 'head'>,
): Place | undefined {
  const file = files.find(({ filename }) => filename === path)
  const lines = file === undefined ? new Map<number, Shown>() : shownLines(file)
  const [first, last] = [lines.get(line), lines.get(endLine)]
  if (file === undefined || first === undefined || last === undefined) return undefined
  return { path, oldPath: file.previous ?? path, line, endLine, first, last, base, head }
}

function shownLines({ filename, patch = '' }: ChangedFile): Map<number, Shown> {
  const name = createHash('sha1').update(filename).digest('hex')
  const lines = new Map<number, Shown>()
  let [before, after] = [0, 0]
  for (const text of patch.split('\n')) {
    const start = /^@@ -(\d+)\S* \+(\d+)/.exec(text)
    if (start !== null) [before, after] = [Number(start[1]), Number(start[2])]
    else if (text.startsWith('-')) before += 1
    else if (text.startsWith('+') || text.startsWith(' ')) {
      const isAdded = text.startsWith('+')
      lines.set(after, { code: `${name}_${before}_${after}`, oldLine: isAdded ? null : before })
      after += 1
      if (!isAdded) before += 1
    }
  }
  return lines
}
