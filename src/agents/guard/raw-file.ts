import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { encodeName } from '../../core/values/file-name.ts'
import { type DiskPath, diskPath } from '../../io/disk-path.ts'
import { type FileRecord, readInside } from './file-record.ts'
import type { RawFile } from './fingerprint.ts'
import type { PrivateGit } from './private-git.ts'

/** Larger files are compared, not kept. */
export const largestFile = 64 * 1024 * 1024
/** Held in memory besides: a store on the disk can be deleted. */
const keptFileBytes = 1024 * 1024
const keptBytes = 64 * 1024 * 1024

/** Records files to the letter, without the conversions that git makes, and keeps them in the private store. */
export async function recordRaw(
  git: PrivateGit,
  root: string,
  paths: readonly string[],
): Promise<Map<string, RawFile>> {
  const records = new Map<string, RawFile>()
  const stored: string[] = []
  let kept = 0
  for (const path of paths) {
    const record = readInside(root, path, kept < keptBytes ? keptFileBytes : 0)
    if (record === null) continue
    kept += record.content?.length ?? 0
    records.set(path, { ...record, blob: null })
    if (record.kind === 'file' && record.size <= largestFile) stored.push(path)
  }
  const blobs = await store(git, stored)
  stored.forEach((path, at) => {
    const record = records.get(path)
    if (record !== undefined) records.set(path, { ...record, blob: blobs[at] ?? null })
  })
  return records
}

async function store(git: PrivateGit, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const input = encodeName(paths.map((path) => `${quote(path)}\n`).join(''))
  return (await git.read(['hash-object', '-w', '--no-filters', '--stdin-paths'], { input })).trim().split('\n')
}

/** One path per line: a name with a line break in it is quoted. */
function quote(path: string): string {
  if (!/[\n"]/.test(path)) return path
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}

/** Whether the file on the disk is still to the letter what was recorded. */
export function isStill(raw: RawFile, root: string, path: string): boolean {
  const now = readInside(root, path, 0, raw)
  if (now === raw) return true
  if (now === null || now.kind !== raw.kind) return false
  if (raw.kind === 'link') return Buffer.compare(now.content ?? Buffer.of(), raw.content ?? Buffer.of()) === 0
  if (now.mode !== raw.mode || now.size !== raw.size) return false
  return raw.blob === null ? now.stamp === raw.stamp : hashFile(diskPath(root, path), now, raw.blob.length) === raw.blob
}

/** The name that git would give the content, to the letter. */
export function hashFile(path: DiskPath, { size }: FileRecord, nameLength: number): string {
  const hash = createHash(nameLength === 64 ? 'sha256' : 'sha1').update(`blob ${size}\0`)
  const file = openSync(path, 'r')
  try {
    const chunk = Buffer.alloc(Math.min(size, 1024 * 1024))
    for (let left = size; left > 0; ) {
      const read = readSync(file, chunk, 0, Math.min(chunk.length, left), null)
      if (read === 0) break
      hash.update(chunk.subarray(0, read))
      left -= read
    }
    return hash.digest('hex')
  } finally {
    closeSync(file)
  }
}
