import { resolve } from 'node:path'
import { readEnvironment } from '../config/environment.ts'
import { parseScope } from '../core/scope.ts'
import { LoopError } from '../errors.ts'
import { findBase, resolveCommit, unknownRef } from '../io/git/base.ts'
import { openRepository, type Repository } from '../io/git/repository.ts'
import { oversizedIn, resolveScope } from '../io/git/resolve-scope.ts'
import { readWorkState } from '../io/git/snapshot.ts'
import { createReviewFolder } from '../io/review-store.ts'
import type { FileReviewer } from '../run/ports.ts'
import { reviewRound } from '../run/review-round.ts'
import type { LoopEvent, ReviewResult, Scope } from '../types.ts'
import { type AgentFlags, chooseAgents, prepareAgents } from './agents.ts'
import { type CodeFrames, framesFor } from './frames.ts'
import { readImports } from './imports.ts'
import { chooseMode, type LastReviewRequest, rememberReview, requireAnyReview } from './last-review.ts'
import { reviewPorts } from './review-ports.ts'
import { loadSettings, type Settings } from './settings.ts'
import { version } from './version.ts'

export interface ReviewOptions {
  readonly cwd?: string
  /** The words after `review-loop review`: nothing, 'staged', paths, 'A..B'. */
  readonly scope?: readonly string[]
  readonly base?: string
  readonly committed?: boolean
  readonly hygieneOnly?: boolean
  readonly sinceLastReview?: boolean
  readonly fullReview?: boolean
  /** Reports of other analysers: SARIF, rdjson, rdjsonl or our own JSON. */
  readonly imports?: readonly string[]
  readonly config?: string
  /** Who reviews and verifies; what is not named comes from the configuration. */
  readonly agents?: AgentFlags
  /** Read configuration from the base commit. Default: whether the variable CI is set. */
  readonly ci?: boolean
  readonly signal?: AbortSignal
  readonly onEvent?: (event: LoopEvent) => void
}

export interface ReviewOutput {
  readonly result: ReviewResult
  /** The code around each finding, by its id, with secrets masked. */
  readonly frames: CodeFrames
}

/** Reviews a change. Rejects with a LoopError for what the caller can mend; what reviewers do wrong is in the result. */
export async function review(options: ReviewOptions = {}): Promise<ReviewOutput> {
  const cwd = resolve(options.cwd ?? '.')
  const scope = readScope(options)
  const repository = await openRepository(cwd, options.signal)
  const settings = await settingsFor(repository, cwd, scope, options)
  const variables = readEnvironment().variables
  const chosen = await chooseAgents({ flags: options.agents ?? {}, config: settings.config, variables })
  const imports = readImports(options.imports ?? [], cwd, repository.root, settings.config)
  if (options.sinceLastReview) requireAnyReview(repository)
  const work = await resolveScope(repository, { scope, base: options.base ?? settings.config.base })
  const request: LastReviewRequest = {
    scope: work.scope,
    config: settings.config,
    version,
    asked: options.sinceLastReview ? 'since_last_review' : options.fullReview ? 'full_review' : 'nothing',
    automatic: options.hygieneOnly !== true && imports.reviews.length === 0,
    withImports: imports.reviews.length > 0,
    agent: chosen.reviewer?.name ?? null,
  }
  const mode = await chooseMode(repository, request)
  if (mode.mode === 'repeat')
    return { result: { ...mode.result, notices: [mode.line, ...mode.result.notices] }, frames: new Map() }

  const now = new Date()
  const folder = createReviewFolder(repository.root, now)
  folder.record('setup.json', {
    id: folder.id,
    version,
    start_time: Math.floor(now.getTime() / 1000),
    branch: work.scope.branch,
  })
  const { result, contents, secrets } = await reviewRound(
    {
      id: folder.id,
      scope: work.scope,
      config: settings.config,
      gates: settings.gates,
      hygieneOnly: options.hygieneOnly === true,
      agents: options.hygieneOnly === true ? null : await agentPlan(),
      imports: imports.reviews,
      oversized: oversizedIn(work),
      since: mode.mode === 'incremental' ? { tree: mode.tree, findings: mode.findings } : null,
      notices: [...(mode.line === null ? [] : [mode.line]), ...chosen.notices, ...settings.warnings, ...imports.notes],
      today: now.toISOString().slice(0, 10),
    },
    reviewPorts(repository, work.scope, folder, {
      reviewers: options.hygieneOnly === true ? [] : await fileReviewers(settings),
      emit: options.onEvent ?? (() => {}),
      signal: options.signal ?? new AbortController().signal,
    }),
  )
  if (options.hygieneOnly !== true) rememberReview(repository, request, folder.id, result, now)
  return { result, frames: framesFor(result.findings, contents, secrets) }

  function agentPlan() {
    const { config, fromCommit } = settings
    return prepareAgents(
      { flags: options.agents ?? {}, config, repository, variables, reviewDir: folder.path, fromCommit },
      chosen,
    )
  }
}

function readScope(options: ReviewOptions): Scope {
  const parsed = parseScope(options.scope ?? [], {
    base: options.base !== undefined,
    committed: options.committed === true,
    sinceLastReview: options.sinceLastReview === true,
    fullReview: options.fullReview === true,
    github: false,
  })
  if ('problem' in parsed) throw new LoopError('usage', { problem: parsed.problem, command: 'review' })
  if (parsed.scope.kind === 'pr') throw new LoopError('pull_request', { number: String(parsed.scope.number) })
  return parsed.scope
}

/** Loaded when needed: a hygiene review does without their rules. */
async function fileReviewers({ config }: Settings): Promise<readonly FileReviewer[]> {
  const { builtinReviewers } = await import('../agents/builtin/index.ts')
  return builtinReviewers.filter(({ name }) => !config.builtin.disable.some((disabled) => disabled === name))
}

async function settingsFor(
  repository: Repository,
  cwd: string,
  scope: Scope,
  options: ReviewOptions,
): Promise<Settings> {
  const ci = options.ci ?? readEnvironment().ci
  const fromCommit = ci ? await trustedCommit(repository, scope, options.base ?? null) : null
  return loadSettings(repository, { cwd, file: options.config, fromCommit })
}

/** Where the change starts from: what it says about its own review does not count. */
async function trustedCommit(repository: Repository, scope: Scope, base: string | null): Promise<string> {
  if (scope.kind === 'range') {
    const commit = await resolveCommit(repository, scope.from)
    if (commit === undefined) throw unknownRef(repository, scope.from)
    return commit
  }
  const { branch, head } = await readWorkState(repository)
  // Before the first commit HEAD holds nothing, and so no configuration.
  if (scope.kind === 'staged' || head === null) return head ?? 'HEAD'
  return (await findBase(repository, base, branch)).commit
}
