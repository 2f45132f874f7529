import { resolve } from 'node:path'
import { readEnvironment } from '../../config/environment.ts'
import { parseScope } from '../../core/change/scope.ts'
import { LoopError } from '../../errors.ts'
import { findBase, resolveCommit, unknownRef } from '../../io/git/base.ts'
import type { Repository } from '../../io/git/repository.ts'
import { type ResolvedWork, resolveScope } from '../../io/git/resolve-scope.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import type { Scope } from '../../types.ts'
import { identityOf } from '../agents/agent-identity.ts'
import { type ChosenAgents, chooseAgents } from '../agents/agents.ts'
import { openSettled } from '../open-settled.ts'
import { refuseConflicts } from '../option-conflicts.ts'
import { version } from '../version.ts'
import { type FrozenSettings, freezeSettings } from './frozen-settings.ts'
import type { GithubReview } from './github-review.ts'
import { type Imports, readImports } from './imports.ts'
import { type LastReviewRequest, requireAnyReview } from './last-review.ts'
import { refuseOwnPrograms } from './own-programs.ts'
import type { ReviewOptions } from './review-options.ts'
import type { RoundContext } from './round-context.ts'

/** Everything that can be wrong with a request is found out here, before anything is written or paid for. */
export interface PreparedReview extends FrozenSettings {
  readonly repository: Repository
  readonly chosen: ChosenAgents
  readonly imports: Imports
  readonly work: ResolvedWork
  readonly request: LastReviewRequest
  /** With `--github`, or a pull request named by its number. */
  readonly github: GithubReview | null
  /** Said once to a person: what of the rules agents are not shown. */
  readonly notices: readonly string[]
}

export async function prepareReview(
  options: ReviewOptions,
  { without = [], frozen: before }: Pick<RoundContext, 'without' | 'frozen'> = {},
): Promise<PreparedReview> {
  refuseConflicts(options)
  const cwd = resolve(options.cwd ?? '.')
  const asked = readScope(options)
  const repository = await openSettled(cwd, options.signal)
  const number = asked.kind === 'pr' ? asked.number : null
  const github = options.github === true || number !== null ? await readGithub(repository, options, number) : null
  const scope = github?.scope ?? asked
  const frozen =
    before ?? (await freezeFor(repository, cwd, scope, { ...options, ...(github === null ? {} : { ci: true }) }))
  const { settings, rules, decisions } = frozen
  const { config, origins, gates } = settings
  const { variables } = readEnvironment()
  const chosen =
    options.hygieneOnly === true
      ? noAgents
      : await chooseAgents({ flags: options.agents ?? {}, config, origins, variables, root: repository.root })
  const imports = readImports(options.imports ?? [], cwd, repository.root, config)
  if (options.sinceLastReview) requireAnyReview(repository)
  const resolved = await resolveScope(repository, { scope, base: options.base ?? config.base, without })
  const work = github === null ? resolved : github.name(resolved)
  const agents = [chosen.reviewer, ...chosen.others, chosen.verifier]
  await refuseOwnPrograms(repository, agents, settings.fromCommit, work.scope)
  const request: LastReviewRequest = {
    scope: work.scope,
    hasStaged: work.staged !== null,
    config,
    version,
    asked: options.sinceLastReview ? 'since_last_review' : options.fullReview ? 'full_review' : 'nothing',
    automatic: options.hygieneOnly !== true && imports.reviews.length === 0,
    withImports: imports.reviews.length > 0,
    agent: chosen.reviewer === null ? null : identityOf(chosen.reviewer, repository.root),
    // What was reviewed under other rules has to be looked at again.
    rules: chosen.reviewer === null ? null : JSON.stringify([rules.rules, gates, [...rules.guides]]),
  }
  const notices = chosen.reviewer === null ? [] : rules.notices
  return { repository, settings, rules, decisions, chosen, imports, work, request, github, notices }
}

const noAgents: ChosenAgents = { reviewer: null, others: [], verifier: null, notices: [] }

function readScope(options: ReviewOptions): Scope {
  const parsed = parseScope(options.scope ?? [], {
    base: options.base !== undefined,
    committed: options.committed === true,
    sinceLastReview: options.sinceLastReview === true,
    fullReview: options.fullReview === true,
    github: options.github === true,
  })
  if ('problem' in parsed) throw new LoopError('usage', { problem: parsed.problem, command: 'review' })
  return parsed.scope
}

/** Loaded when asked for. */
async function readGithub(
  repository: Repository,
  options: ReviewOptions,
  number: number | null,
): Promise<GithubReview> {
  const { prepareGithub } = await import('./github-review.ts')
  return prepareGithub(repository, options, number)
}

async function freezeFor(
  repository: Repository,
  cwd: string,
  scope: Scope,
  options: ReviewOptions,
): Promise<FrozenSettings> {
  const ci = options.ci ?? readEnvironment().ci
  const base = options.base ?? null
  const fromCommit = ci ? await trustedCommit(repository, scope, base) : null
  const trust = options.trustConfig ?? false
  return freezeSettings(repository, { cwd, file: options.config, base, trust, fromCommit })
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
