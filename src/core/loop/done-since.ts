import type { ReviewedRound } from './ledger.ts'
import type { RoundRecord } from './state.ts'
import type { SessionFact } from './types.ts'

/** What was done since a review: files by git, findings by the word of the fixer as long as its fix is there. */
export function doneSince(
  last: RoundRecord | undefined,
  { point, changed }: Pick<Extract<SessionFact, { type: 'round-reviewed' }>, 'point' | 'changed'>,
): ReviewedRound['done'] {
  if (last?.point.tree === point.tree) return { files: [], addressed: [] }
  const isOurs = last?.fix?.point.tree === point.tree
  // Journals of before do not name what somebody else changed.
  if (changed === undefined && !isOurs) return null
  const results = last?.fix?.rolledBack === null ? last.fix.results : []
  const fixed = results.flatMap(({ changedFiles }) => changedFiles)
  const files = changed ?? fixed
  const isLeft = isOurs || fixed.some((file) => files.includes(file))
  return {
    files,
    addressed: isLeft ? results.flatMap(({ addressed }) => addressed.map(({ id }) => id)) : [],
    // What the fixer could not do, somebody else may have done.
    unable: isOurs ? (results.at(-1)?.unable.map(({ id }) => id) ?? []) : [],
  }
}
