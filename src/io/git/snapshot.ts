import { accessSync, constants, copyFileSync, existsSync, lstatSync, utimesSync } from 'node:fs'
import { isOutput } from '../../core/fix/validation-output.ts'
import { LoopError } from '../../errors.ts'
import { diskPath } from '../disk-path.ts'
import { isFresh, stampOf, statOf } from '../file-stamp.ts'
import { makeFolder, reasonOf } from '../files.ts'
import { isWorkingPath } from '../state-folder.ts'
import { diskState } from './disk-paths.ts'
import { listed, withNewIndex } from './private-index.ts'
import { quoteForList, type Repository, snapshotObjects } from './repository.ts'
import { indexInfo, treeDifference } from './tree-difference.ts'

export interface WorkState {
  readonly branch: string
  /** Null on a branch without a commit. */
  readonly head: string | null
  /** Changed and untracked paths; a path is listed once. */
  readonly dirty: readonly string[]
  /** Paths whose staged version is neither that of HEAD nor that of the work tree: `git commit` would commit a third one. */
  readonly stagedOtherwise: readonly string[]
  /** Untracked files too large to be read, with their size in bytes. */
  readonly oversized: ReadonlyMap<string, number>
}

const oversizedBytes = 64 * 1024 * 1024

/** `without`: what is left behind by validation commands counts as it is in the index. */
export async function readWorkState(repository: Repository, without: readonly string[] = []): Promise<WorkState> {
  const status = await repository.read([
    'status',
    '--porcelain=v2',
    '--branch',
    '-z',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
    '--no-renames',
  ])
  let branch = 'HEAD'
  let head: string | null = null
  const dirty: string[] = []
  const stagedOtherwise: string[] = []
  const unstaged = new Set<string>()
  const oversized = new Map<string, number>()
  // git commits nothing while there is a conflict.
  const isUnmerged = /(?:^|\0)u /.test(status)
  for (const record of status.split('\0')) {
    if (record.startsWith('# branch.oid ')) head = record.endsWith('(initial)') ? null : record.slice(13)
    else if (record.startsWith('# branch.head ')) branch = record.endsWith('(detached)') ? 'HEAD' : record.slice(14)
    else if (record.startsWith('? ')) addUntracked(record.slice(2))
    else if (/^[12u] /.test(record) && !isOutput(without, pathOf(record))) addTracked(record)
  }
  return { branch, head, dirty, stagedOtherwise: isUnmerged ? [] : stagedOtherwise, oversized }

  function addTracked(record: string): void {
    const path = pathOf(record)
    dirty.push(path)
    if (record.startsWith('1 D.')) unstaged.add(path)
    else if (/^1 [^.][^.]/.test(record)) stagedOtherwise.push(path)
  }

  function addUntracked(path: string): void {
    // A nested repository is listed as a folder: its content is not part of this change.
    if (path.endsWith('/') || isWorkingPath(path) || isOutput(without, path)) return
    if (unstaged.has(path)) stagedOtherwise.push(path)
    const size = lstatSync(diskPath(repository.root, path), { throwIfNoEntry: false })?.size
    if (size !== undefined && size > oversizedBytes) oversized.set(path, size)
    else if (size !== undefined) dirty.push(path)
  }
}

/** The path is the last field; it may contain blanks, so fields are counted from the left. */
function pathOf(record: string): string {
  const fields = record.startsWith('u') ? 10 : 8
  let at = 0
  for (let count = 0; count < fields; count++) at = record.indexOf(' ', at) + 1
  return record.slice(at)
}

/**
 * The working tree as a git tree. It is built with a copy of the index and a private object store: the user's index,
 * objects and files stay as they are, and what is reviewed cannot change under the reviewers.
 */
export async function snapshotWorkTree(repository: Repository, state: WorkState): Promise<string> {
  const seen = stampsOf(repository, state)
  const known = seen === null ? undefined : taken.get(seen)
  if (known !== undefined) return known
  const tree = await writeWorkTree(repository, state)
  if (seen !== null && seen === stampsOf(repository, state)) {
    if (taken.size >= mostTaken) taken.clear()
    taken.set(seen, tree)
  }
  return tree
}

