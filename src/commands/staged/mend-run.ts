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
import { deliveredFiles, deliveryMark } from './deliver-run.ts'
import { hookedFiles } from './hooked-files.ts'
import { keptTree } from './kept-tree.ts'
import type { PreparedRun } from './prepare-run.ts'
import type { StagedSession } from './staged-session.ts'

type Setup = Pick<PreparedRun, 'repository' | 'settings'>

/**
 * After a stop or a crash: what was begun and not written down as done. The commit of a delivery that was made counts. All
 * else is undone, and kept, before it is done again. What the step cannot have written is somebody's work: it stays, and the
 * run asks about it. Where the branch has moved, nothing is touched. `lastSeen`: when the process that died was last alive; null:
 * nobody knows.
 */
export async function mendRun(
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
      const tree = keptTree(await readTreeState(repository))
      const now = await workPoint(repository, { without: outputs })
      const { docs_file: changelog } = settings.run
      const files = deliveredFiles(opened.events(), settings.run)
      const committed = { before: point.tree, after: now.tree, commit, files, changelog }
      opened.note({
        type: 'delivered',
        commit,
        mixed: [],
        changelog: changelog === '' ? null : changelog,
        hooked: await hookedFiles(repository, committed),
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

/** An executor may write any file; of all other steps it is known what they write. None writes after its end. */
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
    // Nobody knows which files validation commands leave behind before they have run to their end.
    default:
      return () => false
  }
}
