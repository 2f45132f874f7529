// The vocabulary. One word per idea; every zone speaks it. Imports nothing.

/** P0 and P1 always block, P2 blocks when its `blocking` flag is set, P3 never does. */
export type Severity = 'P0' | 'P1' | 'P2' | 'P3'

/** `inconclusive` means that something which should have spoken did not. It is never turned into `pass`. */
export type GateResult = 'pass' | 'blocked' | 'inconclusive'

export type Verdict = 'approve' | 'needs_attention' | 'decline' | 'inconclusive'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

// ── The change ───────────────────────────────────────────────────────────────────────────────────────────────

export type FileStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type_changed'

/** Line numbers, first and last included, counted from 1. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

/** One `@@` section with its context lines. A side without lines has count 0. */
export interface Hunk {
  readonly oldStart: number
  readonly oldCount: number
  readonly newStart: number
  readonly newCount: number
}

export interface ChangedFile {
  /** Relative to the repository root, with forward slashes. The old path for a deletion. */
  readonly path: string
  /** Where it came from, for `renamed` and `copied`. */
  readonly oldPath: string | null
  readonly status: FileStatus
  /** git's six digits: '100644', '100755', '120000' (symbolic link), '160000' (submodule), '000000' (absent). */
  readonly oldMode: string
  readonly newMode: string
  /** Null where there is no such side or the source of the diff did not say. */
  readonly oldBlob: string | null
  readonly newBlob: string | null
  readonly binary: boolean
  readonly addedLines: number
  readonly removedLines: number
  readonly hunks: readonly Hunk[]
  /** Added lines on the new side and removed lines on the old side, merged into ranges, ascending. */
  readonly added: readonly LineRange[]
  readonly removed: readonly LineRange[]
}

export type ScopeKind = 'branch' | 'staged' | 'paths' | 'range' | 'pr'

/** What the user's words ask for, before git was consulted. */
export type Scope =
  | { readonly kind: 'branch'; readonly committed: boolean }
  | { readonly kind: 'staged' }
  | { readonly kind: 'paths'; readonly paths: readonly string[]; readonly committed: boolean }
  | { readonly kind: 'range'; readonly from: string; readonly to: string; readonly symmetric: boolean }
  | { readonly kind: 'pr'; readonly number: number }

/** A scope resolved to two trees. Everything after this point compares trees, whatever the words were. */
export interface ResolvedScope {
  readonly kind: ScopeKind
  /** How to name both ends to a person: 'origin/main', 'HEAD', 'working tree', a short id. */
  readonly base: string
  readonly head: string
  readonly branch: string
  readonly baseCommit: string | null
  readonly headCommit: string | null
  readonly baseTree: string
  readonly headTree: string
  /** Limits the comparison to these paths; empty means all. */
  readonly paths: readonly string[]
}

/** A scope as it is in the work tree, but with these files as they are staged: `git commit` commits those. */
export interface StagedVersion {
  readonly scope: ResolvedScope
  readonly paths: readonly string[]
}

export interface Change {
  readonly scope: ResolvedScope
  readonly files: readonly ChangedFile[]
}

export type Intent = 'feature' | 'fix' | 'refactor' | 'mixed'

export interface IntentContext {
  readonly source: 'pr' | 'commits' | 'given' | 'empty'
  readonly title: string
  readonly body: string
  readonly commits: readonly string[]
}

// ── Findings ─────────────────────────────────────────────────────────────────────────────────────────────────

/** What a reviewer says, already read by a schema but not yet checked against the change. */
export interface RawFinding {
  readonly reviewer: string
  readonly file: string | null
  readonly line: number | null
  readonly endLine: number | null
  readonly severity: Severity
  readonly blocking: boolean
  readonly category: string
  /** Stable name of the check for deterministic reviewers: 'secret/github-token', 'oxlint/no-debugger'. */
  readonly rule: string | null
  readonly title: string
  readonly problem: string
  readonly impact: string | null
  readonly fix: string | null
  /** Exact replacement of lines `line…endLine`: a final line break starts no further line; '' deletes them. */
  readonly suggestion: string | null
  /** A quote of the code; the path itself for a finding about the file as a whole. */
  readonly evidence: string | null
  readonly confidence: number
  /** The reviewer itself took the finding back. */
  readonly discard: boolean
  /** Distinguishes findings whose quote is the same by intent (a masked secret). Never printed. */
  readonly discriminator: string | null
}

