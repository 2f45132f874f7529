import type { ChangedFile } from '../../types.ts'

type Counts = Pick<ChangedFile, 'addedLines' | 'removedLines'>

/** What the size of a change is measured by. */
export function changedLines({ addedLines, removedLines }: Counts): number {
  return addedLines + removedLines
}

/** Of all files together. */
export function sumLines(files: readonly Counts[]): Counts {
  return {
    addedLines: files.reduce((sum, file) => sum + file.addedLines, 0),
    removedLines: files.reduce((sum, file) => sum + file.removedLines, 0),
  }
}
