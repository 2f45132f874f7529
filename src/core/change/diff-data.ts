import type { ChangedFile, Hunk, LineRange } from '../../types.ts'
import { given } from '../values/given.ts'
import { changeBlocks } from './change-blocks.ts'
import { changedLines, sumLines } from './changed-lines.ts'

type Pair = readonly [start: number, end: number]

/** A change as the steps of a review hand it on in a file. The keys are those of the file format. */
export interface DiffData {
  readonly files_to_review: readonly string[]
  readonly file_statuses: Readonly<Record<string, 'added' | 'modified' | 'removed'>>
  readonly file_loc: Readonly<Record<string, { readonly added: number; readonly removed: number }>>
  readonly total_loc: number
  readonly changed_ranges: Readonly<
    Record<string, { readonly added: readonly Pair[]; readonly removed: readonly Pair[] }>
  >
  /** Sections with their context: old start, old count, new start, new count. Absent in files of other programs. */
  readonly hunks?: Readonly<Record<string, readonly (readonly [number, number, number, number])[]>>
  readonly renamed_from?: Readonly<Record<string, string>>
  readonly binary_files?: readonly string[]
  readonly patch_lines?: PatchLines
}

export type PatchLines = Readonly<
  Record<
    string,
    { readonly added_lines: Readonly<Record<string, string>>; readonly removed_lines: Readonly<Record<string, string>> }
  >
>

export function toDiffData(files: readonly ChangedFile[], patchLines?: PatchLines): DiffData {
  const byPath = <T>(value: (file: ChangedFile) => T): Record<string, T> =>
    Object.fromEntries(files.map((file) => [file.path, value(file)]))
  return {
    files_to_review: files.map(({ path }) => path),
    file_statuses: byPath(statusOf),
    file_loc: byPath(({ addedLines, removedLines }) => ({ added: addedLines, removed: removedLines })),
    total_loc: changedLines(sumLines(files)),
    changed_ranges: byPath(({ added, removed }) => ({ added: added.map(toPair), removed: removed.map(toPair) })),
    hunks: byPath(({ hunks }) =>
      hunks.map(({ oldStart, oldCount, newStart, newCount }) => [oldStart, oldCount, newStart, newCount] as const),
    ),
    renamed_from: Object.fromEntries(files.flatMap(({ path, oldPath }) => (oldPath === null ? [] : [[path, oldPath]]))),
    binary_files: files.filter(({ binary }) => binary).map(({ path }) => path),
    ...given({ patch_lines: patchLines }),
  }
}

export function fromDiffData(data: DiffData): readonly ChangedFile[] {
  return data.files_to_review.map((path) => {
    const status = data.file_statuses[path] ?? 'modified'
    const ranges = data.changed_ranges[path] ?? { added: [], removed: [] }
    const oldPath = data.renamed_from?.[path] ?? null
    return {
      path,
      oldPath,
      status: status === 'removed' ? 'deleted' : oldPath !== null ? 'renamed' : status,
      oldMode: status === 'added' ? '000000' : '100644',
      newMode: status === 'removed' ? '000000' : '100644',
      oldBlob: null,
      newBlob: null,
      binary: data.binary_files?.includes(path) ?? false,
      addedLines: data.file_loc[path]?.added ?? 0,
      removedLines: data.file_loc[path]?.removed ?? 0,
      hunks: data.hunks?.[path]?.map(toHunk) ?? hunksAround(ranges.removed.map(toRange), ranges.added.map(toRange)),
      added: ranges.added.map(toRange),
      removed: ranges.removed.map(toRange),
    }
  })
}

function statusOf({ status }: ChangedFile): 'added' | 'modified' | 'removed' {
  if (status === 'added' || status === 'copied') return 'added'
  return status === 'deleted' ? 'removed' : 'modified'
}

const toPair = ({ start, end }: LineRange): Pair => [start, end]
const toRange = ([start, end]: Pair): LineRange => ({ start, end })
const toHunk = ([oldStart, oldCount, newStart, newCount]: readonly [number, number, number, number]): Hunk => ({
  oldStart,
  oldCount,
  newStart,
  newCount,
})

const contextLines = 3

/** Builds hunks from changed lines alone, with the usual context. Lines between them are the same on both sides. */
function hunksAround(removed: readonly LineRange[], added: readonly LineRange[]): readonly Hunk[] {
  let shift = 0
  return changeBlocks({ removed, added, hunks: [wholeFile] }).map((block) => {
    const newStart = Math.max(1, block.start - contextLines)
    const oldStart = Math.max(1, newStart - shift)
    const [gone, come] = [lengthOf(block.removed), lengthOf(block.added)]
    const context = block.start - newStart + contextLines
    shift += come - gone
    return { oldStart, oldCount: context + gone, newStart, newCount: context + come }
  })
}

const wholeFile: Hunk = { oldStart: 1, oldCount: 100_000_000, newStart: 1, newCount: 100_000_000 }

function lengthOf(range: LineRange | null): number {
  return range === null ? 0 : range.end - range.start + 1
}
