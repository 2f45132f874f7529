import type { PatchLines } from '../../core/change/diff-data.ts'
import type { FileContents } from '../../core/evidence/anchor-index.ts'
import { normaliseQuote } from '../../core/evidence/evidence.ts'
import { readContents } from '../../io/git/contents.ts'
import type { ChangedFile, RawFinding } from '../../types.ts'
import type { GivenChange } from './given-change.ts'

export interface QuotedContents {
  readonly contents: ReadonlyMap<string, FileContents>
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
  const files = quotedFiles(findings, change.files)
  if (change.trees !== null) {
    return { contents: await readContents(change.trees.repository, files, largestFile), warnings: [] }
  }
  if (patchLines !== undefined) {
    const warning = 'The files could not be read: quotes were checked against the changed lines only.'
    return {
      contents: new Map(files.map((file) => [file.path, fromLines(patchLines[file.path])])),
      warnings: [warning],
    }
  }
  const warning = 'Quotes were not checked: neither the files nor patch_lines were there. Only places were checked.'
  return { contents: new Map(files.map((file) => [file.path, asClaimed(file, findings)])), warnings: [warning] }
}

function quotedFiles(findings: readonly RawFinding[], files: readonly ChangedFile[]): readonly ChangedFile[] {
  const named = new Set(findings.map(({ file }) => file?.replace(/^\.\//, '') ?? null))
  return files.filter(({ path, oldPath }) => named.has(null) || named.has(path) || named.has(oldPath))
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
