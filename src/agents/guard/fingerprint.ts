import { firstFew } from '../../core/values/first-few.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { FileStatus } from '../../types.ts'
import type { FileRecord } from './file-record.ts'

/** Paths relative to the folder that was looked through. */
export type Records = ReadonlyMap<string, FileRecord>

/** By the roots of worktrees. */
export type SharedState = ReadonlyMap<string, Records>

/** The state of a repository at one time, complete enough to be brought back. */
export interface Fingerprint {
  readonly repository: Repository
  readonly takenAtMs: number
  /** How long it took to take. */
  readonly durationMs: number
  /** Small files of the git folder: HEAD, references, configuration, hooks, the index, worktrees. */
  readonly git: Records
  /** Files of .review-loop that are believed later. */
  readonly state: Records
  /** Files of .review-loop in the other worktrees that reviews there believe. */
  readonly elsewhere: SharedState
  /** Files that git does not look at, as far as it is cheap to see them. */
  readonly ignored: IgnoredFiles
  readonly work: WorkTree
  /** Only in a fingerprint taken against an earlier one: what differs from that one. */
  readonly since: Since | null
}

export interface Since {
  readonly before: Fingerprint
  readonly changes: readonly WorkChange[]
  /** Those among them that are links which lead out of the repository. */
  readonly linksOut: readonly string[]
}

export interface IgnoredFiles {
  readonly records: Records
  /** Folders with too much in them. */
  readonly unexplored: readonly string[]
}

export interface WorkTree {
  /** A private index of everything that is tracked or untracked, as it was on the disk. */
  readonly index: Uint8Array
  /** Tracked files that are as the index says, submodules, and what of our own folder git does not ignore. */
  readonly clean: readonly string[]
  /** Uncommitted work to the letter, which a checkout would not bring back. */
  readonly raw: ReadonlyMap<string, RawFile>
  /** Repositories inside this one that it does not track. */
  readonly nested: readonly string[]
}

export interface RawFile extends FileRecord {
  /** The object in the private store that holds the content; null for links and for files too large to be kept. */
  readonly blob: string | null
}

export interface WorkChange {
  readonly path: string
  readonly status: FileStatus
  readonly oldMode: string
  readonly newMode: string
  readonly oldBlob: string | null
  readonly newBlob: string | null
}

export type Area =
  | 'file'
  | 'ignored'
  | 'nested'
  | 'link'
  | 'head'
  | 'ref'
  | 'index'
  | 'worktree'
  | 'git'
  | 'state'
  | 'memory'

export interface Difference {
  readonly area: Area
  readonly kind: 'added' | 'changed' | 'removed'
  /** A path or the name of a reference. */
  readonly path: string
}

/** The first three, and how many more. */
export function nameSome(differences: readonly Difference[]): string {
  const named = differences.map(({ area, path }) => (path === area ? area : `${area} ${path}`))
  return firstFew(named, 3).join(', ')
}
