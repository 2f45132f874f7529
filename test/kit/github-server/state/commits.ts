export interface Commit {
  readonly sha: string
  readonly message: string
  readonly date: string
  readonly parents: readonly string[]
}

export interface ChangedFile {
  readonly filename: string
  readonly previous?: string
  readonly status: 'added' | 'removed' | 'modified' | 'renamed'
  readonly additions: number
  readonly deletions: number
  /** From the first `@@` on. Absent: binary, or nothing but a new name. */
  readonly patch?: string
}

/** Where commits come from: a real repository, or what a test says about them. */
export interface Commits {
  /** Names of branches → the commits they end at. */
  readonly branches: () => ReadonlyMap<string, string>
  readonly find: (revision: string) => Commit | undefined
  /** Those of `head` that are not of `base`, oldest first. */
  readonly between: (base: string, head: string) => readonly Commit[]
  /** What `head` changes since it left `base`. */
  readonly changes: (base: string, head: string) => readonly ChangedFile[]
  /** Where a line of `from` is in `to`. Null: it was changed or is gone. */
  readonly follow: (path: string, line: number, from: string, to: string) => number | null
  readonly isAncestor: (older: string, newer: string) => boolean
  /** Makes the head of a pull request known to whoever fetches it. */
  readonly publish: (number: number, head: string, fork: Commits) => void
  /** Where it is on disk, when it is. */
  readonly folder: string | null
}
