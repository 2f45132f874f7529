import { decide, type LoopAction } from '../core/loop/decide.ts'
import type { LoopState } from '../core/loop/state.ts'
import type { SessionFact } from '../core/loop/types.ts'
import { LoopError } from '../errors.ts'
import { finishCommit } from '../io/git/commit-fix.ts'
import type { Repository } from '../io/git/repository.ts'
import { restoreTree } from '../io/git/restore-tree.ts'
import { workPoint } from '../io/git/work-point.ts'

/**
 * After a crash: what was begun and not written down as done. A commit that was made counts. Everything else is undone, and
 * kept, before it is done again: files are as its intent has them. Where the branch has moved, somebody else was here, and
 * nothing is touched.
 */
export async function mendCrash(
  state: LoopState,
  repository: Repository,
  session: string,
  note: (fact: SessionFact) => void,
  elapsedMs = 0,
): Promise<void> {
  const { intended } = state
  if (intended === null) return
  // What was begun is what the journal still leads to.
  const action = decide(state, { elapsedMs })
  const found = await workPoint(repository, { without: state.outputs })
  if (found.head !== intended.point.head) return countCommit(action, state, repository, session, note)
  const { left } = await restoreTree(repository, { from: found.tree, to: intended.point.tree, session })
  if (left.length > 0) throw new LoopError('not_restored', { files: left.join(', ') })
  // That was the roll-back itself.
  if (intended.step === 'restore' && action.step === 'restore') {
    const point = await workPoint(repository, { without: state.outputs })
    note({ type: 'rolled-back', round: action.round, why: action.why, commit: null, point })
  }
}

async function countCommit(
  action: LoopAction,
  state: LoopState,
  repository: Repository,
  session: string,
  note: (fact: SessionFact) => void,
): Promise<void> {
  if (action.step !== 'commit' && action.step !== 'revert') return
  if (!(await isOwnCommit(repository, session))) return
  const commit = await finishCommit(repository)
  const { round } = action
  const point = await workPoint(repository, { without: state.outputs })
  note(
    action.step === 'commit'
      ? { type: 'fix-committed', round, commit, point }
      : { type: 'rolled-back', round, why: action.why, commit, point },
  )
}

/** Whether this session made HEAD. */
async function isOwnCommit(repository: Repository, session: string): Promise<boolean> {
  const message = await repository.read(['log', '-1', '--format=%B', 'HEAD'])
  return message.includes(`Review-Loop: ${session}`)
}
