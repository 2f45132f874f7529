import type { Config, RawFinding } from '../../types.ts'
import type { SuppressedFinding } from './suppressed.ts'

export interface ImportOptions {
  readonly severity: Config['import']
  /** The root of the repository, absolute; without it absolute paths cannot be placed. */
  readonly root?: string
  /** A line of a file on the new side, counted from 1. With it, fixes of part of a line become suggestions. */
  readonly lineText?: (file: string, line: number) => string | undefined
}

export interface ImportedFindings {
  readonly findings: readonly RawFinding[]
  /** What the tool holds back because of a comment or a list that the change may have added. */
  readonly suppressed?: readonly SuppressedFinding[]
  /** Everyone who spoke, also those who found nothing: 'import:eslint'. */
  readonly reviewers: readonly string[]
  /** What was repaired or skipped, one sentence each. */
  readonly notes: readonly string[]
  /** Reviewers whose own run did not finish, with the reason. Their silence is not an approval. */
  readonly incomplete: readonly { readonly reviewer: string; readonly reason: string }[]
}

/** One sentence each. Nothing was read. */
export interface ImportProblems {
  readonly problems: readonly string[]
}

export type ImportResult = ImportedFindings | ImportProblems
