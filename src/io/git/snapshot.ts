import { accessSync, constants, copyFileSync, existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LoopError } from '../../errors.ts'
import { reasonOf } from '../files.ts'
import { ensureStateFolder } from '../state-folder.ts'
import { diskState } from './disk-paths.ts'
import { quoteForList, type Repository, snapshotObjects } from './repository.ts'

export interface WorkState {
  readonly branch: string
  /** Null on a branch without a commit. */
  readonly head: string | null
  /** Changed and untracked paths; a path is listed once. */
  readonly dirty: readonly string[]
  /** Untracked files too large to be read, with their size in bytes. */
  readonly oversized: ReadonlyMap<string, number>
}

const oversizedBytes = 64 * 1024 * 1024

export async function readWorkState(repository: Repository): Promise<WorkState> {
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
  const oversized = new Map<string, number>()
  for (const record of status.split('\0')) {
    if (record.startsWith('# branch.oid ')) head = record.endsWith('(initial)') ? null : record.slice(13)
    else if (record.startsWith('# branch.head ')) branch = record.endsWith('(detached)') ? 'HEAD' : record.slice(14)
    else if (record.startsWith('? ')) addUntracked(record.slice(2))
    else if (/^[12u] /.test(record)) dirty.push(pathOf(record))
  }
  return { branch, head, dirty, oversized }

  function addUntracked(path: string): void {
    // A nested repository is listed as a folder: its content is not part of this change.
    if (path.endsWith('/')) return
    const size = lstatSync(join(repository.root, path), { throwIfNoEntry: false })?.size
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
      const input = paths.map((path) => `${path}\0`).join('')
      // Speed matters more than space in a cache.
      const args = ['-c', 'core.looseCompression=1', 'update-index', how, '--remove', '-z', '--stdin']
      const done = await repository.try(args, { env, input })
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

/** Asked before anything is written. What is gone or is only a link needs no reading. */
function requireReadable(root: string, path: string): void {
  const file = join(root, path)
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
  const folder = ensureStateFolder(repository.root)
  const objects = snapshotObjects(repository.root)
  const index = join(folder, 'tmp', `index-${process.pid}`)
  const env = {
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteForList(repository.objectsDir),
  }
  mkdirSync(objects, { recursive: true })
  mkdirSync(dirname(index), { recursive: true })
  try {
    if (existsSync(repository.indexFile)) copyFileSync(repository.indexFile, index)
    await prepare(env)
    return (await repository.read(['write-tree', '--missing-ok'], { env })).trim()
  } finally {
    rmSync(index, { force: true })
  }
}

function unreadable(stderr: string): LoopError {
  const [, path, reason] = /open\("(.*)"\): (.*)/.exec(stderr) ?? []
  if (path !== undefined && reason !== undefined) return new LoopError('unreadable_file', { path, reason })
  return new LoopError('git_failed', { command: 'update-index', reason: stderr.trim().split('\n')[0] ?? '' })
}
