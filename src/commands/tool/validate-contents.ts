import type { PatchLines } from '../../core/change/diff-data.ts'
import type { FileContents } from '../../core/evidence/anchor-index.ts'
import { normaliseQuote } from '../../core/evidence/evidence.ts'
import { pathsMeant } from '../../core/values/repository-path.ts'
import { readContents } from '../../io/git/contents.ts'
import { readUnchanged } from '../../io/git/read-unchanged.ts'
import type { ChangedFile, RawFinding } from '../../types.ts'
import type { GivenChange } from './given-change.ts'

export interface QuotedContents {
  readonly contents: ReadonlyMap<string, FileContents>
  /** Texts of files outside the change that findings may mean, by the path as they spell it. */
  readonly unchanged: ReadonlyMap<string, readonly string[]>
  /** Said to whoever reads the result: how far quotes could be checked. */
  readonly warnings: readonly string[]
}

const largestFile = 64 * 1024 * 1024

/** What quotes are checked against: the files themselves, else the changed lines, else nothing. */
export async function contentsFor(
  findings: readonly RawFinding[],
  change: GivenChange,
  patchLines: PatchLines | undefined,
): Promise<QuotedContents> {
  const { files, trees } = change
  const unchanged = await unchangedFor(findings, change)
  if (trees !== null) {
    return { contents: await readContents(trees.repository, files, largestFile), unchanged, warnings: [] }
  }
  if (patchLines !== undefined) {
    const warning = 'The files could not be read: quotes were checked against the changed lines only.'
    return {
      contents: new Map(files.map((file) => [file.path, fromLines(patchLines[file.path])])),
      unchanged,
      warnings: [warning],
    }
  }
  const warning = 'Quotes were not checked: neither the files nor patch_lines were there. Only places were checked.'
  return {
    contents: new Map(files.map((file) => [file.path, asClaimed(file, findings)])),
    unchanged,
    warnings: [warning],
  }
}

/** Read from the reviewed tree, else from the last commit. */
async function unchangedFor(
  findings: readonly RawFinding[],
  { files, trees, repository }: GivenChange,
): Promise<QuotedContents['unchanged']> {
  const paths = new Set(files.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath])))
  const unknown = findings.flatMap(({ file }) => (file === null || pathsMeant(file, paths).length > 0 ? [] : [file]))
  const isBorn = repository !== undefined && (await repository.try(['rev-parse', '--verify', '-q', 'HEAD'])).code === 0
  const tree = trees?.headTree ?? (isBorn ? 'HEAD' : undefined)
  if (unknown.length === 0 || repository === undefined || tree === undefined) return new Map()
  return readUnchanged(repository, tree, [...new Set(unknown)])
}

function fromLines(lines: PatchLines[string] | undefined): FileContents {
  const side = (byNumber: Readonly<Record<string, string>> = {}): string => {
    const text: string[] = []
    for (const [line, content] of Object.entries(byNumber)) text[Number(line) - 1] = content
    return Array.from(text, (content) => content ?? '').join('\n')
  }
  return { new: side(lines?.added_lines), old: side(lines?.removed_lines) }
}

/** As if every quote stood where its reviewer says it does: then the place alone decides. */
function asClaimed(file: ChangedFile, findings: readonly RawFinding[]): FileContents {
  const own = findings.filter(({ file: path }) => path?.replace(/^\.\//, '') === file.path)
  const first = file.added[0]?.start ?? 1
  const ends = [...file.hunks.map(({ newStart, newCount }) => newStart + newCount), ...own.map(({ line }) => line ?? 1)]
  const last = ends.reduce((furthest, end) => Math.min(Math.max(furthest, end), mostLines), 1)
  const text: string[] = Array.from({ length: last }, () => '')
  for (const { line, evidence } of own) {
    const at = Math.min(line ?? first, last) - 1
    text[at] = `${text[at]} ${normaliseQuote(evidence ?? '')}`
  }
  return { new: text.join('\n'), old: null }
}

/** A claim beyond this is about no file that anybody reviews. */
const mostLines = 200_000
