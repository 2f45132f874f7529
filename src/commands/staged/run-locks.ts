import { lockRun } from '../../io/run-lock.ts'
import { lockBranch } from '../../io/session-lock.ts'

export interface RunLocks {
  readonly root: string
  readonly branch: string
  readonly session: string
  readonly entryPoint: string
  readonly stopAfter: string
}

/** One process at a time on a branch, and one tool at a time in a session. The work is told whose locks were taken over, and when they were last alive. */
export async function withLocks<Result>(
  { root, branch, session, entryPoint, stopAfter }: RunLocks,
  work: (notices: readonly string[], lastSeen: number | null) => Promise<Result>,
): Promise<Result> {
  const ofBranch = lockBranch(root, branch, session)
  try {
    const ofRun = lockRun(root, session, { entry_point: entryPoint, stop_after: stopAfter })
    try {
      const notices = [ofBranch, ofRun].flatMap(({ notice }) => notice ?? [])
      return await work(notices, ofBranch.lastSeen)
    } finally {
      ofRun.release()
    }
  } finally {
    ofBranch.release()
  }
}
