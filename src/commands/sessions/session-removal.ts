import { join } from 'node:path'
import type { SessionSummary } from '../../core/loop/session-summary.ts'
import type { RunEvent } from '../../core/staged/machine/facts.ts'
import { rendersTo } from '../../core/staged/machine/renders-to.ts'
import { type RunSummary, summariseRun } from '../../core/staged/run-summary.ts'
import { runFile } from '../../core/staged/session-file/session-document.ts'
import { LoopError } from '../../errors.ts'
import { readIfThere } from '../../io/files.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { maskDocument } from '../../io/masking.ts'
import { removeRun } from '../../io/run-file.ts'
import { readRun } from '../../io/run-journal.ts'
import { lockBranch } from '../../io/session-lock.ts'
import { listSessions, removeSession } from '../../io/session-store.ts'
import { withLocks } from '../staged/run-locks.ts'
import { readSession } from './session-reading.ts'

// Sessions are removed with their locks and looked at again: nobody goes on with one at this moment. What `mayGo` says is asked then.

/** False when it stays. A living holder of a lock is a LoopError. */
export function removeLoop(root: string, id: string, mayGo: (summary: SessionSummary) => boolean): boolean {
  const branch = readSession(root, id)?.summary.branch
  if (branch === undefined) return false
  const lock = lockBranch(root, branch, 'sessions clean')
  try {
    const summary = readSession(root, id)?.summary
    if (summary === undefined || !mayGo(summary)) return false
    removeSession(root, id)
    return true
  } finally {
    lock.release()
  }
}

/** The same of a staged run. That of another tool has no summary, and no events. */
export async function removeStaged(
  repository: Repository,
  id: string,
  mayGo: (summary: RunSummary | null, events: readonly RunEvent[]) => boolean,
): Promise<boolean> {
  const { root } = repository
  const { branch } = await readWorkState(repository)
  return withLocks({ root, branch, session: id, entryPoint: 'sessions clean', stopAfter: 'delivery' }, async () => {
    const events = listSessions(root, 'run').includes(id) ? readRun(root, id).events : []
    if (!mayGo(summariseRun(events, false), events)) return false
    removeRun(root, id)
    return true
  })
}

/** Whether another tool wrote the session file after us. */
export function isTakenOver(root: string, id: string, events: readonly RunEvent[]): boolean {
  const text = readIfThere(join(root, runFile(id)))
  return text !== undefined && !rendersTo(events, text, maskDocument)
}

/** False where somebody is at work. */
export async function unlessHeld(work: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LoopError && error.code === 'branch_locked') return false
    throw error
  }
}
