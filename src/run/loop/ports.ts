import type { EarlierLine } from '../../core/diff/earlier-line.ts'
import type { LoopAction } from '../../core/loop/decide.ts'
import type {
  FixCertificate,
  LedgerEntry,
  LoopAnswer,
  LoopQuestion,
  ValidationResult,
  WorkPoint,
} from '../../core/loop/types.ts'
import type { FilePatch } from '../../core/panel/patch.ts'
import type { ChangedFile, Finding, FixResult, ReviewResult } from '../../types.ts'
import type { SessionPorts } from '../session/machine.ts'
import type { FixState } from './certify.ts'

// What a loop needs of the world. Every effect looks at the world first: after a crash it is asked for again.

export interface FixOrder {
  readonly round: number
  readonly findings: readonly Finding[]
  /** Validations that the fix before it broke. */
  readonly broke: readonly ValidationResult[]
}

export interface CommitOrder {
  readonly round: number
  readonly files: readonly string[]
  readonly message: string
}

export interface Validated {
  readonly validations: readonly ValidationResult[]
  /** What the commands left behind. */
  readonly wrote: readonly string[]
}

/** What a review of a round came to. */
export type RoundReview = Pick<ReviewResult, 'verdict' | 'gate' | 'findings' | 'discarded' | 'usage' | 'reviewDir'> & {
  /** Why there is no further round; not there: whoever reviews does not say so. */
  readonly final?: string
  /** Who did not speak in time. */
  readonly missing?: readonly string[]
  /** Whose request for changes stands. */
  readonly objectors?: readonly string[]
  /** Why nobody can merge it yet. */
  readonly barriers?: readonly string[]
  /** How the pull request ended that it is about. */
  readonly ended?: 'merged' | 'closed'
  /** Commits that were made here and are not in it, as `git cherry-pick` takes them. */
  readonly unpushed?: string
}

/** Why the last fix is not to be seen by anybody: there is no review of it. */
export interface Unwanted {
  readonly unwanted: string
}

export interface LoopPorts extends SessionPorts<LoopAction> {
  /** `without`: paths that are no part of the work. */
  readonly point: (without: readonly string[]) => Promise<WorkPoint>
  /** Commits uncommitted work where that is asked for, and gives what the first round works on. */
  readonly record: () => Promise<WorkPoint>
  /** Files in which two trees differ. */
  readonly differences: (before: string, after: string) => Promise<readonly string[]>
  /** The same with the lines; a renamed file is one. */
  readonly changes: (before: string, after: string) => Promise<readonly ChangedFile[]>
  /** The texts of files of a tree, as far as they are there and text. */
  readonly texts: (tree: string, files: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Lines of files of the second tree, and where they were in the first one; those that are new there, where they took the place of others. */
  readonly earlierLines: (
    before: string,
    after: string,
    places: readonly { readonly file: string; readonly line: number }[],
  ) => Promise<readonly EarlierLine[]>
  /** What differs between two trees in these files, without lines around it. */
  readonly patches: (before: string, after: string, files: readonly string[]) => Promise<ReadonlyMap<string, FilePatch>>
  /** `since`: the files as the loop left them last. */
  readonly validate: (since: WorkPoint) => Promise<Validated>
  /** What the built-in checks hold against a fix whose reviewers see it only when it is out; nothing where it is reviewed here. */
  readonly sweep: (before: string, after: string) => Promise<readonly ValidationResult[]>
  readonly review: (round: number) => Promise<RoundReview | Unwanted>
  /** Writes down for people what a round left to be looked at; gives the path, relative to the root. */
  readonly writeDocument: (round: number, findings: readonly Finding[]) => string
  /** Leaves files as they were unless it gives `fixed`. */
  readonly fix: (order: FixOrder) => Promise<FixResult>
  /** The reason if somebody rejected the last fix while it was made; null: nobody is known to have. */
  readonly unwanted: () => Promise<string | null>
  /** Null: the last commit has the files as they are. `refused`: a hook of the repository said no, with its words. */
  readonly commit: (order: CommitOrder) => Promise<{ readonly commit: string | null } | { readonly refused: string }>
  /** Files go back to this tree; what is undone is kept. */
  readonly restore: (tree: string) => Promise<void>
  readonly revert: (commit: string, message: string) => Promise<string>
  /** `raised`: ids that hold the loop up after the review of the fix; null before there was one. */
  readonly certify: (
    entries: readonly LedgerEntry[],
    fix: FixState,
    raised: ReadonlySet<string> | null,
  ) => Promise<readonly FixCertificate[]>
  /** The question in words. */
  readonly phrase: (question: Omit<LoopQuestion, 'text'>) => string
  /** Null: nobody is there to answer now. */
  readonly ask: (question: LoopQuestion) => Promise<{ answer: LoopAnswer; by: string; why: string } | null>
}
