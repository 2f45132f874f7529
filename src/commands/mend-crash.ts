import { decide, type LoopAction } from '../core/loop/decide.ts'
import { fixedRound, type LoopState } from '../core/loop/state.ts'
import type { SessionFact } from '../core/loop/types.ts'
import { LoopError } from '../errors.ts'
import { finishCommit, hasHook } from '../io/git/commit-fix.ts'
import type { Repository } from '../io/git/repository.ts'
import { restoreTree } from '../io/git/restore-tree.ts'
import { type EntryChange, isSameEntry, treeDifference } from '../io/git/tree-difference.ts'
import { workPoint } from '../io/git/work-point.ts'

/**
 * After a crash: what was begun and not written down as done. A commit that was made counts. Everything else is undone, and
 * kept, before it is done again: files are as its intent has them. What the step cannot have written is somebody's work: it
 * stays, and the loop asks about it. Where the branch has moved, nothing is touched. Gives the references that keep what was undone.
 */
export async function mendCrash(
  state: LoopState,
  repository: Repository,
  session: string,
  note: (fact: SessionFact) => void,
  elapsedMs = 0,
): Promise<readonly string[]> {
  const { intended } = state
  if (intended === null) return []
  // What was begun is what the journal still leads to.
  const action = decide(state, { elapsedMs })
  const found = await workPoint(repository, { without: state.outputs })
  if (found.head !== intended.point.head) {
    await countCommit(action, state, repository, session, note)
    return []
  }
  const wants = await mayHaveWritten(intended.step, state, repository)
  const { left, kept } = await restoreTree(repository, { from: found.tree, to: intended.point.tree, session, wants })
  if (left.length > 0) throw new LoopError('not_restored', { files: left.join(', ') })
  if (intended.step === 'restore' && action.step === 'restore') {
    const point = await workPoint(repository, { without: state.outputs })
    // That was the roll-back itself.
    if (point.tree === intended.point.tree) {
      note({ type: 'rolled-back', round: action.round, why: action.why, commit: null, point })
    }
  }
  return kept
}

/** Nobody can tell a fixer's files from those of others. A commit changes files by a hook only, a roll-back from one known state to another. */
async function mayHaveWritten(
  step: string,
  state: LoopState,
  repository: Repository,
): Promise<(change: EntryChange) => boolean> {
  if (step === 'fix') return () => true
  const { point, fix } = fixedRound(state)
  if (step === 'commit') {
    const files = fix?.results.flatMap(({ changedFiles }) => changedFiles) ?? []
    const isHooked = await hasHook(repository)
    return ({ path }) => isHooked && files.includes(path)
  }
  const fixed = await treeDifference(repository, point.tree, fix?.point.tree ?? point.tree)
  const known = new Map(fixed.map((change) => [change.path, change]))
  return ({ path, from }) => {
    const change = known.get(path)
    return change !== undefined && (isSameEntry(from, change.from) || isSameEntry(from, change.to))
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
