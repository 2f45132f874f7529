import { createRawReader, type RawReader, readRawRecords } from '../../core/diff/raw-records.ts'
import { type FilePatch, parseFilePatch } from '../../core/panel/patch.ts'
import { decodeName } from '../../core/values/file-name.ts'
import type { ChangedFile } from '../../types.ts'
import { readContents } from './contents.ts'
import { diffOptions, type TreePair } from './read-change.ts'
import type { Repository } from './repository.ts'

/**
 * The patch of each file that was read from the same two trees, by path. A file is missing when its patch is longer than
 * the limit.
 */
export async function readPatches(
  repository: Repository,
  trees: TreePair,
  files: readonly ChangedFile[],
  limitBytes: number,
): Promise<ReadonlyMap<string, FilePatch>> {
  const wanted = new Map(files.map((file) => [file.path, file]))
  const patches = new Map<string, FilePatch>()
  const take = (path: string, text: string) => patches.set(path, asPatch(text, wanted.get(path)))
  await readSections(repository, trees, [], (path) => wanted.has(path), limitBytes, take)
  const hidden = files.filter((file) => file.hunks.length > 0 && patches.get(file.path)?.hunks.length === 0)
  const plain = hidden.filter((file) => file.status !== 'type_changed' && !isAllNew(file)).map(({ path }) => path)
  if (plain.length > 0) {
    await readSections(repository, { ...trees, paths: plain }, ['--text'], () => true, limitBytes, take)
  }
  for (const [path, patch] of await wholeFiles(repository, hidden.filter(isAllNew), limitBytes, patches)) {
    patches.set(path, patch)
  }
  return patches
}

/** Of a symbolic link that became a file git prints two patches; they are shown as they are. */
function asPatch(text: string, file: ChangedFile | undefined): FilePatch {
  return file?.status === 'type_changed' ? { header: text, hunks: [] } : parseFilePatch(text)
}

/** Text that git cannot compare (UTF-16) counts as new, every line of it. */
function isAllNew({ status, hunks }: ChangedFile): boolean {
  return status !== 'type_changed' && hunks.length === 1 && hunks[0]?.oldCount === 0
}

async function wholeFiles(
  repository: Repository,
  files: readonly ChangedFile[],
  limitBytes: number,
  patches: ReadonlyMap<string, FilePatch>,
): Promise<readonly (readonly [string, FilePatch])[]> {
  const contents = files.length === 0 ? new Map() : await readContents(repository, files, limitBytes)
  return files.flatMap((file) => {
    const text: string | null = contents.get(file.path)?.new ?? null
    if (text === null) return []
    const lines = text.replace(/\n$/, '').split('\n')
    const hunk = { oldStart: 1, newStart: 1, section: '', lines: lines.map((line) => `+${line}`) }
    const header = textHeader(patches.get(file.path)?.header ?? '', file)
    return [[file.path, { header, hunks: [hunk] }] as const]
  })
}

/** The header as git prints it before lines: the names of both sides in place of "Binary files … differ". */
function textHeader(header: string, { path, oldPath, status }: ChangedFile): string {
  const before = status === 'added' ? '/dev/null' : quoted(`a/${oldPath ?? path}`)
  return `${header.replace(/^Binary files .* differ\n/m, '')}--- ${before}\n+++ ${quoted(`b/${path}`)}\n`
}

/** A name with such characters would otherwise look like other lines. */
function quoted(name: string): string {
  return /[\p{Cc}"\\]/u.test(name) ? JSON.stringify(name) : name
}

async function readSections(
  repository: Repository,
  trees: TreePair,
  extra: readonly string[],
  isWanted: (path: string) => boolean,
  limitBytes: number,
  take: (path: string, text: string) => void,
): Promise<void> {
  const raw = createRawReader((bytes, start, end) => decodeName(bytes.subarray(start, end)))
  const sections = createSections(raw, isWanted, limitBytes, take)
  const args = ['diff-tree', '--raw', '-z', '--no-abbrev', '-p', ...diffOptions, ...extra]
  await repository.stream([...args, trees.baseTree, trees.headTree, '--', ...trees.paths], (chunk) => {
    const start = raw.state === 'reading' ? readRawRecords(raw, chunk) : 0
    if (raw.state === 'done') sections.push(chunk.subarray(start))
  })
  sections.end()
}

const sectionStart = Buffer.from('\ndiff --git ')

/** Names are in the header, and lines behind it. */
function sectionText(section: Buffer): string {
  const end = section.indexOf('\n@@ ')
  const header = end === -1 ? section : section.subarray(0, end)
  return decodeName(header) + section.toString('utf8', header.length)
}

/** Cuts the patch where the next file begins; one that nobody wants, or that is too long, is not kept. */
function createSections(
  raw: RawReader,
  isWanted: (path: string) => boolean,
  limitBytes: number,
  take: (path: string, text: string) => void,
) {
  let paths: readonly string[] | undefined
  let section = -1
  let kept: Buffer[] = []
  let size = 0
  // The break before the first section is not printed.
  let rest: Buffer = Buffer.from('\n')
  return { push, end }

  function push(chunk: Buffer): void {
    const text = Buffer.concat([rest, chunk])
    let from = 0
    for (let at = text.indexOf(sectionStart); at !== -1; at = text.indexOf(sectionStart, at + 1)) {
      keep(text.subarray(from, at + 1))
      next()
      from = at + 1
    }
    // As much as could be the beginning of the next mark is looked at again.
    const until = Math.max(from, text.length - sectionStart.length)
    keep(text.subarray(from, until))
    rest = text.subarray(until)
  }

  function end(): void {
    keep(rest)
    next()
  }

  function keep(part: Buffer): void {
    const path = pathOf(section)
    if (path === undefined || !isWanted(path)) return
    size += part.length
    if (size <= limitBytes) kept.push(Buffer.from(part))
    else kept = []
  }

  function next(): void {
    const path = pathOf(section)
    if (path !== undefined && pathOf(section + 1) === path) {
      section += 1
      return
    }
    if (path !== undefined && isWanted(path) && size <= limitBytes) take(path, sectionText(Buffer.concat(kept)))
    section += 1
    kept = []
    size = 0
  }

  /** A change of type has two sections. */
  function pathOf(index: number): string | undefined {
    paths ??= raw.records.flatMap(({ path, status }) => (status === 'type_changed' ? [path, path] : [path]))
    return paths[index]
  }
}
