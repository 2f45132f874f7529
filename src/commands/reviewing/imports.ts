import { lstatSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readImport } from '../../core/import/index.ts'
import { LoopError } from '../../errors.ts'
import { readRequired } from '../../io/files.ts'
import { importedReviews } from '../../run/imports.ts'
import type { ImportedReview } from '../../run/ports.ts'
import type { Config } from '../../types.ts'

export interface Imports {
  readonly reviews: readonly ImportedReview[]
  /** What was repaired or left out while reading. */
  readonly notes: readonly string[]
}

/** Reads every report before any work starts: a broken one stops the review. */
export function readImports(files: readonly string[], cwd: string, root: string, config: Config): Imports {
  const reviews: ImportedReview[] = []
  const notes: string[] = []
  const lineText = lineReader(root)
  for (const file of files) {
    const read = readImport(readRequired(resolve(cwd, file)), file, { severity: config.import, root, lineText })
    if ('problems' in read) throw new LoopError('bad_import', { file, problem: withoutName(read.problems, file) })
    notes.push(...read.notes)
    reviews.push(...importedReviews(read))
  }
  return { reviews, notes }
}

/** The error names the file already. */
function withoutName(problems: readonly string[], file: string): string {
  return problems
    .map((problem) => (problem.startsWith(`${file}: `) ? problem.slice(file.length + 2) : problem.replace(file, 'it')))
    .join(' ')
}

const readableBytes = 4 * 1024 * 1024

/** Lines of the working tree, which is what analysers look at. Used to complete their edits, never as evidence. */
function lineReader(root: string): (file: string, line: number) => string | undefined {
  const files = new Map<string, readonly string[]>()
  return (file, line) => {
    const lines = files.get(file) ?? readLines(join(root, file))
    files.set(file, lines)
    return lines[line - 1]
  }
}

function readLines(path: string): readonly string[] {
  const state = lstatSync(path, { throwIfNoEntry: false })
  return state?.isFile() && state.size <= readableBytes ? readFileSync(path, 'utf8').split('\n') : []
}
