import type { ChangedFile, LineRange } from '../../types.ts'
import { type ChangeBlock, changeBlocks, hunkRange } from '../change/change-blocks.ts'
import { redact } from '../values/redact.ts'
import { indexText, type SourceText } from './evidence.ts'
import type { QuotedSides } from './quote-spelling.ts'

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
  /** Both sides as agents are shown them, with secrets masked. */
  readonly shown: () => QuotedSides
}

/**
 * Prepares each file when the first finding asks for it. A file without contents cannot be quoted from. `secrets` are values
 * that are masked wherever they stand.
 */
export function anchorIndexes(
  contents: ReadonlyMap<string, FileContents>,
  secrets: readonly string[] = [],
): (file: ChangedFile) => AnchorIndex {
  const known = new Map<string, AnchorIndex>()
  return (file) => {
    const text = contents.get(file.path) ?? { new: null, old: null }
    const index = known.get(file.path) ?? anchorIndex(file, text, secrets)
    known.set(file.path, index)
    return index
  }
}

export function anchorIndex(file: ChangedFile, contents: FileContents, secrets: readonly string[] = []): AnchorIndex {
  const blocks = changeBlocks(file)
  const masked = (text: string | null) => (text === null ? null : indexText(redact(text, secrets)))
  let shown: QuotedSides | undefined
  return {
    file,
    new: contents.new === null ? null : indexText(contents.new),
    old: contents.old === null ? null : indexText(contents.old),
    blocks,
    removals: blocks.flatMap((block) => (block.removed === null ? [] : [{ ...block.removed, block }])),
    hunks: file.hunks.map(hunkRange),
    shown: () => {
      shown ??= { new: masked(contents.new), old: masked(contents.old) }
      return shown
    },
  }
}
