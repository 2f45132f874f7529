import { isChangedSinceDeath } from '../../core/fix/changed-since-death.ts'
import type { Undone } from '../../core/fix/undone.ts'
import { commitMark } from '../../core/loop/commit-message.ts'
import { decide, type LoopAction } from '../../core/loop/decide.ts'
import { fixedRound, type LoopState } from '../../core/loop/state.ts'
import type { SessionFact } from '../../core/loop/types.ts'
import { changedAt } from '../../io/changed-at.ts'
import { finishCommit, hasHook } from '../../io/git/commit-fix.ts'
import { commitSaying } from '../../io/git/log.ts'
import type { Repository } from '../../io/git/repository.ts'
import { type EntryChange, isSameEntry, treeDifference } from '../../io/git/tree-difference.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { guardHooks } from '../guard-hooks.ts'
import { movedBetween, undoHalf } from './undo-half.ts'

/**
 * After a crash: what was begun and not written down as done. A commit that was made counts. Everything else is undone, and
 * kept, before it is done again: files are as its intent has them. `lastSeen`: when the process that died
 * was last alive; null: nobody knows. What the step cannot have written is somebody's work: it stays, and the loop asks about it.
 * Where the branch has moved, nothing is touched. Gives what was undone and can be had again.
 */
export async function mendCrash(
  state: LoopState,
  repository: Repository,
  session: string,
  note: (fact: SessionFact) => void,
  { elapsedMs = 0, lastSeen }: { readonly elapsedMs?: number; readonly lastSeen: number | null },
): Promise<Undone | null> {
  const { intended } = state
  if (intended === null) return null
  // What was begun is what the journal still leads to.
  const action = decide(state, { elapsedMs })
  const found = await workPoint(repository, { without: state.outputs })
  if (found.head !== intended.point.head) {
    await countCommit(action, state, repository, session, note)
    return null
  }
  const wants = await mayHaveWritten(intended.step, state, repository, lastSeen)
  const undone = await undoHalf(repository, { from: found.tree, to: intended.point.tree, session, wants })
  if (intended.step === 'restore' && action.step === 'restore') {
    const point = await workPoint(repository, { without: state.outputs })
    // That was the roll-back itself.
    if (point.tree === intended.point.tree) {
      note({ type: 'rolled-back', round: action.round, why: action.why, commit: null, point })
    }
  }
  return undone
}

/** A fixer may write any file, but not after its end. A commit changes files by a hook only, a roll-back from one known state to another. */
async function mayHaveWritten(
  step: string,
  state: LoopState,
  repository: Repository,
  lastSeen: number | null,
): Promise<(change: EntryChange) => boolean> {
  if (step === 'fix') {
    return ({ path }) => !isChangedSinceDeath(changedAt(repository.root, path), lastSeen)
  }
  const { point, fix } = fixedRound(state)
  if (step === 'commit') {
    const files = fix?.results.flatMap(({ changedFiles }) => changedFiles) ?? []
    const isHooked = await hasHook(repository)
    return ({ path }) => isHooked && files.includes(path)
  }
  return movedBetween(repository, point.tree, fix?.point.tree ?? point.tree)
}

/** Somebody may have worked on top of it: that is theirs, and the loop finds it out as always. */
async function countCommit(
  action: LoopAction,
  state: LoopState,
  repository: Repository,
  session: string,
  note: (fact: SessionFact) => void,
): Promise<void> {
  const { intended, outputs } = state
  if (intended === null || (action.step !== 'commit' && action.step !== 'revert')) return
  const { round } = action
  const before = intended.point
  const made = await commitSaying(repository, before.head, commitMark(session, `round ${round}`))
  if (made === null) return
  const isLast = made === (await repository.read(['rev-parse', 'HEAD'])).trim()
  const commit = isLast ? await guardHooks(repository, 'git commit', () => finishCommit(repository)) : made
  const found = await workPoint(repository, { without: outputs })
  const isAlone = isLast && (await isCommitted(repository, commit, before.tree, found.tree))
  const left = action.step === 'commit' ? before.tree : fixedRound(state).point.tree
  const point = { head: commit, tree: isAlone ? found.tree : left }
  note(
    action.step === 'commit'
      ? { type: 'fix-committed', round, commit, point }
      : { type: 'rolled-back', round, why: action.why, commit, point },
  )
}

/** Whether all in which two trees differ is in a commit. */
async function isCommitted(repository: Repository, commit: string, before: string, after: string): Promise<boolean> {
  const inCommit = new Map((await treeDifference(repository, `${commit}^`, commit)).map(({ path, to }) => [path, to]))
  const changes = await treeDifference(repository, before, after)
  return changes.every(({ path, to }) => inCommit.has(path) && isSameEntry(to, inCommit.get(path) ?? null))
}
