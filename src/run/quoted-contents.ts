import { successorsOf } from '../core/change/follow-renames.ts'
import { isSeenIn } from '../core/evidence/anchor.ts'
import { anchorIndexes, type FileContents } from '../core/evidence/anchor-index.ts'
import { isBlocking } from '../core/findings/severity.ts'
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

/** What findings are held against: the files they name, those that hold a quote the named ones do not, and files outside the change. */
export interface Evidence {
  readonly contents: Contents
  readonly unchanged: ReadonlyMap<string, readonly string[]>
}

export async function readEvidence(
  change: ReviewedChange,
  findings: readonly RawFinding[],
  contents: Contents,
  ports: ReviewPorts,
): Promise<Evidence> {
  const { whole: files } = change
  const blocking = findings.filter(({ severity, blocking: declared, impact }) => isBlocking(severity, declared, impact))
  const paths = new Set(files.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath])))
  const claimed = findings.filter(({ rule }) => rule === null)
  const unknown = [...blocking, ...claimed].flatMap(({ file }) =>
    file === null || pathsMeant(file, paths).length > 0 ? [] : [file],
  )
  const indexOf = anchorIndexes(contents)
  const isInNamed = (file: string | null, quote: string): boolean => {
    const meant = file === null ? [] : pathsMeant(file, paths)
    return files.some(
      (each) =>
        (meant.includes(each.path) || meant.includes(each.oldPath ?? each.path)) && isSeenIn(indexOf(each), quote),
    )
  }
  // Only who knows all files that hold a quote can tell whether it is from one of them.
  const strays = blocking.flatMap(({ file, evidence }) =>
    evidence === null || isInNamed(file, evidence) ? [] : [evidence],
  )
  return {
    contents: await withQuoted({ files, contents }, strays, ports),
    unchanged: unknown.length === 0 ? new Map() : await ports.readUnchanged([...new Set(unknown)]),
  }
}

/** Also the files that nobody names, where they hold one of the quotes. */
export async function withQuoted(
  { files, contents }: Pick<ValidateInput, 'files' | 'contents'>,
  given: readonly string[],
  ports: ReviewPorts,
): Promise<Contents> {
  const found = new Map(contents)
  const quotes = [...new Set(given)]
  const unread = quotes.length === 0 ? [] : files.filter(({ path }) => !contents.has(path))
  for (let at = 0; at < unread.length; at += portionFiles) {
    const portion = unread.slice(at, at + portionFiles)
    const read = await ports.readContents(portion, quotedFileBytes)
    const readIndexOf = anchorIndexes(read)
    const isQuoted = (file: ChangedFile): boolean => quotes.some((quote) => isSeenIn(readIndexOf(file), quote))
    for (const { path } of portion.filter(isQuoted)) found.set(path, read.get(path)!)
  }
  return found
}

const portionFiles = 400
