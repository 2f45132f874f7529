import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { type DiskPath, diskPath } from '../../io/disk-path.ts'
import type { Repository } from '../../io/git/repository.ts'
import { createPrivateFolder } from '../supervise/home.ts'
import { copyGitFolder } from './copy-git-folder.ts'
import type { Fingerprint } from './fingerprint.ts'

export interface WorkspaceCopy {
  /** Git is asked about the copy through it, whatever the environment says. */
  readonly repository: Repository
  /** Never rejects. */
  readonly remove: () => Promise<void>
}

/**
 * The workspace once more in a folder of its own: the same files with all uncommitted work, the same branches, the same
 * index. Left out is what git does not know: ignored files, submodules, repositories inside. History is read from the
 * objects of the original; hooks, settings and addresses of remotes stay behind. With a commit its files are there instead,
 * and it is what is checked out. `hidden`: commits that are not to be seen in it.
 */
export async function copyWorkspace(
  before: Fingerprint,
  commit: string | null,
  hidden: ReadonlySet<string>,
): Promise<WorkspaceCopy> {
  const { folder, remove } = await createPrivateFolder()
  try {
    const root = join(folder, basename(before.repository.root) || 'workspace')
    requireOutside(before.repository.root, root)
    await mkdir(root)
    const [repository] = await Promise.all([
      copyGitFolder(before, root, hidden),
      commit === null ? copyFiles(before, root) : undefined,
    ])
    if (commit !== null) await checkOut(before.repository, repository, commit)
    // The index has to learn the stamps of the new files. It fails where one has changed, which is no failure here.
    await repository.try(['update-index', '-q', '--unmerged', '--ignore-missing', '--refresh'])
    return { repository, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** In the repository itself, git would find the original as soon as the copy had no .git any more. */
function requireOutside(original: string, copy: string): void {
  if (relative(original, copy).startsWith('..')) return
  throw new Error(`the temporary folder ${dirname(copy)} lies in the repository; set TMPDIR to a folder outside`)
}

/** Done by the original: what a partial clone lacks is at a remote that the copy does not know. */
async function checkOut(original: Repository, copy: Repository, commit: string): Promise<void> {
  await copy.read(['update-ref', '--no-deref', 'HEAD', commit])
  await rm(copy.indexFile, { force: true })
  const env = { GIT_DIR: original.gitDir, GIT_WORK_TREE: copy.root, GIT_INDEX_FILE: copy.indexFile }
  const plain = ['core.hooksPath=/dev/null', 'core.sparseCheckout=false', 'core.splitIndex=false']
  const settings = plain.flatMap((setting) => ['-c', setting])
  await original.read(['-C', copy.root, ...settings, 'read-tree', '--reset', '-u', commit], { env })
}

/** Enough to keep the disk busy. */
const atOnce = 16

async function copyFiles(before: Fingerprint, root: string): Promise<void> {
  const { repository, work } = before
  const left = [...new Set([...work.clean, ...work.raw.keys()])]
  const folders = new Set(left.map((path) => dirname(path)))
  for (const folder of folders) await mkdir(diskPath(root, folder), { recursive: true })
  await Promise.all(Array.from({ length: atOnce }, copyNext))

  async function copyNext(): Promise<void> {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      await copyOne(diskPath(repository.root, path), diskPath(root, path))
    }
  }
}

async function copyOne(from: DiskPath, to: DiskPath): Promise<void> {
  try {
    const stats = await lstat(from)
    if (stats.isSymbolicLink()) await symlink(await readlink(from, 'buffer'), to)
    else if (stats.isFile()) await copyFile(from, to, constants.COPYFILE_FICLONE)
    // A submodule.
    else if (stats.isDirectory()) await mkdir(to, { recursive: true })
  } catch (error) {
    // Deleted by the user since we looked.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')))
      throw error
  }
}
