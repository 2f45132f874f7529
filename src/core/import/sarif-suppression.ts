import { isRecord, listOf, recordOf, type UnknownRecord } from './shape.ts'

/**
 * `accepted`: somebody accepted all of them, outside of the code. A list: they count unless the change itself added them; an entry
 * is the place of a suppression, or null where the report does not say it.
 */
export type Suppressions = 'none' | 'accepted' | readonly (UnknownRecord | null)[]

/** One that was rejected, or that nobody has decided yet, counts against all others. */
export function readSuppressions(result: UnknownRecord): Suppressions {
  const all = listOf(result.suppressions).map(recordOf)
  if (all.length === 0 || !all.every(({ status }) => status === undefined || status === 'accepted')) return 'none'
  const open = all.filter(({ kind, status }) => kind !== 'external' || status !== 'accepted')
  return open.length === 0 ? 'accepted' : open.map(({ location }) => (isRecord(location) ? location : null))
}
