import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../io/files.ts'
import { ensureStateFolder, stateFolder } from '../../io/state-folder.ts'
import { compareFingerprints, forbidden } from './compare-fingerprints.ts'
import type { Difference, Fingerprint, Records } from './fingerprint.ts'
import { isMemory, stateEntry } from './state-files.ts'
import { takeFingerprint } from './take-fingerprint.ts'
import { undoFiles } from './undo-files.ts'
import { undoGit, undoRecords } from './undo-records.ts'
import { newUndoneFolder } from './undone-folder.ts'

export interface Undone {
  readonly undone: readonly Difference[]
  /** What is still not as it was: it could not be brought back. */
  readonly failed: readonly Difference[]
  /** Where the agent's version is kept, relative to the repository root; null when there was nothing to undo. */
  readonly folder: string | null
}

/**
 * Brings back what the agent was not allowed to change and keeps its version aside. Edits that a fixer may make stay, unless
 * it switched branches or stashed: then nobody can tell its edits from what git did to the files.
 */
export async function undo(before: Fingerprint, after: Fingerprint, mayWrite: boolean): Promise<Undone> {
  const all = compareFingerprints(before, after)
  const everything = !mayWrite || all.some(({ area, path }) => area === 'head' || path === 'refs/stash')
  const wanted = forbidden(all, !everything)
  if (wanted.length === 0) return { undone: [], failed: [], folder: null }
  const { root } = before.repository
  const { name, folder } = newUndoneFolder(root)
  if (wanted.some(({ area }) => area === 'state' || area === 'memory')) {
    undoState(before, after, join(folder, 'review-loop'))
  }
  ensureStateFolder(root)
  writeWhole(join(folder, 'undone.json'), `${JSON.stringify(wanted, null, 2)}\n`)
  if (wanted.some(({ area }) => gitAreas.includes(area))) undoGit(before, after, folder)
  await undoFiles(before, wanted, join(folder, 'files'))
  const again = await takeFingerprint(before.repository, before)
  const failed = forbidden(compareFingerprints(before, again), !everything)
  return { undone: wanted, failed, folder: name }
}

const gitAreas: readonly string[] = ['head', 'ref', 'index', 'worktree', 'git']

/** The git folder only, which is gone. Gives where what was left of it is kept; null when nothing was. */
export async function bringGitBack(before: Fingerprint): Promise<string | null> {
  const { name, folder } = newUndoneFolder(before.repository.root)
  undoGit(before, await takeFingerprint(before.repository, before), folder)
  return existsSync(folder) ? name : null
}

/** These of our own folder only, whoever changed them: they are believed later. Gives where the other version is kept. */
export function undoOwnFolder(before: Fingerprint, after: Fingerprint, isOurs: (path: string) => boolean): string {
  const { name, folder } = newUndoneFolder(before.repository.root)
  const only = (records: Records) => new Map([...records].filter(([path]) => isOurs(path)))
  undoState(
    { ...before, state: only(before.state) },
    { ...after, state: only(after.state) },
    join(folder, 'review-loop'),
  )
  return name
}

/** Remembered replies only. */
export function undoMemory(before: Fingerprint, after: Fingerprint): void {
  const memoryOf = (records: Records) => new Map([...records].filter(([path]) => isMemory(path)))
  const { root } = before.repository
  const aside = join(newUndoneFolder(root).folder, 'review-loop')
  undoRecords(stateFolder(root), memoryOf(before.state), memoryOf(after.state), aside, before.takenAtMs)
}

export function undoState(before: Fingerprint, after: Fingerprint, aside: string): void {
  const folder = stateFolder(before.repository.root)
  // A link or a file in place of the folder holds nothing that could be kept in it.
  const replaced = after.state.has(stateEntry)
  if (replaced) rmSync(folder, { force: true })
  undoRecords(folder, before.state, replaced ? new Map() : after.state, aside, before.takenAtMs)
}
