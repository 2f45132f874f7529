import type { ChangedFile } from '../../types.ts'
import { compareText } from '../values/compare-text.ts'
import { changedLines } from './changed-lines.ts'
import type { PartitionFile } from './partition-file.ts'
import { type Part, partOf, reduceParts } from './partition-merge.ts'
import { isTestPath } from './path-kind.ts'
import { splitFile } from './split-file.ts'

export interface Partition {
  readonly id: number
  readonly files: readonly PartitionFile[]
  readonly total_loc: number
  readonly is_test_only: boolean
}

export interface Partitions {
  readonly partitions: readonly Partition[]
  readonly test_file_paths: readonly string[]
  /** How often two partitions had to become one although the result is over the limits. */
  readonly force_merged_count: number
}

export interface PartitionLimits {
  readonly locBudget?: number
  readonly maxFiles?: number
  readonly maxPartitions?: number
}

/** Divides the change among reviewers. Every changed file is in exactly one partition, or its parts in several. */
export function partitionChange(files: readonly ChangedFile[], limits: PartitionLimits = {}): Partitions {
  const locBudget = Math.max(1, limits.locBudget ?? 500)
  const maxFiles = Math.max(1, limits.maxFiles ?? 25)
  const entries = [...files].sort(byLength).flatMap((file) => entriesOf(file, locBudget))
  const separated = fill(entries, locBudget, maxFiles).flatMap(separateTests)
  const { parts, forced } = reduceParts(separated, Math.max(1, limits.maxPartitions ?? 5), maxFiles)
  return {
    partitions: parts.map(({ files, loc, isTest }, index) => ({
      id: index + 1,
      files,
      total_loc: loc,
      is_test_only: isTest,
    })),
    test_file_paths: files.map(({ path }) => path).filter(isTestPath),
    force_merged_count: forced,
  }
}

const separableLines = 50

function byLength(one: ChangedFile, other: ChangedFile): number {
  return changedLines(other) - changedLines(one) || compareText(one.path, other.path)
}

function entriesOf(file: ChangedFile, locBudget: number): readonly PartitionFile[] {
  const entry = { file: file.path, loc: changedLines(file), is_test: isTestPath(file.path) }
  const pieces = entry.loc > locBudget ? splitFile(file, locBudget) : []
  if (pieces.length < 2) return [entry]
  return pieces.map(({ start, end, loc }) => ({ ...entry, loc, line_range: [start, end] }))
}

function fill(entries: readonly PartitionFile[], locBudget: number, maxFiles: number): readonly Part[] {
  const groups: PartitionFile[][] = []
  let loc = 0
  for (const entry of entries) {
    const current = groups.at(-1)
    if (current !== undefined && loc + entry.loc <= locBudget && current.length < maxFiles) {
      current.push(entry)
      loc += entry.loc
    } else {
      groups.push([entry])
      loc = entry.loc
    }
  }
  return groups.map(partOf)
}

/** Tests go to a reviewer of their own where the implementation beside them is worth one. */
function separateTests(part: Part): readonly Part[] {
  const tests = part.files.filter((entry) => entry.is_test)
  const implementation = partOf(part.files.filter((entry) => !entry.is_test))
  const separable = tests.length > 0 && implementation.loc >= separableLines
  return separable ? [implementation, partOf(tests)] : [part]
}
