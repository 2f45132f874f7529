import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { firstFew } from '../../core/values/first-few.ts'
import { LoopError } from '../../errors.ts'
import type { NewEntry, RunOptions } from './run-options.ts'

/** If the tree has uncommitted work, a new work item may be about it. On a terminal the user chooses; elsewhere a notice says how to review it. */
export async function chooseDirtyWork(
  { root, uncommitted }: { readonly root: string; readonly uncommitted: readonly string[] },
  { handsfree, planOnly, chooseDirty, onNotice }: Omit<RunOptions, 'entry'>,
  entry: NewEntry,
): Promise<NewEntry> {
  if (entry.kind !== 'work-item' || entry.isNew === true || planOnly === true) return entry
  const own = entry.file === undefined ? null : relative(root, realpathSync(entry.file))
  const files = uncommitted.filter((path) => path !== own && !path.startsWith('.review-loop/'))
  if (files.length === 0) return entry
  if (chooseDirty === undefined || handsfree === true) {
    onNotice?.(`Not committed, and kept in the tree: ${firstFew(files, 5).join(', ')}. ${elsewhere}`)
    return entry
  }
  const choice = await chooseDirty(files)
  if (choice === null) throw new LoopError('usage', { problem: 'nothing was begun: nobody chose', command: 'run' })
  return choice === 'plan' ? entry : { kind: 'review-only', description: entry.text }
}

const elsewhere = 'To have that work reviewed instead: review-loop execute --review-only.'
