import { gitFolder } from '../../io/git/git-folder.ts'
import type { Fingerprint, Records } from './fingerprint.ts'
import { textOf } from './references.ts'

/**
 * What belongs to another worktree: its own files in the git folder, and the branch that is checked out there. Whoever works
 * there commits while an agent works here, and nothing of that is undone. A worktree that comes or goes is no such thing.
 */
export function elsewhereIn(before: Fingerprint, after: Fingerprint): (path: string) => boolean {
  const { own } = gitFolder(before.repository)
  const folders = worktreesIn(before.git).filter((folder) => folder !== own && after.git.has(`${folder}HEAD`))
  const isMainOther = own !== '' && !isBare(before.git)
  const heads = [...folders, ...(isMainOther ? [''] : [])].map((folder) => `${folder}HEAD`)
  const here = ownBranch(before)
  const branches = [before.git, after.git].flatMap((git) => heads.map((head) => branchIn(git, head)))
  const theirs = new Set(branches.filter((branch) => branch !== null && branch !== here))
  return (path) =>
    folders.some((folder) => path.startsWith(folder)) ||
    theirs.has(path.replace(/^logs\/|\.lock$/g, '')) ||
    (isMainOther && isOfOneWorktree(path))
}

/** The branch that is checked out here; null when it is none. */
export function ownBranch({ repository, git }: Fingerprint): string | null {
  return branchIn(git, `${gitFolder(repository).own}HEAD`)
}

function worktreesIn(git: Records): readonly string[] {
  return [...git.keys()].flatMap((path) => /^(worktrees\/[^/]+\/)HEAD$/.exec(path)?.[1] ?? [])
}

/** A repository without files of its own: nobody works in it. */
function isBare(git: Records): boolean {
  return /^\s*bare\s*=\s*true\s*$/im.test(textOf(git, 'config'))
}

function branchIn(git: Records, head: string): string | null {
  return /^ref: (refs\/heads\/\S+)\s*$/.exec(textOf(git, head))?.[1] ?? null
}

const sharedFile = /^(config|packed-refs|shallow)(\.lock)?$/
const sharedFolder = /^(hooks|info|objects|refs|reftable|worktrees|modules|logs\/refs|\.git)(\/|$)/

/** In the folder that all share, everything else is about the main worktree. */
function isOfOneWorktree(path: string): boolean {
  return !sharedFile.test(path) && !sharedFolder.test(path)
}
