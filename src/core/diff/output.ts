// What leaves the parser: files in the order of the diff, totals, problems.
import type { ChangedFile } from '../../types.ts'
import { type DiffProblem, type DiffProblemCode, describeProblem, isTruncation } from './problems.ts'
import { isTypeChange, joinTypeChange } from './section.ts'

export interface DiffSummary {
  readonly files: number
  readonly addedLines: number
  readonly removedLines: number
  /** A hunk, a record or a whole file is not there: what was read is not the whole change. */
  readonly truncated: boolean
  /** Empty for a diff that was understood to the end. At most 100 are kept. */
  readonly problems: readonly DiffProblem[]
}

export interface Output {
  readonly onFile: ((file: ChangedFile) => void) | null
  readonly problems: DiffProblem[]
  files: number
  addedLines: number
  removedLines: number
  truncated: boolean
  /** A deletion that waits: the next file may turn it into a change of type. */
  held: ChangedFile | null
}

export function createOutput(onFile: ((file: ChangedFile) => void) | null): Output {
  return { onFile, problems: [], files: 0, addedLines: 0, removedLines: 0, truncated: false, held: null }
}

export function giveFile(output: Output, file: ChangedFile): void {
  output.files++
  output.addedLines += file.addedLines
  output.removedLines += file.removedLines
  output.onFile?.(file)
}

/** As giveFile, for patches without records: two parts that are one change of type become one file. */
export function giveForeignFile(output: Output, file: ChangedFile): void {
  const { held } = output
  output.held = null
  if (held !== null && isTypeChange(held, file)) {
    giveFile(output, joinTypeChange(held, file))
    return
  }
  if (held !== null) giveFile(output, held)
  if (file.status === 'deleted') output.held = file
  else giveFile(output, file)
}

const mostProblems = 100

export function addProblem(output: Output, code: DiffProblemCode, path: string | null): void {
  const problem = describeProblem(code, path)
  if (isTruncation(problem)) output.truncated = true
  if (output.problems.length < mostProblems) output.problems.push(problem)
}

export function summarize(output: Output): DiffSummary {
  if (output.held !== null) giveFile(output, output.held)
  output.held = null
  const { files, addedLines, removedLines, truncated, problems } = output
  return { files, addedLines, removedLines, truncated, problems }
}
