import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LoopError } from '../../errors.ts'
import { type BranchLock, lockPath } from '../session-lock.ts'
import { plainFolder } from './layout.ts'

const longestWaitMs = 30_000
const pauseMs = 4
const pausesAtOnce = 15

/** One process at a time sends for an agent: so what was sent before is known. It takes a moment, and others wait for it. */
export async function withSendLock<T>(root: string, agent: string, work: () => T): Promise<T> {
  const file = join(plainFolder(root, `agents/${agent}`), 'sending.lock')
  const lock = await waitForLock(file, agent)
  try {
    return work()
  } finally {
    lock.release()
  }
}

async function waitForLock(file: string, agent: string): Promise<BranchLock> {
  const end = performance.now() + longestWaitMs
  for (;;) {
    try {
      return lockPath(file, `the outbox of ${agent}`, 'mail')
    } catch (error) {
      if (!(error instanceof LoopError) || error.code !== 'branch_locked') throw error
      if (performance.now() > end) throw new LoopError('outbox_locked', { agent, file }, { cause: error })
      await waitUntilGone(file)
    }
  }
}

/** Not for long: its holder may have died. To look costs next to nothing, to try writes to the disk. */
async function waitUntilGone(file: string): Promise<void> {
  for (let pause = 0; pause < pausesAtOnce; pause++) {
    await sleep(pauseMs * (0.5 + Math.random()))
    if (!existsSync(file)) return
  }
}