/** A finding that passed validation. */
export interface Finding {
  /** Short and stable across rounds and line shifts; derived from the fingerprint. */
  readonly id: string
  readonly fingerprint: string
  readonly severity: Severity
  readonly blocking: boolean
  readonly category: string
  readonly rule: string | null
  readonly title: string
  readonly file: string | null
  readonly line: number | null
  readonly endLine: number | null
  readonly problem: string
  readonly impact: string | null
  readonly fix: string | null
  readonly suggestion: string | null
  readonly evidence: string | null
  readonly confidence: number
  readonly reviewers: readonly string[]
  /** How many independent reviewers say it. */
  readonly agreement: number
  /** Where the reviewer itself placed it, when validation moved it. */
  readonly reportedLine: number | null
  /** Who else followed the code and confirmed it, with the line that shows it. */
  readonly verification: { readonly by: string; readonly quote: string; readonly reason: string } | null
  /** What findings that were joined with this one say in other words. Absent: nothing. */
  readonly otherClaims?: readonly OtherClaim[]
  /** What the reviewer said, where the configuration gives it another severity. Absent: the same. */
  readonly reported?: { readonly severity: Severity; readonly blocking: boolean }
  /** It comes from an earlier review, and nobody looked for it again. */
  readonly carriedOver?: true
  /** It is in the staged version of its file, and not in the work tree. */
  readonly staged?: true
  /** A person accepted it although nobody could check it, for this reason: no code shows whether it is still there. */
  readonly acceptedClaim?: { readonly code: DiscardCode; readonly reason: string }
  /** Of one that a verifier refuted: the files with the line that shows it. */
  readonly refutedIn?: readonly string[]
}

export interface OtherClaim {
  readonly title: string
  readonly problem: string
}

/** Why a finding does not count. What each code means for the gate is in `core/findings/discard-reasons.ts`. */
export type DiscardCode =
  | 'unknown_severity'
  | 'unknown_confidence'
  | 'unknown_file'
  | 'no_location'
  | 'no_evidence'
  | 'evidence_not_found'
  | 'self_discarded'
  | 'low_confidence'
  | 'file_not_changed'
  | 'line_not_changed'
  | 'ignored_path'
  | 'rule_off'
  | 'refuted'
  | 'waived'
  | 'dismissed'
  | 'duplicate'

export interface DiscardedFinding extends Finding {
  readonly code: DiscardCode
  readonly reason: string
  /** Id of the finding that stands for it. Only a duplicate has one. */
  readonly duplicateOf?: string
}

type Patterns = readonly string[]

/** Texts that say one thing about a review of another maker. */
interface ReviewerSigns {
  readonly refused: Patterns
  readonly failed: Patterns
  readonly in_progress: Patterns
  readonly findings: Patterns
  readonly clean: Patterns
  readonly summary: Patterns
  readonly notice: Patterns
}

type ReviewMeanings = Readonly<Record<string, 'refused' | 'failed' | 'in_progress' | 'clean'>>

/** A reviewer of another maker, as a user describes it or adds to what is known of it. Texts are regular expressions. */
export interface OwnReviewer extends ReviewerSigns {
  readonly name?: string | undefined
  readonly logins: readonly string[]
  readonly shared_logins: readonly string[]
  readonly headline?: string | undefined
  readonly checks: readonly string[]
  /** What it means where a check ended so. */
  readonly conclusions: ReviewMeanings
  readonly description?: { readonly start: string; readonly end: string } | undefined
  /** Looked for in the text as it is. */
  readonly marks: ReviewerSigns
  /** Names of reactions, and what it means by them. */
  readonly reactions: ReviewMeanings
  readonly severity: Readonly<Record<'critical' | 'high' | 'medium' | 'low', Patterns>>
  readonly native_id?: string | undefined
  readonly ignored?: string | undefined
  readonly answers?: string | undefined
  readonly side_review?: string | undefined
  readonly remarks?: string | undefined
  readonly items_below?: string | undefined
  readonly only_bugs: boolean
  readonly summary_is_ready: boolean
  readonly trigger?: string | undefined
  readonly requested_as?: string | undefined
  readonly deadline_minutes?: number | undefined
}

