import { successorsOf } from '../core/change/follow-renames.ts'
import { canRefute, isSeenIn } from '../core/evidence/anchor.ts'
import { anchorIndexes, type FileContents } from '../core/evidence/anchor-index.ts'
import type { ValidateInput } from '../core/findings/validate.ts'
import { pathsMeant } from '../core/values/repository-path.ts'
import type { ChangedFile, Finding, RawFinding } from '../types.ts'
import type { ReviewPorts } from './ports.ts'
import type { ReviewedChange } from './read-reviewed.ts'

// The files of a change that quotes are held against. All of a large change at once would be too much to keep.

type Contents = ReadonlyMap<string, FileContents>

/** Files with findings are read whole to check what is quoted; from larger ones than this nothing can be quoted. */
const quotedFileBytes = 64 * 1024 * 1024

/** Of the files that findings name; of all where one quotes code and names none. */
export async function readQuoted(
  change: ReviewedChange,
  findings: readonly (RawFinding | Finding)[],
  quoted: readonly Finding[],
  ports: ReviewPorts,
): Promise<Contents> {
  const paths = new Set(change.whole.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath])))
  const moved = quoted.flatMap(({ file }) =>
    file === null || paths.has(file) ? [] : successorsOf(file, change.since).map(({ path }) => path),
  )
  const named = new Set([...moved, ...findings.flatMap(({ file }) => (file === null ? [] : pathsMeant(file, paths)))])
  const anywhere = findings.some(({ file, evidence }) => file === null && evidence !== null)
  const wanted = change.whole.filter(({ path, oldPath }) => anywhere || named.has(path) || named.has(oldPath ?? path))
  return ports.readContents(wanted, quotedFileBytes)
}

/** Also those that nobody says anything about, where a quote is not a line of the others. */
export async function withQuoted(
  { files, contents }: Pick<ValidateInput, 'files' | 'contents'>,
  quotes: readonly string[],
  ports: ReviewPorts,
): Promise<Contents> {
  const found = new Map(contents)
  const indexOf = anchorIndexes(contents)
  const missing = quotes.filter((quote) => !files.some((file) => canRefute(indexOf(file), quote, false)))
  const unread = missing.length === 0 ? [] : files.filter(({ path }) => !contents.has(path))
  for (let at = 0; at < unread.length; at += portionFiles) {
    const portion = unread.slice(at, at + portionFiles)
    const read = await ports.readContents(portion, quotedFileBytes)
    const readIndexOf = anchorIndexes(read)
    const isQuoted = (file: ChangedFile): boolean => missing.some((quote) => isSeenIn(readIndexOf(file), quote))
    for (const { path } of portion.filter(isQuoted)) found.set(path, read.get(path)!)
  }
  return found
}

const portionFiles = 400
