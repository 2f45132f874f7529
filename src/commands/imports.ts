import { resolve } from 'node:path'
import { readImport } from '../core/import/index.ts'
import { LoopError } from '../errors.ts'
import { readRequired } from '../io/files.ts'
import type { ImportedReview } from '../run/ports.ts'
import type { Config, RawFinding } from '../types.ts'

export interface Imports {
  readonly reviews: readonly ImportedReview[]
  /** What was repaired or left out while reading. */
  readonly notes: readonly string[]
}

/** Reads every report before any work starts: a broken one stops the review. */
export function readImports(files: readonly string[], cwd: string, root: string, config: Config): Imports {
  const reviews: ImportedReview[] = []
  const notes: string[] = []
  for (const file of files) {
    const read = readImport(readRequired(resolve(cwd, file)), file, { severity: config.import, root })
    if ('problems' in read) throw new LoopError('bad_import', { file, problem: read.problems.join(' ') })
    notes.push(...read.notes)
    for (const name of read.reviewers) {
      reviews.push({ name, findings: read.findings.filter((finding: RawFinding) => finding.reviewer === name) })
    }
  }
  return { reviews, notes }
}
