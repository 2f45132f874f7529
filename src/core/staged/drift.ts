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
      /** The validation commands that ran meanwhile, where nobody has changed the files since; absent elsewhere. */
      readonly commands?: readonly string[]
    }

export type Drift = { readonly kind: 'ok' } | { readonly kind: 'drift'; readonly reasons: readonly DriftReason[] }

/** 'changed, but not named by any executor: README.md'. It need not be a person: who writes may forget to say so. */
export function driftText(drift: DriftReason): string {
  const about = drift.reason === 'external-head' ? drift.commits : drift.paths
  return [wordsOf(drift), ...(about.length === 0 ? [] : [about.join(', ')])].join(': ')
}

function wordsOf(drift: DriftReason): string {
  if (!('commands' in drift)) return driftWords[drift.reason]
  const what = drift.reason === 'reverted-externally' ? 'gone, or back as committed,' : 'changed'
  return `${what} while ${drift.commands?.map((command) => `\`${command}\``).join(', ')} ran`
}

/** The same, where the files are as these commands left them. */
export function changedByCommands(
  reasons: readonly DriftReason[],
  commands: readonly string[],
): readonly DriftReason[] {
  return reasons.map((drift) => (drift.reason === 'external-head' ? drift : { ...drift, commands }))
}

/** The files, where all of it happened while commands ran; else null. */
export function pathsOfCommands(reasons: readonly DriftReason[]): readonly string[] | null {
  const paths = reasons.map((drift) => ('commands' in drift ? drift.paths : null))
  return paths.length === 0 || paths.includes(null) ? null : paths.flatMap((some) => some ?? [])
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
