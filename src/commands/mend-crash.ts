import type { LoopState } from '../core/loop/state.ts'
import type { SessionFact } from '../core/loop/types.ts'
import { LoopError } from '../errors.ts'
import { settleIndex } from '../io/git/commit-fix.ts'
import type { Repository } from '../io/git/repository.ts'
import { restoreTree } from '../io/git/restore-tree.ts'
import { workPoint } from '../io/git/work-point.ts'

/**
 * After a crash: what was begun and not written down as done. A fix without a recorded reply is undone, and kept, before it is
 * asked for again; a commit that was made counts.
 */
export async function mendCrash(
  state: LoopState,
  repository: Repository,
  session: string,
  note: (fact: SessionFact) => void,
): Promise<void> {
  const { intended } = state
  if (intended === null) return
  const point = await workPoint(repository)
  const round = state.rounds.length
  const made = point.head === intended.point.head ? null : await ownCommit(repository, session)
  const isCut = intended.step === 'fix' || intended.step === 'restore'
  if (isCut && made === null) {
    const { left } = await restoreTree(repository, { from: point.tree, to: intended.point.tree, session })
    if (left.length > 0) throw new LoopError('not_restored', { files: left.join(', ') })
  }
  if (made === null) return
  await settleIndex(repository, made)
  if (intended.step === 'commit') note({ type: 'fix-committed', round, commit: made, point })
  if (intended.step === 'revert') {
    note({ type: 'rolled-back', round, why: 'it brought more that blocks than it closed', commit: made, point })
  }
}

/** HEAD, if this session made it. */
async function ownCommit(repository: Repository, session: string): Promise<string | null> {
  const log = await repository.read(['log', '-1', '--format=%H%n%B', 'HEAD'])
  return log.includes(`Review-Loop: ${session}`) ? (log.split('\n')[0] ?? null) : null
}
