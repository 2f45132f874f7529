import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LoopError } from '../errors.ts'
import { makeFolder, reasonOf } from './files.ts'
import { isRunning } from './process-identity.ts'
import { ensureStateFolder } from './state-folder.ts'

// Empty folders for one use. Who makes one removes it; what a process that was killed left behind goes with the next.

/** Among our working files. */
export function newTemporaryFolder(root: string, name: string): string {
  const parent = join(ensureStateFolder(root), 'tmp')
  makeFolder(parent)
  return newFolder(parent, name)
}

/** Outside of the repository. */
export function newOutsideFolder(name: string): string {
  return newFolder(temporaryRoot(), `review-loop-${name}`)
}

/** Where the system keeps temporary files. */
export function temporaryRoot(): string {
  try {
    return realpathSync(tmpdir())
  } catch (error) {
    throw new LoopError('no_temporary_folder', { path: tmpdir(), reason: reasonOf(error) }, { cause: error })
  }
}

function newFolder(parent: string, name: string): string {
  removeAbandoned(parent, `${name}-`)
  return mkdtempSync(join(parent, `${name}-${process.pid}-`))
}

function removeAbandoned(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (!(pid > 0) || isRunning(pid)) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // It belongs to somebody else.
    }
  }
}
