import { lstatSync } from 'node:fs'
import { pathsMeant, repositoryPath } from '../../core/values/repository-path.ts'
import { diskPath } from '../disk-path.ts'
import { readIfThere } from '../files.ts'
import type { Repository } from './repository.ts'
import { readTreeTexts } from './tree-texts.ts'

/** So many files may one spelling mean before it says nothing. */
const mostMeant = 20

/**
 * Texts of the files that a path may mean in a tree, by the path as it is spelled; else of a file that git does not track.
 * A spelling that means no file is missing.
 */
export async function readUnchanged(
  repository: Repository,
  tree: string,
  spellings: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const listing = await repository.read(['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree])
  const paths = new Set(listing.split('\0').filter((path) => path !== ''))
  const meant = new Map(spellings.map((spelling) => [spelling, pathsMeant(spelling, paths).slice(0, mostMeant)]))
  const texts = await readTreeTexts(repository, tree, [...new Set([...meant.values()].flat())])
  const found = new Map<string, readonly string[]>()
  for (const [spelling, files] of meant) {
    // A file without text is there all the same.
    const read = files.map((file) => texts.get(file) ?? '')
    const all = read.length > 0 ? read : untracked(repository.root, spelling)
    if (all.length > 0) found.set(spelling, all)
  }
  return found
}

const mostBytes = 1024 * 1024

/** The working tree also has files that git ignores, and analysers report those too. A link may lead anywhere. */
function untracked(root: string, spelling: string): readonly string[] {
  const path = repositoryPath(spelling)
  const file = path === undefined ? undefined : diskPath(root, path)
  const stat = file === undefined ? undefined : lstatSync(file, { throwIfNoEntry: false })
  if (file === undefined || !stat?.isFile()) return []
  return [stat.size > mostBytes ? '' : (readIfThere(file) ?? '')]
}
