import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Repository } from '../../io/git/repository.ts'
import { newTemporaryFolder } from '../../io/temporary-folder.ts'
import { createPrivateFolder } from '../supervise/home.ts'
import { listFolder } from './walk.ts'

export interface HeldObjects {
  /** Puts those back that are gone. */
  readonly bringBack: () => void
  readonly release: () => Promise<void>
}

/**
 * Second names for all objects of git, so that they outlive a deleted .git: they are too many and too large to be recorded.
 * Git never writes into an object that exists. Where no second name can be given, nothing is held.
 */
export async function holdObjects(repository: Repository): Promise<HeldObjects> {
  const { objectsDir } = repository
  const files = filesBelow(objectsDir)
  const places = [() => createPrivateFolder(), async () => folderIn(repository)]
  for (const place of places) {
    const { folder, remove } = await place()
    if (linkAll(files, objectsDir, folder)) {
      return { bringBack: () => void linkAll(files, folder, objectsDir), release: remove }
    }
    await remove()
  }
  return { bringBack: () => {}, release: async () => {} }
}

/** For repositories on another file system than temporary files. */
function folderIn({ root }: Repository): { folder: string; remove: () => Promise<void> } {
  const folder = newTemporaryFolder(root, 'objects')
  return { folder, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

function filesBelow(root: string, folder = ''): string[] {
  return listFolder(join(root, folder)).flatMap((entry) => {
    const path = join(folder, entry.name)
    // Objects and packs; what is in the folder called info is recorded or made again.
    if (entry.isDirectory()) return path === 'info' ? [] : filesBelow(root, path)
    return entry.isFile() ? [path] : []
  })
}

/** False when one could not be linked. What is there already stays. */
function linkAll(files: readonly string[], from: string, to: string): boolean {
  try {
    for (const folder of new Set(files.map((path) => dirname(path)))) mkdirSync(join(to, folder), { recursive: true })
    for (const path of files) if (!existsSync(join(to, path))) linkSync(join(from, path), join(to, path))
    return true
  } catch {
    return false
  }
}
