import type { LoopState } from '../../core/loop/state.ts'
import type { SessionFact } from '../../core/loop/types.ts'
import { firstFew } from '../../core/values/first-few.ts'
import type { LoopPorts } from './ports.ts'

/** Somebody else works here: nothing of theirs is overwritten, and a person decides. `ran` are commands that just did. */
export async function movedSince(
  { point, outputs, rounds }: LoopState,
  ports: Pick<LoopPorts, 'point' | 'differences'>,
  ran: readonly string[] = [],
): Promise<readonly SessionFact[]> {
  const found = await ports.point(outputs)
  if (point === null || (found.head === point.head && found.tree === point.tree)) return []
  const files = firstFew(await ports.differences(point.tree, found.tree), 3).join(', ')
  const meanwhile = ran.length === 0 ? '' : ` while ${ran.join(', ')} ran`
  const moved = `the branch moved to ${found.head.slice(0, 10)}${meanwhile}`
  const edited =
    ran.length === 0
      ? `files were edited (${files})`
      : `files were edited while ${ran.join(', ')} ran (${files}): a validation command must leave what is reviewed as it is`
  const why = found.head === point.head ? edited : moved
  return [{ type: 'user-changed', round: rounds.length, found, why }]
}
