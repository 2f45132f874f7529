import { compareText } from '../values/compare-text.ts'
import type { DirtyMap } from './dirty-map.ts'

/** What a tree is at one moment. */
export interface TreeState {
  /** Null before the first commit. */
  readonly head: string | null
  readonly dirty: DirtyMap
}

export interface DriftInput {
  /** As it was left by the last batch. */
  readonly recorded: TreeState
  readonly found: TreeState
  /** Commits from the recorded HEAD to the one found; null when the one found does not descend from it. */
  readonly newCommits: readonly string[] | null
  readonly sessionCommits: readonly string[]
}

export type DriftReason =
  | { readonly reason: 'external-head'; readonly commits: readonly string[] }
  | {
      readonly reason: 'content-or-deletion-changed' | 'newly-dirty' | 'reverted-externally'
      readonly paths: readonly string[]
    }

export type Drift = { readonly kind: 'ok' } | { readonly kind: 'drift'; readonly reasons: readonly DriftReason[] }

/** 'changed, but not named by any executor: README.md'. It need not be a person: who writes may forget to say so. */
export function driftText(reason: DriftReason): string {
  const about = reason.reason === 'external-head' ? reason.commits : reason.paths
  return [driftWords[reason.reason], ...(about.length === 0 ? [] : [about.join(', ')])].join(': ')
}

const driftWords: Record<DriftReason['reason'], string> = {
  'external-head': 'HEAD was moved',
  'content-or-deletion-changed': 'changed, but not named by any executor',
  'newly-dirty': 'changed, but not named by any executor',
  'reverted-externally': 'gone, or back as committed, but not named by any executor',
}

/** Whether somebody else worked in the tree since. What to do about it is always asked, never decided here. */
export function checkDrift(input: DriftInput): Drift {
  const reasons = [...headReasons(input), ...pathReasons(input)]
  return reasons.length === 0 ? { kind: 'ok' } : { kind: 'drift', reasons }
}

function headReasons({ recorded, found, newCommits, sessionCommits }: DriftInput): readonly DriftReason[] {
  if (recorded.head === found.head) return []
  const foreign = newCommits?.filter((commit) => !sessionCommits.includes(commit)) ?? []
  // A HEAD that moved although nothing is new between the two went back: that is external as well.
  if (newCommits !== null && newCommits.length > 0 && foreign.length === 0) return []
  return [{ reason: 'external-head', commits: foreign }]
}

function pathReasons({ recorded, found }: DriftInput): readonly DriftReason[] {
  const before = [...recorded.dirty.keys()]
  const now = [...found.dirty.keys()]
  // What was dirty and is not any more may have been committed, unless there is no commit.
  const isSameHead = recorded.head === found.head
  const changed = now.filter((path) => recorded.dirty.has(path) && recorded.dirty.get(path) !== found.dirty.get(path))
  const reasons: readonly DriftReason[] = [
    { reason: 'content-or-deletion-changed', paths: sorted(changed) },
    { reason: 'newly-dirty', paths: sorted(now.filter((path) => !recorded.dirty.has(path))) },
    {
      reason: 'reverted-externally',
      paths: sorted(isSameHead ? before.filter((path) => !found.dirty.has(path)) : []),
    },
  ]
  return reasons.filter((reason) => 'paths' in reason && reason.paths.length > 0)
}

function sorted(paths: readonly string[]): readonly string[] {
  return [...paths].sort(compareText)
}
