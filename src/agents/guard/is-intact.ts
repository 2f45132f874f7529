import type { Repository } from '../../io/git/repository.ts'

/**
 * Whether git can still read this repository: objects are not part of a comparison, and without them nothing else matters.
 * The git folder is named, or git would go on looking in the folders above.
 */
export async function isIntact(repository: Repository): Promise<boolean> {
  const env = { GIT_DIR: repository.gitDir, GIT_WORK_TREE: repository.root }
  if ((await repository.try(['ls-tree', '-r', '--name-only', 'HEAD'], { env })).code === 0) return true
  // A branch without a commit has nothing to be read.
  const head = await repository.try(['rev-parse', '--quiet', '--verify', 'HEAD'], { env })
  return head.code !== 0 && (await repository.try(['rev-parse', '--git-dir'], { env })).code === 0
}
