import { type LoopState, lastRound } from '../../core/loop/state.ts'
import { takesBack } from '../../core/loop/taken-back.ts'
import type { UndoneFix } from '../../core/loop/undone-fix.ts'
import type { FixResult } from '../../types.ts'
import type { LoopPorts } from './ports.ts'

/**
 * The last kept fix of an earlier round that a fix takes back. What that one did far from its findings may be taken back: nobody
 * had asked for it. `tree`: the files after the fix.
 */
export async function undoneBy(
  { changedFiles }: FixResult,
  tree: string,
  state: LoopState,
  ports: Pick<LoopPorts, 'patches'>,
): Promise<UndoneFix | undefined> {
  const since = lastRound(state)!.point.tree
  for (const { round, point, fix } of state.rounds.slice(0, -1).reverse()) {
    if (fix === null || fix.rolledBack !== null) continue
    const asked = new Set(
      fix.results.flatMap(({ changedFiles: all, beyondFiles }) => all.filter((file) => !beyondFiles.includes(file))),
    )
    const both = changedFiles.filter((file) => asked.has(file))
    const [earlier, later] = [
      await ports.patches(point.tree, fix.point.tree, both),
      await ports.patches(since, tree, both),
    ]
    const files = both.filter((file) => takesBack(earlier.get(file)!, later.get(file)!))
    if (files.length > 0) return { round, files }
  }
  return undefined
}
