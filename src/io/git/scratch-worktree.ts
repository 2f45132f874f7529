import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { given } from '../../core/values/given.ts'
import { isDependencyFolder, linkDependencies } from '../link-dependencies.ts'
import { newOutsideFolder } from '../temporary-folder.ts'
import { ownIdentity } from './own-identity.ts'
import { type Repository, snapshotObjects } from './repository.ts'
import { indexInfo, treeDifference } from './tree-difference.ts'

/** The files of a tree, with some paths as they are in another one. */
export interface ScratchState {
  readonly tree: string
  readonly overlay: { readonly tree: string; readonly paths: readonly string[] } | null
}

/**
 * The files in a folder of their own, as a repository of its own with one commit: commands that run there, and git itself,
 * know nothing of the user's. Ignored dependencies are linked, and handed on by their full path. The folder is removed afterwards.
 */
export async function withScratchWorktree<T>(
  repository: Repository,
  state: ScratchState,
  use: (folder: string, linked: readonly string[]) => Promise<T>,
): Promise<T> {
  const folder = newOutsideFolder('scratch')
  try {
    await fill(repository, state, folder)
    const dependencies = (await ignoredFolders(repository)).filter((path) => isDependencyFolder(repository.root, path))
    for (const path of dependencies) linkDependencies(repository.root, path, folder)
    return await use(
      folder,
      dependencies.map((path) => join(repository.root, path)),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function fill(repository: Repository, { tree, overlay }: ScratchState, folder: string): Promise<void> {
  const gitDir = join(folder, '.git')
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(gitDir, 'index'), ...ownIdentity }
  const git = (args: readonly string[], input?: string | Uint8Array) =>
    repository.read(['-C', folder, '-c', 'core.hooksPath=/dev/null', ...args], {
      env,
      ...given({ input }),
    })
  await git([
    'init',
    '--quiet',
    '--template=',
    `--object-format=${repository.objectFormat}`,
    '--initial-branch=scratch',
    folder,
  ])
  lendObjects(repository, gitDir)
  await git(['read-tree', (await repository.read(['rev-parse', `${tree}^{tree}`])).trim()])
  if (overlay !== null) await git(['update-index', '-z', '--index-info'], await overlayInfo(repository, tree, overlay))
  await git(['checkout-index', '--all', '--force'])
  const commit = await git(['commit-tree', '-m', 'Scratch', (await git(['write-tree'])).trim()])
  await git(['update-ref', 'HEAD', commit.trim()])
}

function lendObjects({ root, objectsDir }: Repository, gitDir: string): void {
  const info = join(gitDir, 'objects', 'info')
  mkdirSync(info, { recursive: true })
  writeFileSync(join(info, 'alternates'), `${objectsDir}\n${snapshotObjects(root)}\n`)
}

async function overlayInfo(
  repository: Repository,
  tree: string,
  overlay: NonNullable<ScratchState['overlay']>,
): Promise<Uint8Array> {
  const wanted = new Set(overlay.paths)
  const changes = await treeDifference(repository, tree, overlay.tree)
  return indexInfo(changes.filter(({ path }) => wanted.has(path)))
}

/** As git lists them: a folder that is ignored as a whole is one entry. Its links count as folders. */
async function ignoredFolders(repository: Repository): Promise<readonly string[]> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']
  const listing = (await repository.read(args)).split('\0').filter((path) => path !== '')
  return listing.map((path) => path.replace(/\/$/, ''))
}
