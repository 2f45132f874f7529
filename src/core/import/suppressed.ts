import type { ChangedFile, RawFinding } from '../../types.ts'
import { rangeDistance } from '../values/ranges.ts'

/** A place in a file; without a line, the whole file. */
export interface SuppressedPlace {
  readonly file: string | null
  readonly line: number | null
  readonly endLine: number | null
}

export interface SuppressedFinding {
  readonly finding: RawFinding
  /** Where the suppressions are, or the code that they are about. */
  readonly places: readonly SuppressedPlace[]
}

/** The findings whose suppression the change may have added: it must not silence the tools that look at it. */
export function suppressedByChange(
  suppressed: readonly SuppressedFinding[],
  files: readonly ChangedFile[],
): readonly RawFinding[] {
  if (suppressed.length === 0) return []
  const changed = new Map(files.map((file) => [file.path, file]))
  return suppressed.flatMap(({ finding, places }) =>
    places.some((place) => isTouched(place, changed)) ? [finding] : [],
  )
}

function isTouched({ file, line, endLine }: SuppressedPlace, changed: ReadonlyMap<string, ChangedFile>): boolean {
  if (file === null) return true
  const hunks = changed.get(file)?.hunks
  if (hunks === undefined || line === null) return hunks !== undefined
  // The comment may stand on the line above the code, or in the lines of a statement around it.
  return hunks.some(({ newStart, newCount }) => {
    const hunk = { start: newStart, end: newStart + Math.max(newCount - 1, 0) }
    return rangeDistance(hunk, { start: line, end: endLine ?? line }) <= 1
  })
}
