import { isWorkingFile } from '../../io/state-folder.ts'
import type { Difference, Fingerprint } from './fingerprint.ts'
import { ownBranch } from './other-worktrees.ts'

/**
 * What nothing of ours goes on with until a person has looked: a hook would run with the next commit, a moved branch change what
 * is reviewed, a waiver be believed. Every review sees files, what is staged, which branch is checked out and the commits on it,
 * and everybody works on those while one is under way; nothing of ours reads a stash.
 */
export function waitsForPerson(before: Fingerprint, found: readonly Difference[]): Difference[] {
  const branch = ownBranch(before)
  return found.filter(({ area, path }) => {
    if (area === 'ref') return path !== branch && path !== 'refs/stash'
    if (area === 'state') return !isWorkingFile(path)
    return area === 'git' || area === 'worktree'
  })
}
