import type { ModelUsage } from '../core/cost/usage.ts'
import type { AgentFailure, AgentKind, AgentTask, Json, Usage } from '../types.ts'

// How one agent program is driven. An adapter is pure: it says how to start the program and what its output means; the
// supervisor starts, limits and ends it.

export interface CliCall {
  readonly task: AgentTask
  readonly model: string | null
  /** Absolute paths, made for this call and removed after it. */
  readonly home: string
  readonly temporary: string
  /** What `--version` printed. Null: not asked; taken for the tested version. */
  readonly version: string | null
  /** Where the model service is, when it is not the vendor's own. */
  readonly baseUrl: string | null
  /** Keys and settings of this agent only. */
  readonly env: Readonly<Record<string, string>>
  /** 'never': the agent may not run a shell even inside its own sandbox. */
  readonly shell: 'sandboxed' | 'never'
}

export interface CliStart {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Settings of the program, written into the isolated home before the start; paths are relative to it. */
  readonly files: readonly { readonly path: string; readonly content: string }[]
  /** Standard input. */
  readonly input: string
}

export interface CliEnd {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly stderr: string
  /** Text of a file in the isolated home or the temporary folder, for programs that report in files. */
  readonly file: (path: string) => string | undefined
}

export interface CliOutcome {
  readonly status: 'ok' | AgentFailure
  readonly reason: string | null
  readonly text: string
  readonly structured: Json | null
  readonly retryAfterMs: number | null
}

/** Reads the output of one run. */
export interface CliReader {
  readonly line: (text: string) => void
  readonly progress: () => CliProgress
  /** When waiting longer is pointless: the program repeats a call that cannot succeed. */
  readonly giveUp: () => { readonly status: AgentFailure; readonly reason: string } | null
  /** After the end. `ok` needs positive evidence: an exit code proves nothing. */
  readonly finish: (end: CliEnd) => CliOutcome
}

/** So far; compared with the budget after every line. */
export interface CliProgress {
  readonly turns: number
  readonly toolCalls: number
  /** With the cost only where the program tells it. */
  readonly usage: Usage
  /** The tokens of `usage` by model, where the program names it; otherwise it is taken to be the one that was asked for. */
  readonly byModel?: readonly ModelUsage[]
  /** What it says now may be its answer: it is not cut off for what it cost. */
  readonly isAnswering?: boolean
}

export interface CliBackend {
  readonly kind: AgentKind
  /** How the program is called on the PATH. */
  readonly program: string
  /** The version the adapter was tested with. */
  readonly testedVersion: string
  /** Environment variables that hold its key, in the order of preference. */
  readonly keys: readonly string[]
  /** Files of a log-in in the user's home that the isolated home needs when no key is set. */
  readonly login: readonly string[]
  /**
   * Paths of the repository this program would obey, whatever its switches say; the workspace it gets is without them.
   * A name without a slash is meant in every folder.
   */
  readonly hides?: readonly string[]
  /** Where the native program is, relative to a folder above the shim that npm installs. */
  readonly native?: readonly string[]
  /** Bytes of prompt that it takes in one call. */
  readonly promptLimit?: number
  /** True: its switches differ by version, so `--version` is asked before the first call. */
  readonly asksVersion?: boolean
  readonly abilities: CliAbilities
  readonly start: (call: CliCall) => CliStart
  readonly reader: (call: CliCall) => CliReader
}

/** What `doctor` and the documentation show. */
export interface CliAbilities {
  readonly roles: 'review and fix' | 'review'
  readonly schema: boolean
  readonly turnLimit: boolean
  readonly dollarLimit: boolean
  readonly cost: boolean
  /** How it is kept from writing, besides the sandbox and the comparison of the tree. */
  readonly readOnly: string
}
