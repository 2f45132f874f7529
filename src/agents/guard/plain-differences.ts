import { firstFew } from '../../core/values/first-few.ts'
import type { Difference } from './fingerprint.ts'

// What changed in a repository, in the words of git.

/** Branches as git names them in full; null: none is checked out. */
export interface SwitchedBranch {
  readonly from: string | null
  readonly to: string | null
}

/** The first three, and how many more. */
export function plainDifferences(differences: readonly Difference[], heads: SwitchedBranch): string {
  return firstFew(
    differences.map((each) => plainName(each, heads)),
    3,
  ).join(', ')
}

/** Somebody went to another branch, and nothing else is different. A switch changes the index as well. */
export function isOnlySwitched(differences: readonly Difference[], { from, to }: SwitchedBranch): boolean {
  return from !== to && differences.every(({ area }) => area === 'head' || area === 'index')
}

export function branchName(branch: string | null): string {
  return branch === null ? 'no branch' : branch.replace(/^refs\/heads\//, '')
}

function plainName({ area, path }: Difference, heads: SwitchedBranch): string {
  switch (area) {
    case 'head':
      return `the branch that is checked out (${branchName(heads.from)} before, ${branchName(heads.to)} now)`
    case 'index':
      return 'what is staged'
    case 'ref':
      return refName(path)
    case 'git':
      return `.git/${path}`
    case 'state':
      return path === area ? '.review-loop' : `.review-loop/${path}`
    default:
      return path
  }
}

function refName(path: string): string {
  if (path === 'refs/stash') return 'the stash'
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(path) ?? []
  return name === undefined ? path : `the ${kind === 'tags' ? 'tag' : 'branch'} ${name}`
}
