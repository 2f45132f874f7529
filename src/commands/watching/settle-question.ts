import { isAtCap, type LoopState } from '../../core/loop/state.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import { isAnsweredThere } from '../../core/watch/vetoed-fix.ts'
import { recordAnswer } from '../sessions/record-answer.ts'
import { gatherFrom } from './answer-items.ts'
import type { Watcher } from './watcher.ts'

interface Asking {
  readonly root: string
  readonly session: string
  readonly state: LoopState
}

/** What was closed on the pull request needs no answer here: it was dealt with by hand, and is looked at again. */
export async function settleQuestion(
  watcher: Watcher,
  { root, session, state }: Asking,
  snapshot: Snapshot,
  files: readonly string[],
): Promise<void> {
  if (state.question === null || isAtCap(state)) return
  const groups = await gatherFrom(watcher, snapshot, files)
  if ('problem' in groups || !isAnsweredThere(state, groups.value)) return
  const where = `pull request #${watcher.session.pr}`
  const why = `What was asked about is closed on ${where}.`
  recordAnswer(root, session, { word: 'a', by: where, why, at: new Date(watcher.now()).toISOString() })
  watcher.line(`${why.slice(0, -1)}: looking again.`)
}
