import type { PostedCheck, Snapshot } from '../../core/watch/snapshot.ts'
import { objectorsLines } from './lines.ts'

/** What is to be known before a merge of what passed. */
export function mergeNotes(snapshot: Snapshot, objectors: readonly string[]): readonly string[] {
  return [...objectorsLines(objectors), ...barriersTo(snapshot)]
}

/** Why nobody can merge it yet, although all reviews passed. */
export function barriersTo({ isDraft, isQueued = false, mergeBarrier = null, checks }: Snapshot): readonly string[] {
  const required = checks.filter(({ isRequired = false }) => isRequired)
  const open = required.filter(({ status }) => status !== 'done')
  const failed = required.filter(({ status, conclusion }) => status === 'done' && !passing.has(conclusion ?? ''))
  const known = [
    ...(isDraft ? ['It is a draft.'] : []),
    ...(isQueued ? ['It is in the merge queue.'] : []),
    ...(open.length === 0 ? [] : [`Required checks have not ended: ${namesOf(open)}.`]),
    ...(failed.length === 0 ? [] : [`Required checks failed: ${namesOf(failed)}.`]),
  ]
  return known.length > 0 || mergeBarrier === null
    ? known
    : [`Its forge says that it cannot be merged: ${mergeBarrier}.`]
}

const passing: ReadonlySet<string> = new Set(['success', 'neutral', 'skipped'])

function namesOf(checks: readonly PostedCheck[]): string {
  return checks.map(({ name }) => name).join(', ')
}