// ── Reviewers ────────────────────────────────────────────────────────────────────────────────────────────────

export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
  /** Null when the price is not known, or not of all of it. Reported by the agent, else estimated from list prices. */
  readonly costUsd: number | null
  /** What is known of the cost when it is not known in full: the least that was paid. */
  readonly knownCostUsd?: number
}

/** Dollars for a million tokens. What is not given of the cache costs as much as other input. */
export interface Price {
  readonly input: number
  readonly output: number
  /** Input that was read from a cache. */
  readonly cached?: number | undefined
  /** Input that was written to a cache. */
  readonly written?: number | undefined
}

export type ReviewerStatus = 'ok' | 'failed' | 'timed_out' | 'budget_exceeded' | 'rejected' | 'cached' | 'skipped'

/** How one reviewer's work ended. A value, never an exception. */
export interface ReviewerOutcome {
  readonly name: string
  readonly agent: string
  /** The model that was asked for; null: the agent's own choice. Only agents have one. */
  readonly model?: string | null
  readonly status: ReviewerStatus
  /** Why, for every status but `ok`. */
  readonly reason: string | null
  readonly durationMs: number
  /** How many findings it raised, before validation. */
  readonly findings: number
  readonly usage: Usage
}

// ── Agents ───────────────────────────────────────────────────────────────────────────────────────────────────

/** How much thinking a piece of work is worth; which model that means is said per agent. */
export type Tier = 'strong' | 'standard' | 'cheap'

export type AgentRole = 'reviewer' | 'fixer' | 'planner' | 'executor' | 'verifier'

/** Held by us, whatever the agent does. Null: no limit of that kind. */
export interface AgentBudget {
  readonly seconds: number
  readonly turns: number | null
  readonly tokens: number | null
  readonly dollars: number | null
  /** What is left for all calls together, where `dollars` is only a share of it: for programs that withhold an answer at their limit. */
  readonly dollarsLeft?: number
}

/** One call of an agent, complete in itself. */
export interface AgentTask {
  readonly role: AgentRole
  /** Which reviewer it plays: 'reviewer', 'bug-hunter'. */
  readonly name: string
  readonly round: number
  readonly session: string | null
  readonly prompt: string
  /** Absolute path of the folder it works in. */
  readonly workspace: string
  readonly mayWrite: boolean
  readonly budget: AgentBudget
  /** Paths it is about, and ids of findings it was given. */
  readonly files: readonly string[]
  readonly findings: readonly string[]
  /** JSON Schema of the reply, for agents that can hold themselves to one. */
  readonly schema: Json | null
  /** Stands for the code that a kept reply must have been about, where the prompt does not show all of it. */
  readonly basis?: string
}

/** A name in `registry.ts`, where whoever takes one from a person looks it up. */
export type AgentKind = string

/** One configured agent: a kind with what is particular to it. Several may share a kind and differ in the model. */
export interface AgentSettings {
  readonly name: string
  readonly kind: AgentKind
  readonly model: string | null
  /** By tier; a tier without one takes `model`. */
  readonly models: Readonly<Record<Tier, string | null>>
  /** `command` and `acp`: the command line. `replay`: the file. */
  readonly command: string | null
  /** `api`: whose interface it speaks. */
  readonly provider: 'anthropic' | 'openai' | 'google' | 'openai-compatible' | null
  readonly baseUrl: string | null
  /** Variable that holds the key, when it is not the usual one. */
  readonly keyEnv: string | null
  /** Further variables that are passed on to it. */
  readonly env: readonly string[]
  readonly shell: 'sandboxed' | 'never'
}

