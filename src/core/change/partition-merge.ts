import { compareText } from '../values/compare-text.ts'
import type { PartitionFile } from './partition-file.ts'

/** A partition on its way: its files with what is asked of them again and again. */
export interface Part {
  readonly files: readonly PartitionFile[]
  readonly loc: number
  /** Nothing but tests. */
  readonly isTest: boolean
}

export function partOf(files: readonly PartitionFile[]): Part {
  const loc = files.reduce((sum, entry) => sum + entry.loc, 0)
  return { files, loc, isTest: files.length > 0 && files.every((entry) => entry.is_test) }
}

/**
 * Too many partitions become fewer: like with like while the result stays reviewable, then the two smallest whatever
 * they are (`forced` counts these). Then crumbs go where there is room. Largest first.
 */
export function reduceParts(
  parts: readonly Part[],
  limit: number,
  maxFiles: number,
): { readonly parts: readonly Part[]; readonly forced: number } {
  const sorted = [...parts].sort((one, other) => one.loc - other.loc)
  for (
    let pair = smallestPair(sorted, maxFiles);
    sorted.length > limit && pair;
    pair = smallestPair(sorted, maxFiles)
  ) {
    join(sorted, ...pair)
  }
  let forced = 0
  for (; sorted.length > limit; forced += 1) join(sorted, 0, 1)
  absorbCrumbs(sorted, maxFiles)
  return { parts: sorted.map(inOrder).sort(byLoc), forced }
}

function inOrder(part: Part): Part {
  return { ...part, files: [...part.files].sort(byEntry) }
}

function byLoc(one: Part, other: Part): number {
  return other.loc - one.loc || byEntry(one.files[0]!, other.files[0]!)
}

function byEntry(one: PartitionFile, other: PartitionFile): number {
  if (one.file === other.file) return (one.line_range?.[0] ?? 0) - (other.line_range?.[0] ?? 0)
  return other.loc - one.loc || compareText(one.file, other.file)
}

const mergedLines = 1200
const crumbLines = 20

/** The two of one kind with the fewest lines together that fit into one partition. `sorted` ascends by lines. */
function smallestPair(sorted: readonly Part[], maxFiles: number): [number, number] | undefined {
  let best: [number, number] | undefined
  let bestLoc = mergedLines + 1
  for (let first = 0; first + 1 < sorted.length && 2 * sorted[first]!.loc < bestLoc; first += 1) {
    for (let second = first + 1; second < sorted.length; second += 1) {
      const loc = sorted[first]!.loc + sorted[second]!.loc
      if (loc >= bestLoc) break
      if (sorted[first]!.isTest !== sorted[second]!.isTest || !fits(sorted[first]!, sorted[second]!, maxFiles)) continue
      best = [first, second]
      bestLoc = loc
    }
  }
  return best
}

function absorbCrumbs(sorted: Part[], maxFiles: number): void {
  for (let index = 0; index < sorted.length; ) {
    const crumb = sorted[index]!
    const host = crumb.loc < crumbLines ? hostFor(sorted, index, maxFiles) : undefined
    if (host === undefined) index += 1
    else join(sorted, Math.min(index, host), Math.max(index, host))
  }
}

/** The smallest with room, of its own kind if there is one. */
function hostFor(sorted: readonly Part[], index: number, maxFiles: number): number | undefined {
  const crumb = sorted[index]!
  const hosts = sorted.flatMap((part, at) => (at !== index && fits(part, crumb, maxFiles) ? [at] : []))
  return hosts.find((at) => sorted[at]!.isTest === crumb.isTest) ?? hosts[0]
}

function fits(first: Part, second: Part, maxFiles: number): boolean {
  return first.loc + second.loc <= mergedLines && first.files.length + second.files.length <= maxFiles
}

/** Replaces two parts (`first` before `second`) by one, in its place. */
function join(sorted: Part[], first: number, second: number): void {
  const [later] = sorted.splice(second, 1)
  const [earlier] = sorted.splice(first, 1)
  const joined = partOf([...earlier!.files, ...later!.files])
  const at = sorted.findIndex((part) => part.loc > joined.loc)
  sorted.splice(at === -1 ? sorted.length : at, 0, joined)
}
