import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gitFolder } from '../../io/git/git-folder.ts'
import { isSame } from './file-record.ts'
import type { Fingerprint, Records } from './fingerprint.ts'
import { gitEntry } from './git-files.ts'
import { elsewhereIn } from './other-worktrees.ts'
import { moveAside, putBack, removeNewFolders } from './put-back.ts'

/** Brings small files back as they were recorded. What stands in their place is moved to `aside`. */
export function undoRecords(folder: string, before: Records, after: Records, aside: string, sinceMs: number): void {
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => !isSame(before.get(path), after.get(path)))
    .sort()
  for (const path of changed) if (after.has(path)) moveAside(folder, path, join(aside, path))
  for (const path of changed) {
    const record = before.get(path)
    if (record === undefined) removeNewFolders(folder, path, sinceMs)
    else if (record.content !== null) putBack(folder, path, record, record.content)
  }
}

/** The git folder: references, HEAD, index, configuration, hooks, and worktrees that were added. */
export function undoGit(before: Fingerprint, after: Fingerprint, aside: string): void {
  const { common } = gitFolder(before.repository)
  const isElsewhere = elsewhereIn(before, after)
  const without = (records: Records) =>
    new Map([...records].filter(([path]) => path !== gitEntry && !isElsewhere(path)))
  undoEntry(before, after, aside)
  for (const name of addedWorktrees(before, after)) undoWorktree(common, name, aside)
  undoRecords(common, without(before.git), without(after.git), join(aside, 'git'), before.takenAtMs)
}

/** In a linked worktree .git is a file that names the real folder. A folder that is gone cannot be brought back. */
export function undoEntry(before: Fingerprint, after: Fingerprint, aside: string): void {
  const { root } = before.repository
  const record = before.git.get(gitEntry)
  if (record?.content == null || isSame(record, after.git.get(gitEntry))) return
  moveAside(root, '.git', join(aside, 'dot-git'))
  putBack(root, '.git', record, record.content)
}

function addedWorktrees(before: Fingerprint, after: Fingerprint): Set<string> {
  const names = (records: Records) =>
    [...records.keys()].flatMap((path) => /^worktrees\/([^/]+)\//.exec(path)?.[1] ?? [])
  const old = new Set(names(before.git))
  return new Set(names(after.git).filter((name) => !old.has(name)))
}

function undoWorktree(common: string, name: string, aside: string): void {
  const folder = worktreeFolder(common, name)
  if (folder !== null)
    moveAside(dirname(folder), folder.slice(dirname(folder).length + 1), join(aside, 'worktrees', name))
  moveAside(common, `worktrees/${name}`, join(aside, 'git', 'worktrees', name))
}

/** Where its files are; null unless the folder there says itself that it is this worktree. */
function worktreeFolder(common: string, name: string): string | null {
  try {
    const link = readFileSync(join(common, 'worktrees', name, 'gitdir'), 'utf8').trim()
    const back = readFileSync(link, 'utf8').trim()
    return back === `gitdir: ${join(common, 'worktrees', name)}` ? dirname(link) : null
  } catch {
    return null
  }
}
