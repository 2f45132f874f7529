import type { WorkPoint } from '../../core/loop/types.ts'
import type { RunAction, Step } from '../../core/staged/machine/actions.ts'
import type { Checked, Fact } from '../../core/staged/machine/facts.ts'
import type { TreeSnapshot } from '../../core/staged/machine/policy.ts'
import type { AskedQuestion, RunAnswer, RunQuestion } from '../../core/staged/machine/questions.ts'
import type { RunState } from '../../core/staged/machine/state.ts'
import type { RoundChange } from '../../core/staged/replies/execution-claims.ts'
import type { SessionDocument } from '../../core/staged/session-file/session-document.ts'
import type { RecordedWork } from '../fix/ports.ts'
import type { SessionPorts } from '../session/machine.ts'

// What a staged run needs of the world. Every effect looks at the world first: after a crash it is asked for again.

/** The run as far as it got: what agents are told comes from here. */
export interface RunView {
  readonly state: RunState
  readonly document: SessionDocument
  /** Of the session file, relative to the root. */
  readonly sessionFile: string
  /** The last answer of a writer in the journal that counts; null before there is one. */
  readonly written: Fact<'written'> | null
}

/** The files that agents work in, and that their claims are held against. */
export interface WorkPort {
  /** Remembers uncommitted files as they are, before an executor works. */
  readonly record: () => Promise<Pick<RecordedWork, 'keepEarlier'>>
  /** The spellings of the folder that the work belongs in, absolute. */
  readonly roots: readonly string[]
  /** Without what the validation commands left behind, unless it is worked on after all. */
  readonly point: (workedOn?: readonly string[]) => Promise<WorkPoint>
  /** A tree with these paths as an earlier one has them. */
  readonly without: (tree: string, since: string, paths: readonly string[]) => Promise<string>
  /** Those of these paths that are files in a tree. */
  readonly present: (tree: string, paths: readonly string[]) => Promise<readonly string[]>
  /** Those of these paths that git ignores, and does not track. */
  readonly ignored: (paths: readonly string[]) => Promise<readonly string[]>
  /** Between two trees (or commits), by content. */
  readonly difference: (from: string, to: string) => Promise<readonly RoundChange[]>
  /** The same as a patch. */
  readonly patch: (from: string, to: string) => Promise<string>
  /** The same without what comments of added lines and new documents say, for who looks for defects. */
  readonly neutralPatch: (from: string, to: string) => Promise<string>
}

/** Who is asked. A call never rejects for what an agent did: what does not count is a fact as well. */
export interface StagedAgents {
  readonly write: (order: Step<'write'>, run: RunView) => Promise<Fact<'written' | 'writer-rejected'>>
  /** Of agents alone; built-in checks are not asked here. */
  readonly review: (order: Step<'review'>, run: RunView) => Promise<Fact<'reviewed' | 'reviewer-failed'>>
  readonly consult: (order: Step<'consult'>, run: RunView) => Promise<Fact<'decided' | 'undecided'>>
  readonly gate: (order: Step<'gate'>, run: RunView) => Promise<Fact<'gate-passed' | 'gate-skipped' | 'gate-blocked'>>
}

/** Nothing is done: what a hook said, or why git could not make the commit. */
export type Undelivered = { readonly refused: string } | { readonly failed: string }

export interface StagedPorts extends SessionPorts<RunAction> {
  readonly view: () => RunView
  readonly point: () => Promise<WorkPoint>
  /** The files that the run begins with. Rejects where they are nothing to work on. */
  readonly readWork: () => Promise<Fact<'work-read'>>
  /** HEAD and the dirty map. */
  readonly tree: () => Promise<TreeSnapshot>
  /** What somebody else did since the files were as `since` says. */
  readonly drift: (since: WorkPoint, found: WorkPoint) => Promise<Fact<'drift-found'>['reasons']>
  readonly agents: StagedAgents
  /** The built-in reviewers on what the run changed, in a reviewer's words. */
  readonly checks: (order: Step<'review'>, run: RunView) => Promise<Fact<'reviewed' | 'reviewer-failed'>>
  /** `since`: the files as the run left them last. */
  readonly validate: (since: WorkPoint) => Promise<Checked>
  readonly preflight: (run: RunView) => Promise<Pick<Fact<'preflight'>, 'tracked' | 'secrets' | 'missing'>>
  readonly writeIgnores: (patterns: readonly string[]) => void
  /** Files go back to this tree; what is undone is kept. */
  readonly restore: (tree: string) => Promise<void>
  /** The changelog line and, where it is asked for, the commit; null for none. */
  readonly deliver: (
    run: RunView,
  ) => Promise<Pick<Fact<'delivered'>, 'commit' | 'mixed' | 'changelog' | 'changedByHook'> | Undelivered>
  /** The question in words. */
  readonly phrase: (question: AskedQuestion, run: RunView) => string
  /** Null: nobody is there to answer now. */
  readonly ask: (question: RunQuestion) => Promise<{ readonly answer: RunAnswer; readonly by: string } | null>
}
