import type { DeliveryBlock } from '../delivery-block.ts'
import type { TreeState } from '../drift.ts'
import type { Stage } from '../stages.ts'
import type { MetadataKey } from './metadata-values.ts'
import type { PlanSource, SessionDocument } from './session-document.ts'
import type { SessionMetadata } from './session-metadata.ts'

// What a session means where its file does not say it: files of older versions lack keys.

export function planSourceOf({ metadata, approvedPlan }: SessionDocument): PlanSource {
  return metadata.values.plan_source ?? approvedPlan?.source ?? 'reviewer-approved'
}

export function completedStagesOf({ values }: SessionMetadata): readonly Stage[] {
  return values.completed_stages ?? []
}

export function deliveryBlockOf({ values }: SessionMetadata): DeliveryBlock | null {
  return values.delivery_blocked_by ?? null
}

/** What the tree was when the session began and when it was last found in order. */
export interface Baseline {
  readonly base: TreeState
  readonly lastVerified: TreeState
  readonly sessionCommits: readonly string[]
}

/** The keys that are missing are told by name: whether the tree as it is now may stand for them is for a person to say. */
export function baselineOf({
  values,
}: SessionMetadata): { readonly value: Baseline } | { readonly missing: readonly MetadataKey[] } {
  const { base_head, base_dirty, last_verified_head, last_verified_dirty, session_commits } = values
  if (
    base_head !== undefined &&
    base_dirty &&
    last_verified_head !== undefined &&
    last_verified_dirty &&
    session_commits
  )
    return {
      value: {
        base: { head: base_head, dirty: base_dirty },
        lastVerified: { head: last_verified_head, dirty: last_verified_dirty },
        sessionCommits: session_commits,
      },
    }
  return { missing: baselineKeys.filter((key) => values[key] === undefined || isUnwrittenMap(values, key)) }
}

const baselineKeys = [
  'base_head',
  'base_dirty',
  'last_verified_head',
  'last_verified_dirty',
  'session_commits',
] as const

/** A commit can be null, before the first one; a map is at least empty. */
function isUnwrittenMap(values: SessionMetadata['values'], key: MetadataKey): boolean {
  return key.endsWith('_dirty') && values[key] === null
}