export type AgentFailure =
  | 'crashed'
  | 'timed_out'
  | 'over_budget'
  | 'refused'
  | 'rate_limited'
  | 'not_logged_in'
  | 'malformed'
  | 'too_long'
  | 'server'
  | 'unavailable'
  | 'misconfigured'
  | 'sandbox'
  | 'cancelled'

/** How a call ended. A value, never an exception; `ok` only with positive evidence. */
export interface AgentReply {
  readonly status: 'ok' | AgentFailure
  /** One sentence, for every status but `ok`. */
  readonly reason: string | null
  /** The final answer. */
  readonly text: string
  /** The answer as an object, where the agent gave it as one. Not yet checked. */
  readonly structured: Json | null
  readonly usage: Usage
  readonly durationMs: number
  readonly turns: number
  readonly toolCalls: number
  /** How long the service asks to wait, for `rate_limited`. */
  readonly retryAfterMs: number | null
  /** Where everything it printed is kept, with secrets masked; relative to the repository root. */
  readonly transcript: string | null
  /** Our sandbox could not be started, so the agent never ran. */
  readonly sandboxFailed?: true
}

/** Whatever can be given a task. */
export interface Agent {
  readonly name: string
  /**
   * Contract: never rejects. Crash, time-out, refusal and nonsense are replies too. `onTurn` is called when it is not waiting for
   * others any more.
   */
  readonly run: (task: AgentTask, signal: AbortSignal, onTurn?: () => void) => Promise<AgentReply>
}

// ── The result of one review round ───────────────────────────────────────────────────────────────────────────

export interface Gate {
  readonly result: GateResult
  /** One sentence each; empty only for `pass`. */
  readonly reasons: readonly string[]
  /** Ids of blocking claims that could not be checked: a person decides them. Not there where a reviewer is silent, which comes first. */
  readonly unverified?: readonly string[]
}

export interface ScopeSummary {
  readonly kind: ScopeKind
  readonly base: string
  readonly head: string
  readonly files: number
  readonly addedLines: number
  readonly removedLines: number
}

/** What `review --format json` prints, and what every other format is made from. */
export interface ReviewResult {
  readonly schemaVersion: 1
  readonly verdict: Verdict
  readonly label: string
  readonly gate: Gate
  readonly scope: ScopeSummary
  readonly findings: readonly Finding[]
  readonly discarded: readonly DiscardedFinding[]
  readonly reviewers: readonly ReviewerOutcome[]
  readonly usage: Usage
  /** Of the review as a whole. */
  readonly durationMs: number
  /** Relative to the repository root; null when nothing was written. */
  readonly reviewDir: string | null
  /** Said once to a person: review mode, expired waivers, what built-in reviewers cannot see. */
  readonly notices: readonly string[]
  /** Absent: agents saw all of it and answered. */
  readonly coverage?: Coverage
  /** Absent: the gate alone decides the exit code. */
  readonly failOn?: FailOn
  /** Absent: the sweep ran with other reviewers, or there is none. */
  readonly stillOpen?: readonly StillOpen[]
}

/** What `--fail-on` makes of the exit code. The gate stays as it is. */
export interface FailOn {
  readonly severity: Severity
  /** Ids of the findings that reach it. */
  readonly findings: readonly string[]
  readonly exitCode: number
  /** Null where the exit code is the one of the gate. */
  readonly reason: string | null
}

/** A grave finding of the last review, in code that is still there, which the sweep alone does not look for. */
export type StillOpen = Pick<Finding, 'id' | 'severity' | 'file' | 'line' | 'title'>

/** All files that agents did not see or did not answer for, one line each: sentences name only the first few. */
export interface Coverage {
  /** By bug hunters, with the lines; by others, with their names. */
  readonly unanswered: readonly string[]
  readonly notShown: readonly string[]
  readonly binary: readonly string[]
  /** With the reason: a line longer than a prompt, more parts than one review may have, a submodule, hidden source. */
  readonly notReviewed: readonly string[]
}

// ── Fixes ────────────────────────────────────────────────────────────────────────────────────────────────────

