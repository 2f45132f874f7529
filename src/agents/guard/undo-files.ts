import { join } from 'node:path'
import { listed } from '../../io/git/private-index.ts'
import type { Difference, Fingerprint } from './fingerprint.ts'
import { type PrivateGit, recordedIn, withPrivateGit } from './private-git.ts'
import { moveAside, putBack, removeNewFolders } from './put-back.ts'
import { readEntries } from './work-changes.ts'

/** Brings files of the working tree back, uncommitted ones to the letter. What stands in their place is moved to `aside`. */
export async function undoFiles(before: Fingerprint, found: readonly Difference[], aside: string): Promise<void> {
  const { root } = before.repository
  const wanted = found.filter(({ area }) => ['file', 'link', 'nested', 'ignored'].includes(area)).sort(byPath)
  if (wanted.length === 0) return
  for (const { path } of wanted) moveAside(root, path.replace(/\/$/, ''), join(aside, path))
  for (const { kind, path } of wanted) if (kind === 'added') removeNewFolders(root, path, before.takenAtMs)
  const lost = wanted.filter(({ kind }) => kind !== 'added')
  for (const { path } of lost.filter(({ area }) => area === 'ignored')) putBackIgnored(before, path)
  const files = lost.filter(({ area }) => area === 'file' || area === 'link').map(({ path }) => path)
  if (files.length > 0) await putBackFiles(before, files)
}

/** A folder or link comes before what is in it. */
function byPath(left: Difference, right: Difference): number {
  return left.path < right.path ? -1 : 1
}

function putBackIgnored(before: Fingerprint, path: string): void {
  const record = before.ignored.records.get(path)
  if (record?.content) putBack(before.repository.root, path, record, record.content)
}

async function putBackFiles(before: Fingerprint, paths: readonly string[]): Promise<void> {
  const { repository, work } = before
  await withPrivateGit(repository, recordedIn(before), async (asking) => {
    for (const path of paths) await putBackRaw(asking, before, path)
    const clean = await putBackUnconverted(
      asking,
      repository.root,
      paths.filter((path) => !work.raw.has(path)),
    )
    // Attributes first: they decide how the other files look on the disk.
    const isAttributes = (path: string) => /(^|\/)\.gitattributes$/.test(path)
    await checkOut(asking, clean.filter(isAttributes))
    await checkOut(
      asking,
      clean.filter((path) => !isAttributes(path)),
    )
  })
}

async function putBackRaw(git: PrivateGit, { work, repository }: Fingerprint, path: string): Promise<void> {
  const record = work.raw.get(path)
  if (record === undefined) return
  const content = record.content ?? (record.blob === null ? null : await contentOf(git, record.blob))
  if (content !== null) putBack(repository.root, path, record, content)
}

/**
 * A file that had the size of its object was not converted on its way to the disk, whatever the settings say now.
 * Gives the paths of the others.
 */
async function putBackUnconverted(git: PrivateGit, root: string, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const [entries, sizes] = [await readEntries(git, paths), await readSizes(git)]
  const converted: string[] = []
  for (const path of paths) {
    const entry = entries.get(path)
    const content = entry === undefined ? null : await contentOf(git, entry.blob)
    if (entry === undefined || content === null || content.length !== sizes.get(path)) converted.push(path)
    else putBack(root, path, permissionsOf(entry.mode), content)
  }
  return converted
}

/** As git itself would make it. */
function permissionsOf(mode: string): { kind: 'link' | 'file'; mode: number } {
  const wide = mode === '100755' ? 0o777 : 0o666
  return { kind: mode === '120000' ? 'link' : 'file', mode: wide & ~process.umask() }
}

/** How large the files were on the disk when the private index was made. */
async function readSizes(git: PrivateGit): Promise<Map<string, number>> {
  const list = await git.read(['ls-files', '--debug', '-z'])
  // A name, a zero byte, and five lines about it, of which the last begins with the size.
  const entries = list.matchAll(/([^\0]+)\0(?: {2}.*\n){4} {2}size: (\d+)\t.*\n/g)
  return new Map([...entries].map(([, path = '', size]) => [path, Number(size)]))
}

/** Null when the object is gone. */
export async function contentOf(git: PrivateGit, blob: string): Promise<Uint8Array | null> {
  const result = await git.try(['cat-file', 'blob', blob])
  return result.code === 0 ? result.stdout : null
}

/** Into the working tree, or below another folder. A file that cannot be brought back is found by looking again. */
export async function checkOut(git: PrivateGit, paths: readonly string[], folder: string | null = null): Promise<void> {
  if (paths.length === 0) return
  const prefix = folder === null ? [] : [`--prefix=${folder}/`]
  await git.try(['checkout-index', '--force', ...prefix, '-z', '--stdin'], { input: listed(paths) })
}
