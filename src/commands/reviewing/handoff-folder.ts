import { lstatSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LoopError } from '../../errors.ts'
import { reasonOf } from '../../io/files.ts'
import type { Repository } from '../../io/git/repository.ts'
import { stateFolder } from '../../io/state-folder.ts'
import { handoffNames } from '../../report/review/handoff.ts'
import type { ReviewOptions } from './review-options.ts'

export function handoffFolder({ root }: Repository, { cwd, handoffDir }: ReviewOptions): string {
  if (handoffDir !== undefined) return resolve(cwd ?? '.', handoffDir)
  const folder = join(stateFolder(root), 'handoff')
  // The change under review may have brought it along, to have us write elsewhere.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new LoopError('not_writable', { path: folder, reason: 'it is a link' })
  }
  return folder
}

/** Whoever posts the files after a review that did not finish must not find those of another one, or of the change itself. */
export function clearHandoff(folder: string): void {
  for (const name of Object.values(handoffNames)) writeThere(folder, () => rmSync(join(folder, name), { force: true }))
}

/** What goes wrong there is about the folder. */
export function writeThere(folder: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    throw new LoopError('not_writable', { path: folder, reason: reasonOf(error) }, { cause: error })
  }
}