/** What came of giving findings to a fixer. A value, never an exception. Nothing of it is committed. */
export interface FixResult extends KeptEarlier {
  /** `unable`: it honestly mended nothing. `failed`: what it did does not count and was undone. */
  readonly status: 'fixed' | 'unable' | 'failed'
  /** What the fixer claims; both are empty for a fix that failed. */
  readonly addressed: readonly { readonly id: string; readonly how: string }[]
  readonly unable: readonly { readonly id: string; readonly reason: string }[]
  /** What differs from before the fix, read from git and not from the reply. Relative to the repository root. */
  readonly changedFiles: readonly string[]
  /** Those among them that the reply does not name. */
  readonly unnamedFiles: readonly string[]
  /** Those among them that are far from the findings. */
  readonly beyondFiles: readonly string[]
  /** Those among them that decide what is checked, or which files git sees. Absent: none. */
  readonly checkFiles?: readonly string[]
  /** Whether all files are as they were before: nothing was changed, or all of it was brought back. */
  readonly restored: boolean
  /** Why it does not count, one clause each; empty unless it failed. */
  readonly problems: readonly string[]
  readonly outcome: ReviewerOutcome
}

/** Where files are kept as they were before somebody who may write harmed them. Absent: there are none. */
export interface KeptEarlier {
  /** Uncommitted ones that it deleted, or changed without naming them. */
  readonly earlier?: string
  /** Small ones that git ignores and that it changed or deleted, and the folder that keeps them. */
  readonly ignored?: { readonly folder: string; readonly files: readonly string[] }
  /** New ones that git ignores, a few of them: nobody reviews or commits them. */
  readonly unseen?: readonly string[]
}

// ── Rules of the house ───────────────────────────────────────────────────────────────────────────────────────

export interface Waiver {
  /** A finding's id, or a rule (a trailing `*` matches a family) together with a path pattern. */
  readonly id: string | null
  readonly rule: string | null
  readonly path: string | null
  /** With an id: what the finding says. The same code may be found wrong for another reason later. */
  readonly title: string | null
  readonly reason: string
  /** 'YYYY-MM-DD', the last day on which it works. */
  readonly expires: string | null
}

/** What a person decided about a claim that could not be checked against the code. */
export interface ClaimDecision {
  /** The id of the claim. */
  readonly id: string
  readonly decision: 'accept' | 'dismiss'
  readonly by: string
  readonly why: string
  readonly at: string
}

export interface SeverityOverride {
  readonly rule: string | null
  readonly category: string | null
  readonly path: string | null
  readonly severity: Severity
}