/** Index and dirty files by their stamps → the tree that they are: a loop looks again and again whether anything moved. */
const taken = new Map<string, string>()
const mostTaken = 100

/** Some of the objects may be gone: the trees are written again. */
export function forgetSnapshots(): void {
  taken.clear()
}

/** Null where a stamp might hide a write that comes now. */
function stampsOf({ root, indexFile }: Repository, { dirty }: WorkState): string | null {
  const stats = [indexFile, ...dirty.map((path) => diskPath(root, path))].map(statOf)
  if (stats.some((stat) => stat !== undefined && (isFresh(stat) || stat.isDirectory()))) return null
  const stamps = stats.map((stat) => (stat === undefined ? 'none' : stampOf(stat)))
  // What was written there may be gone with the folder.
  const store = statOf(snapshotObjects(root))?.ino
  return store === undefined ? null : JSON.stringify([indexFile, dirty, stamps, String(store)])
}

async function writeWorkTree(repository: Repository, state: WorkState): Promise<string> {
  const isThere = (path: string) => ['file', 'folder'].includes(diskState(repository.root, path))
  const present = state.dirty.filter(isThere)
  const gone = state.dirty.filter((path) => !isThere(path))
  for (const path of present) requireReadable(repository.root, path)
  return withPrivateIndex(repository, async (env) => {
    // First what went: something else may stand where one of its folders was.
    await update('--force-remove', gone)
    await update('--add', present)

    async function update(how: string, paths: readonly string[]): Promise<void> {
      if (paths.length === 0) return
      // Speed matters more than space in a cache.
      const args = ['-c', 'core.looseCompression=1', 'update-index', how, '--remove', '-z', '--stdin']
      const done = await repository.try(args, { env, input: listed(paths) })
      if (done.code !== 0) throw unreadable(done.stderr)
    }
  })
}

/** The index as a git tree. */
export async function snapshotIndex(repository: Repository): Promise<string> {
  const unmerged = await repository.read(['ls-files', '--unmerged', '-z'])
  if (unmerged !== '') throw new LoopError('unmerged')
  return withPrivateIndex(repository, async () => {})
}

/** A tree with these paths as another one has them. */
export async function treeWith(
  repository: Repository,
  tree: string,
  { from, paths }: { readonly from: string; readonly paths: readonly string[] },
): Promise<string> {
  if (paths.length === 0) return tree
  const wanted = new Set(paths)
  const changes = (await treeDifference(repository, tree, from)).filter(({ path }) => wanted.has(path))
  return withPrivateIndex(repository, async (env) => {
    await repository.read(['read-tree', tree], { env })
    await repository.read(['update-index', '-z', '--index-info'], { env, input: indexInfo(changes) })
  })
}

/** Asked before anything is written. What is gone or is only a link needs no reading. */
function requireReadable(root: string, path: string): void {
  const file = diskPath(root, path)
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() === true
    if (isFile) throw new LoopError('unreadable_file', { path, reason: reasonOf(error) }, { cause: error })
  }
}

async function withPrivateIndex(
  repository: Repository,
  prepare: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<string> {
  const objects = snapshotObjects(repository.root)
  const store = {
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteForList(repository.objectsDir),
  }
  return withNewIndex(repository, store, async ({ file, env }) => {
    makeFolder(objects)
    if (existsSync(repository.indexFile)) copyIndex(repository.indexFile, file)
    await prepare(env)
    return (await repository.read(['write-tree', '--missing-ok'], { env })).trim()
  })
}

/**
 * As old as the original: git compares files by their content that are not older than the index. Younger, it would hide an
 * edit of the same length in the same second.
 */
function copyIndex(from: string, to: string): void {
  const { atimeMs, mtimeMs } = lstatSync(from)
  copyFileSync(from, to)
  utimesSync(to, Math.floor(atimeMs / 1000), Math.floor(mtimeMs / 1000))
}

function unreadable(stderr: string): LoopError {
  const [, path, reason] = /open\("(.*)"\): (.*)/.exec(stderr) ?? []
  if (path !== undefined && reason !== undefined) return new LoopError('unreadable_file', { path, reason })
  return new LoopError('git_failed', { command: 'update-index', reason: stderr.trim().split('\n')[0] ?? '' })
}
