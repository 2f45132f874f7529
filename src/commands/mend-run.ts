import { LoopError } from '../errors.ts'
import { finishCommit } from '../io/git/commit-fix.ts'
import { readTreeState } from '../io/git/dirty-map.ts'
import type { Repository } from '../io/git/repository.ts'
import { restoreTree } from '../io/git/restore-tree.ts'
import { workPoint } from '../io/git/work-point.ts'
import { deliveryMark } from './deliver-run.ts'
import { keptTree } from './kept-tree.ts'
import type { RunDiary } from './run-diary.ts'

/**
 * After a stop or a crash: what was begun and not written down as done. The commit of a delivery that was made counts. All
 * else is undone, and kept, before it is done again. Where the branch has moved, somebody else was here: nothing is touched.
 */
export async function mendRun(repository: Repository, session: string, { view, note }: RunDiary): Promise<void> {
  const { intended } = view().state
  if (intended === null) return
  const { point, step } = intended
  const found = await workPoint(repository)
  if (found.head !== point.head) {
    if (step === 'deliver' && (await isDelivery(repository, session))) {
      const commit = await finishCommit(repository)
      const tree = keptTree(await readTreeState(repository))
      note({ type: 'delivered', commit, point: await workPoint(repository), tree })
    }
    return
  }
  const { left } = await restoreTree(repository, { from: found.tree, to: point.tree, session })
  if (left.length > 0) throw new LoopError('not_restored', { files: left.join(', ') })
}

/** Whether this session made HEAD. */
async function isDelivery(repository: Repository, session: string): Promise<boolean> {
  return (await repository.read(['log', '-1', '--format=%B', 'HEAD'])).includes(deliveryMark(session))
}