/** Complete and checked. What a person may write is in `config/schema.ts`. */
export interface Config {
  /** Null: find it (the remote's default branch, main, master). */
  readonly base: string | null
  /** `hunk` keeps findings in or near a hunk; `strict` only those on added or modified lines. */
  readonly lines: 'hunk' | 'strict'
  readonly confidenceFloor: number
  /** A blocking claim that cannot be checked makes the gate inconclusive, or is only listed. */
  readonly unverified: 'inconclusive' | 'list'
  /** Paths that are not reviewed, in the syntax of .gitignore. */
  readonly ignore: readonly string[]
  readonly severity: readonly SeverityOverride[]
  readonly builtin: {
    /** Names of built-in reviewers that do not run. */
    readonly disable: readonly string[]
    /** Rules (or `family/*`) that are not reported. */
    readonly rulesOff: readonly string[]
  }
  readonly limits: {
    readonly fastPathLines: number
    readonly partitionLines: number
    readonly partitionFiles: number
    /** Of one prompt. */
    readonly callTokens: number
    readonly incrementalFiles: number
    readonly incrementalLines: number
    readonly largeFileKb: number
    readonly analyseFileKb: number
  }
  readonly incremental: 'auto' | 'off'
  readonly import: {
    readonly error: Severity
    readonly warning: Severity
    readonly note: Severity
    /** SARIF `security-severity` from here on is P0, respectively P1. */
    readonly securityP0: number
    readonly securityP1: number
  }
  readonly waivers: readonly Waiver[]
  readonly agents: readonly AgentSettings[]
  /** Who plays which role: the name of an agent, a kind, 'auto' or 'none'. Null: the default. */
  readonly roles: Readonly<Record<AgentRole, string | null>>
  readonly panel: {
    /** Besides the reviewer: passes take turns, and where one fails another one is asked. */
    readonly agents: readonly string[]
    readonly passes: number
    readonly maxParts: number
    /** Of new files that programs write (dist/, vendor/, *.min.js), what reviewers read in all. */
    readonly generatedKb: number
    /** Paths that reviewers hear of but do not see, and paths they see although they look generated. */
    readonly summarise: readonly string[]
    readonly show: readonly string[]
    readonly unreviewed: 'inconclusive' | 'accept'
  }
  readonly loop: {
    readonly maxRounds: number
    readonly onLimit: 'ask' | 'block' | 'accept' | 'continue'
    readonly scopeGuard: 'report' | 'strict'
    /** Folder of the findings documents, relative to the root. */
    readonly findings: string
    /** In percent; what a fixer is told to keep. */
    readonly coverage: number
  }
  readonly validate: {
    readonly commands: readonly string[]
    readonly seconds: number
    readonly baseline: 'block' | 'allow'
    readonly sandbox: 'auto' | 'off'
  }
  readonly mail: {
    /** Folder of the mailbox, relative to the root. */
    readonly root: string
    readonly agents: readonly string[]
    readonly signing: 'off' | 'warn' | 'require'
    /** Folder of private keys and of those we trust. Null: in the configuration folder of the user. */
    readonly keys: string | null
    readonly maxRounds: number
    /** Of the reviewer, for one request. */
    readonly budget: { readonly turns: number; readonly seconds: number }
  }
  readonly cache: { readonly maxMb: number; readonly days: number }
  readonly github: {
    /** Accounts that post for us: their threads are ours even without a mark. */
    readonly bots: readonly string[]
    /** By id. */
    readonly reviewers: Readonly<Record<string, OwnReviewer>>
    /** Ids of those that `watch` waits for; empty: those who were seen. */
    readonly waitFor: readonly string[]
    /** Ids of those that are asked again after a push. */
    readonly trigger: readonly string[]
    readonly quorum: number | null
    readonly attempts: number
    readonly intervalSeconds: number
    readonly restarts: number
  }
  /** By model, where it is not the list price. */
  readonly prices: Readonly<Record<string, Price>>
  readonly sandbox: 'auto' | 'required' | 'off'
  readonly concurrency: { readonly overall: number; readonly perAgent: number }
  /** For one call of an agent. */
  readonly budget: AgentBudget
}

// ── Events ───────────────────────────────────────────────────────────────────────────────────────────────────

/** The spine: terminal, JSON, session file and every other view read these. */
export type LoopEvent =
  | { readonly type: 'review-start'; readonly id: string; readonly scope: ResolvedScope }
  | { readonly type: 'notice'; readonly message: string }
  | {
      readonly type: 'change-read'
      readonly files: number
      readonly addedLines: number
      readonly removedLines: number
    }
  /** Who is going to be asked. */
  | { readonly type: 'panel-planned'; readonly reviewers: readonly { readonly name: string; readonly agent: string }[] }
  | { readonly type: 'reviewer-start'; readonly name: string; readonly agent: string }
  /** It failed, and `agent` is asked now. */
  | { readonly type: 'reviewer-retry'; readonly name: string; readonly agent: string; readonly reason: string }
  /** The service of an agent is busy: nobody asks it before. */
  | { readonly type: 'agent-waiting'; readonly agent: string; readonly seconds: number; readonly reason: string }
  | { readonly type: 'reviewer-end'; readonly outcome: ReviewerOutcome }
  | { readonly type: 'gate-decided'; readonly gate: Gate; readonly verdict: Verdict }
  | { readonly type: 'review-end'; readonly reviewDir: string | null }
  | { readonly type: 'fix-start'; readonly round: number; readonly agent: string; readonly findings: readonly string[] }
  | { readonly type: 'fix-end'; readonly round: number; readonly fix: FixResult }
