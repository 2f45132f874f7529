import { readBlobs } from './blobs.ts'
import type { Repository } from './repository.ts'
import { decodeText } from './text.ts'

/** How many paths one call of git is given. */
const batch = 500

/** The texts of these paths in a tree. What is not there, or no text, is missing. */
export async function readTreeTexts(
  repository: Repository,
  tree: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const blobs = await filesIn(repository, tree, paths)
  const wanted = paths.filter((path) => blobs.has(path))
  const contents = await readBlobs(repository, [...new Set(wanted.map((path) => blobs.get(path) ?? ''))])
  const texts = wanted.map((path) => [path, decodeText(contents.get(blobs.get(path) ?? ''))] as const)
  return new Map(texts.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Those of these paths that are files in a tree, with the id of what they hold. */
export async function filesIn(
  repository: Repository,
  tree: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const blobs = new Map<string, string>()
  for (let at = 0; at < paths.length; at += batch) {
    const listing = await repository.read(['ls-tree', '-r', '-z', tree, '--', ...paths.slice(at, at + batch)])
    for (const [, id = '', path = ''] of listing.matchAll(/1[02]0\d{3} blob (\w+)\t([^\0]+)\0/g)) blobs.set(path, id)
  }
  return blobs
}
