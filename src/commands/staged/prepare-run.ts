import { resolve } from 'node:path'
import { readEnvironment } from '../../config/environment.ts'
import type { RunPolicy } from '../../core/staged/machine/policy.ts'
import { firstFew } from '../../core/values/first-few.ts'
import { LoopError } from '../../errors.ts'
import { findBase } from '../../io/git/base.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { unwatchedFiles } from '../../io/git/unwatched-files.ts'
import { openSettled } from '../open-settled.ts'
import { type FrozenSettings, freezeSettings } from '../reviewing/frozen-settings.ts'
import type { LoadRequest } from '../trust/trusted-settings.ts'
import { validatedElsewhere } from '../validate-commands.ts'
import type { RunOptions } from './run-options.ts'
import { type ChosenStagedAgents, chooseStagedAgents } from './staged-agents.ts'

/** Everything a staged run rests on, checked before anything is written or paid for. */
export interface PreparedRun extends FrozenSettings {
  /** Not bound to the signal: what is half done is brought to an end. */
  readonly repository: Repository
  /** From --config, absolute. */
  readonly configFile: string | undefined
  readonly branch: string
  /** Files that differ from HEAD. */
  readonly uncommitted: readonly string[]
  readonly chosen: ChosenStagedAgents
  readonly validate: readonly string[]
}

export async function prepareRun(options: RunOptions): Promise<PreparedRun> {
  const cwd = resolve(options.cwd ?? '.')
  const repository = await openSettled(cwd)
  const { branch, head, dirty, oversized } = await readWorkState(repository)
  if (head === null) throw new LoopError('unborn_branch', { branch })
  const frozen = await freezeSettings(repository, await requestFrom(repository, cwd, branch, options))
  const { settings } = frozen
  const chosen = await chooseStagedAgents({
    flags: options.agents ?? {},
    config: settings.config,
    run: settings.run,
    origins: settings.origins,
    variables: readEnvironment().variables,
    root: repository.root,
  })
  const validate = options.validate ?? settings.config.validate.commands
  const elsewhere = options.planOnly === true ? [] : validatedElsewhere(repository, validate)
  const unwatched = options.planOnly === true ? [] : await unwatchedFiles(repository)
  const hidden = unwatched.length === 0 ? [] : [unwatchedNotice(unwatched)]
  for (const notice of [...settings.runWarnings, ...settings.warnings, ...chosen.notices, ...elsewhere, ...hidden])
    options.onNotice?.(notice)
  return {
    repository,
    ...frozen,
    configFile: options.config === undefined ? undefined : resolve(cwd, options.config),
    branch,
    uncommitted: [...dirty, ...oversized.keys()],
    chosen,
    validate,
  }
}

/** In CI the settings are those of the base: what a change brings along does not configure the work on it. */
async function requestFrom(
  repository: Repository,
  cwd: string,
  branch: string,
  { config: file, trustConfig: trust = false }: RunOptions,
): Promise<LoadRequest> {
  const fromCommit = readEnvironment().ci ? (await findBase(repository, null, branch)).commit : null
  return { cwd, file, base: null, trust, fromCommit }
}

function unwatchedNotice(files: readonly string[]): string {
  const names = firstFew(files, 5).join(', ')
  return `git was told not to look at ${names}: what an agent changes there is neither seen nor reviewed. To have it seen: git update-index --no-skip-worktree FILE (or --no-assume-unchanged)`
}

/** What is said now, else what was said before, else the configuration. */
export function policyFrom(
  { settings: { run }, chosen, validate }: Pick<PreparedRun, 'settings' | 'chosen' | 'validate'>,
  options: RunOptions,
  before: RunPolicy | null,
): RunPolicy {
  const { agents = {} } = options
  return {
    handsfree: options.handsfree ?? (before?.handsfree || run.handsfree),
    stopAfter: options.stopAfter ?? 'delivery',
    planOnly: options.planOnly ?? false,
    acceptExternal: options.acceptExternal ?? false,
    softLimitPlan: run.soft_limit_plan,
    softLimitExec: run.soft_limit_exec,
    skipPolish: run.skip_quality_polish,
    validates: validate.length > 0,
    gate: options.gate ?? before?.gate ?? false,
    reviewerRetries: chosen.reviewerRetries,
    ...((options.postReview ?? before?.postReview) === false ? { postReview: false } : {}),
    maxDollars: agents.maxDollars ?? before?.maxDollars ?? null,
    maxTimeMs: agents.maxTimeMs ?? before?.maxTimeMs ?? null,
  }
}
