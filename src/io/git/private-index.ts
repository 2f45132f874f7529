import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { encodeName } from '../../core/values/file-name.ts'
import { newTemporaryFolder } from '../temporary-folder.ts'
import type { GitOptions, Repository } from './repository.ts'

export interface PrivateIndex {
  readonly file: string
  /** What makes git use this index. */
  readonly env: Readonly<Record<string, string>>
  readonly read: (args: readonly string[], options?: GitOptions) => Promise<string>
}

/**
 * An index of our own for the same files; the user's stays as it is. What git writes goes into the user's object store, whole:
 * the objects of snapshots are out of sight, or a commit could lean on them, and they are a cache.
 */
export function withIndex<T>(repository: Repository, use: (index: PrivateIndex) => Promise<T>): Promise<T> {
  return withNewIndex(repository, { GIT_ALTERNATE_OBJECT_DIRECTORIES: '' }, use)
}

/** The same to read trees of snapshots. Nothing may be written with it. */
export function withReadingIndex<T>(repository: Repository, use: (index: PrivateIndex) => Promise<T>): Promise<T> {
  return withNewIndex(repository, {}, use)
}

/** An index in a folder of its own that goes afterwards; nothing is in it yet. */
export async function withNewIndex<T>(
  repository: Repository,
  extra: Readonly<Record<string, string>>,
  use: (index: PrivateIndex) => Promise<T>,
): Promise<T> {
  const folder = newTemporaryFolder(repository.root, 'index')
  const file = join(folder, 'index')
  const env = { ...extra, GIT_INDEX_FILE: file }
  const read: PrivateIndex['read'] = (args, options) =>
    repository.read(['-c', 'core.splitIndex=false', ...args], { ...options, env: { ...env, ...options?.env } })
  try {
    return await use({ file, env, read })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Takes the named paths as they are on the disk, and forgets those that are not there. Gives the tree. */
export async function stageFromDisk(
  index: PrivateIndex,
  present: readonly string[],
  gone: readonly string[],
): Promise<string> {
  // Those first: a file may stand where a folder was, and the other way round.
  if (gone.length > 0) await index.read(['update-index', '--force-remove', '-z', '--stdin'], { input: listed(gone) })
  if (present.length > 0) {
    await index.read(['update-index', '--add', '--replace', '-z', '--stdin'], { input: listed(present) })
  }
  return (await index.read(['write-tree'])).trim()
}

/** Paths for the standard input of git, with -z. */
export function listed(paths: readonly string[]): Uint8Array {
  return encodeName(paths.map((path) => `${path}\0`).join(''))
}
