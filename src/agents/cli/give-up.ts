import type { CliOutcome, CliReader } from '../backend.ts'

/** For the supervisor: a failure that is already certain, while the program still runs. */
export function giveUpWith(outcome: CliOutcome | null): ReturnType<CliReader['giveUp']> {
  if (outcome === null || outcome.status === 'ok') return null
  return { status: outcome.status, reason: outcome.reason ?? '' }
}
