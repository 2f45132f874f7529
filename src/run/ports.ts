import type { RawReply } from '../core/agents/raw-reply.ts'
import type { Partition } from '../core/change/partition.ts'
import type { FileContents } from '../core/evidence/anchor-index.ts'
import type { SuppressedFinding } from '../core/import/suppressed.ts'
import type { Patches } from '../core/panel/slices.ts'
import type {
  Agent,
  AgentTask,
  ChangedFile,
  IntentContext,
  LoopEvent,
  RawFinding,
  ResolvedScope,
  Tier,
  Usage,
} from '../types.ts'

// What a review round needs of the world. Adapters fit these shapes; the composition root puts them in.

export type TreePair = Pick<ResolvedScope, 'baseTree' | 'headTree' | 'paths'>

export interface SourceFile {
  readonly file: ChangedFile
  readonly text: string
}

/** Looks at whole files of the new side. May reject: the round turns that into a failed reviewer. */
export interface FileReviewer {
  readonly name: string
  readonly applies: (file: ChangedFile) => boolean
  readonly review: (files: readonly SourceFile[], signal: AbortSignal) => Promise<readonly RawFinding[]>
}

/** Findings of another program, already read from its report. */
export interface ImportedReview {
  readonly name: string
  readonly findings: readonly RawFinding[]
  /** Held back by the tool, see `suppressedByChange`. */
  readonly suppressed?: readonly SuppressedFinding[]
  /** Why its silence proves nothing: the report itself says that the run failed. */
  readonly problem: string | null
}

/** An agent as a round asks it. */
export interface AgentPort extends Agent {
  /** Null: its own choice. */
  readonly model: string | null
  /** What an answer depends on besides the task: the program, the model, the service. */
  readonly identity: string
}

/** One agent with a model for every kind of work. */
export interface TieredAgent {
  readonly name: string
  readonly tiers: Readonly<Record<Tier, AgentPort>>
}

/**
 * Answers that were given before; `insteadOf` is who was asked first and failed. Contract: never rejects or throws; what
 * cannot be kept is asked again.
 */
export interface ReplyCache {
  readonly find: (agent: AgentPort, task: AgentTask, insteadOf?: AgentPort) => PaidReply | undefined
  /** Only what was read without problems. */
  readonly keep: (agent: AgentPort, task: AgentTask, reply: PaidReply, insteadOf?: AgentPort) => void
}

export interface PaidReply extends RawReply {
  /** What it cost, where that is still to be counted. */
  readonly usage?: Usage
}

export interface ReviewPorts {
  /** The difference of two trees; added lines are handed over as they come. */
  readonly readChange: (
    trees: TreePair,
    onAdded?: (path: string, line: number, text: string) => void,
  ) => Promise<readonly ChangedFile[]>
  /** Both sides as text; null where there is none or it is larger than the limit. */
  readonly readContents: (
    files: readonly ChangedFile[],
    limitBytes: number,
  ) => Promise<ReadonlyMap<string, FileContents>>
  /** Texts of files outside the change that a path may mean, by the path as it is spelled. Not there: there is no such file. */
  readonly readUnchanged: (spellings: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
  /** Bytes of the new side, where known. */
  readonly readSizes: (files: readonly ChangedFile[]) => Promise<ReadonlyMap<string, number>>
  readonly reviewers: readonly FileReviewer[]
  /** By path; a patch that is longer than the limit is missing. */
  readonly readPatches: (trees: TreePair, files: readonly ChangedFile[], limitBytes: number) => Promise<Patches>
  /** What the change says about itself. */
  readonly readIntent: () => Promise<IntentContext>
  /** Where the working files are, relative to the repository root. */
  readonly reviewDir: string
  /** Masks these values in everything that leaves the program, from now on. */
  readonly hideValues: (values: readonly string[]) => void
  readonly mask: (text: string) => string
  /** Keeps the patch of the whole change and of each partition. */
  readonly recordPatches: (trees: TreePair, partitions: readonly Partition[]) => Promise<void>
  /** Keeps a working file of this review. */
  readonly record: (name: string, content: unknown) => void
  readonly emit: (event: LoopEvent) => void
  /** Milliseconds; only differences count. */
  readonly clock: () => number
  readonly signal: AbortSignal
}
