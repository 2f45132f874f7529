import type { ChangedFile, LineRange } from '../../types.ts'
import { type ChangeBlock, changeBlocks, hunkRange } from '../change/change-blocks.ts'
import { indexText, type SourceText } from './evidence.ts'

/** Both sides of a file; null where there is none or it is not text. */
export interface FileContents {
  readonly new: string | null
  readonly old: string | null
}

/** A changed file prepared once for any number of findings. */
export interface AnchorIndex {
  readonly file: ChangedFile
  readonly new: SourceText | null
  readonly old: SourceText | null
  readonly blocks: readonly ChangeBlock[]
  /** The removed lines of the blocks, in the old file's numbers. */
  readonly removals: readonly (LineRange & { readonly block: ChangeBlock })[]
  readonly hunks: readonly LineRange[]
}

/**
 * Prepares each file when the first finding asks for it. A file without contents cannot be quoted from.
 */
export function anchorIndexes(contents: ReadonlyMap<string, FileContents>): (file: ChangedFile) => AnchorIndex {
  const known = new Map<string, AnchorIndex>()
  return (file) => {
    const text = contents.get(file.path) ?? { new: null, old: null }
    const index = known.get(file.path) ?? anchorIndex(file, text)
    known.set(file.path, index)
    return index
  }
}

export function anchorIndex(file: ChangedFile, contents: FileContents): AnchorIndex {
  const blocks = changeBlocks(file)
  return {
    file,
    new: contents.new === null ? null : indexText(contents.new),
    old: contents.old === null ? null : indexText(contents.old),
    blocks,
    removals: blocks.flatMap((block) => (block.removed === null ? [] : [{ ...block.removed, block }])),
    hunks: file.hunks.map(hunkRange),
  }
}
