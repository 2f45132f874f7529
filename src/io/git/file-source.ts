import { statSync } from 'node:fs'
import type { FileSource } from '../../core/agents/run-files.ts'
import { type DiskPath, diskPath } from '../disk-path.ts'
import { readPlain } from '../plain-file.ts'
import type { Repository } from './repository.ts'
import { readTreeTexts } from './tree-texts.ts'

/** The files of a tree or commit. */
export async function treeSource(repository: Repository, tree: string): Promise<FileSource> {
  const listing = await repository.read(['ls-tree', '-r', '-z', '--full-tree', '--name-only', tree])
  const paths = new Set(listing.split('\0'))
  const read = async (path: string) => (await readTreeTexts(repository, tree, [path])).get(path) ?? ''
  return { has: (path) => path !== '' && paths.has(path), read }
}

/** The files of the work tree. */
export function diskSource({ root }: Repository): FileSource {
  return {
    has: (path) => isFile(diskPath(root, path)),
    read: async (path) => readPlain(diskPath(root, path)).toString('utf8'),
  }
}

/** Links followed. What cannot be asked for, below a file for example, is none. */
function isFile(path: DiskPath): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
