import { existsSync } from 'node:fs'
import { diskPath } from '../disk-path.ts'
import type { Repository } from './repository.ts'

/** Files that git was told not to look at (skip-worktree, assume-unchanged). Those that a sparse checkout leaves out are not here. */
export async function unwatchedFiles(repository: Repository): Promise<readonly string[]> {
  const list = await repository.read(['ls-files', '-v', '-z'])
  return list
    .split('\0')
    .filter((line) => /^[a-zS] /.test(line))
    .map((line) => line.slice(2))
    .filter((path) => existsSync(diskPath(repository.root, path)))
}
