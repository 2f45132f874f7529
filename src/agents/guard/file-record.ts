import { type BigIntStats, readFileSync, readlinkSync } from 'node:fs'
import { type DiskPath, diskPath } from '../../io/disk-path.ts'
import { isFresh, stampOf, statOf } from '../../io/file-stamp.ts'

/** One thing on the disk as it was at one time. */
export interface FileRecord {
  readonly kind: 'file' | 'link' | 'folder' | 'other'
  /** Permissions only. */
  readonly mode: number
  readonly size: number
  /** Changes with every write. */
  readonly stamp: string
  /** Written so shortly before that a later write could leave the same stamp. */
  readonly fresh: boolean
  /** Or the target of a link. Null where it was not kept: then it can be compared but not brought back. */
  readonly content: Uint8Array | null
}

/** Null when there is nothing. What `before` says is believed if the stamp is still the same. */
export function readRecord(path: DiskPath, keptBytes: number, before?: FileRecord): FileRecord | null {
  const stats = statOf(path)
  if (stats === undefined) return null
  const stamp = stampOf(stats)
  if (before !== undefined && before.stamp === stamp && !before.fresh) return before
  const kind = kindOf(stats)
  const size = Number(stats.size)
  return {
    kind,
    mode: Number(stats.mode & 0o7777n),
    size,
    stamp,
    fresh: isFresh(stats),
    content: kind === 'link' ? readlinkSync(path, 'buffer') : kind === 'file' && size <= keptBytes ? read(path) : null,
  }
}

/** The same for a path in a folder. Null when only a link leads there: then it is something elsewhere. */
export function readInside(root: string, path: string, keptBytes: number, before?: FileRecord): FileRecord | null {
  return isReached(root, path) ? readRecord(diskPath(root, path), keptBytes, before) : null
}

export function isReached(root: string, path: string): boolean {
  const parts = path.split('/').slice(0, -1)
  return parts.every((_part, at) => statOf(diskPath(root, parts.slice(0, at + 1).join('/')))?.isDirectory() === true)
}

function kindOf(stats: BigIntStats): FileRecord['kind'] {
  if (stats.isFile()) return 'file'
  if (stats.isSymbolicLink()) return 'link'
  return stats.isDirectory() ? 'folder' : 'other'
}

/** A file that may not be read is compared by its stamp. */
function read(path: DiskPath): Uint8Array | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/** A mere touch is no difference; where the content was not kept, any new stamp is one. */
export function isSame(left: FileRecord | null | undefined, right: FileRecord | null | undefined): boolean {
  if (!left || !right) return !left && !right
  if (left === right || left.stamp === right.stamp) return sameContent(left, right)
  if (left.kind !== right.kind || (left.kind !== 'link' && left.mode !== right.mode)) return false
  return left.kind === 'file' || left.kind === 'link' ? left.content !== null && sameContent(left, right) : true
}

function sameContent(left: FileRecord, right: FileRecord): boolean {
  if (left.content === null || right.content === null) return left.content === right.content
  return Buffer.compare(left.content, right.content) === 0
}
