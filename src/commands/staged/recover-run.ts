import { isChangedSinceDeath } from '../../core/fix/changed-since-death.ts'
import { ignoreFile } from '../../core/staged/preflight.ts'
import { planPass } from '../../core/staged/stage-table.ts'
import { changedAt } from '../../io/changed-at.ts'
import { finishOwnCommit, hasHook } from '../../io/git/commit-fix.ts'
import { readTreeState } from '../../io/git/dirty-map.ts'
import type { EntryChange } from '../../io/git/tree-difference.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { guardHooks } from '../guard-hooks.ts'
import { movedBetween, undoHalf } from '../looping/undo-half.ts'
import { filesChangedByHook } from './changed-by-hook.ts'
import { deliveredFiles, deliveryMark } from './deliver-run.ts'
import type { PreparedRun } from './prepare-run.ts'
import type { StagedSession } from './staged-session.ts'
import { treeSnapshot } from './tree-snapshot.ts'

type Setup = Pick<PreparedRun, 'repository' | 'settings'>

/**
 * After a stop or a crash: handles the step that began and did not finish. If the delivery has made its commit, the run is delivered.
 * Otherwise what the step wrote is undone, with a backup, and the step runs again. Other changes stay, and the run asks about them.
 * If the branch has moved, nothing is touched. `lastSeen`: when the process was last alive; null if unknown.
 */
export async function recoverRun(
  setup: Setup,
  session: string,
  opened: StagedSession,
  lastSeen: number | null,
): Promise<void> {
  const { repository, settings } = setup
  const { intended, outputs } = opened.view().state
  if (intended === null) return
  const { point, step } = intended
  const found = await workPoint(repository, { without: outputs })
  if (found.head !== point.head) {
    const commit =
      step === 'deliver'
        ? await guardHooks(repository, 'git commit', () => finishOwnCommit(repository, deliveryMark(session)))
        : null
    if (commit !== null) {
      const tree = treeSnapshot(await readTreeState(repository))
      const now = await workPoint(repository, { without: outputs })
      const { docs_file: changelog } = settings.run
      const files = deliveredFiles(opened.events(), settings.run)
      const committed = { before: point.tree, after: now.tree, commit, files, changelog }
      opened.note({
        type: 'delivered',
        commit,
        mixed: [],
        changelog: changelog === '' ? null : changelog,
        changedByHook: await filesChangedByHook(repository, committed),
        point: now,
        tree,
      })
    }
    return
  }
  const wants = await mayHaveWritten(step, opened, setup, lastSeen)
  const undone = await undoHalf(repository, { from: found.tree, to: point.tree, session, wants })
  if (undone !== null) opened.note({ type: 'undone', ...undone })
}

/** Which changes may be the step's. An executor may write any file; all other steps write known files. None writes after its process ended. */
async function mayHaveWritten(
  step: string,
  { view, events }: StagedSession,
  { repository, settings }: Setup,
  lastSeen: number | null,
): Promise<(change: EntryChange) => boolean> {
  const { pass, intended } = view().state
  const isOfStep = (path: string) => !isChangedSinceDeath(changedAt(repository.root, path), lastSeen)
  switch (step) {
    case 'write':
      return ({ path }) => pass?.name !== planPass && isOfStep(path)
    case 'roll-back': {
      const after = intended?.point.tree ?? ''
      return movedBetween(repository, pass?.writtenSince?.tree ?? after, after)
    }
    case 'write-ignores':
      return ({ path }) => path === ignoreFile && isOfStep(path)
    case 'deliver': {
      const { docs_file: docs } = settings.run
      const files = (await hasHook(repository)) ? deliveredFiles(events(), settings.run) : [docs]
      return ({ path }) => files.includes(path) && isOfStep(path)
    }
    // Which files validation commands leave behind is known only after they end.
    default:
      return () => false
  }
}
