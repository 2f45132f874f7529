import { join, resolve } from 'node:path'
import { readEnvironment } from '../config/environment.ts'
import { type LoadedFlatConfig, parseFlatConfig } from '../config/flat-config.ts'
import type { RunPolicy } from '../core/staged/machine/policy.ts'
import { readIfThere } from '../io/files.ts'
import { openRepository, type Repository } from '../io/git/repository.ts'
import { readWorkState } from '../io/git/snapshot.ts'
import type { RunOptions } from './run-options.ts'
import { loadSettings, type Settings } from './settings.ts'
import { type ChosenStagedAgents, chooseStagedAgents } from './staged-agents.ts'

/** Everything a staged run rests on, checked before anything is written or paid for. */
export interface PreparedRun {
  /** Not bound to the signal: what is half done is brought to an end. */
  readonly repository: Repository
  readonly settings: Settings
  /** From --config, absolute. */
  readonly configFile: string | undefined
  /** `.review-loop/config.md`, which other tools read as well. */
  readonly flat: LoadedFlatConfig
  readonly branch: string
  readonly chosen: ChosenStagedAgents
  readonly validate: readonly string[]
}

const flatFile = '.review-loop/config.md'

export async function prepareRun(options: RunOptions): Promise<PreparedRun> {
  const cwd = resolve(options.cwd ?? '.')
  const repository = await openRepository(cwd)
  const settings = await loadSettings(repository, { cwd, file: options.config, fromCommit: null })
  const flat = parseFlatConfig(readIfThere(join(repository.root, flatFile)) ?? '')
  for (const { line, message } of flat.warnings) options.onNotice?.(`${flatFile}:${line ?? 1}: ${message}`)
  const chosen = await chooseStagedAgents({
    flags: options.agents ?? {},
    config: settings.config,
    origins: settings.origins,
    variables: readEnvironment().variables,
    root: repository.root,
    flat,
  })
  for (const notice of [...settings.warnings, ...chosen.notices]) options.onNotice?.(notice)
  return {
    repository,
    settings,
    configFile: options.config === undefined ? undefined : resolve(cwd, options.config),
    flat,
    branch: (await readWorkState(repository)).branch,
    chosen,
    validate: options.validate ?? settings.config.validate.commands,
  }
}

/** What is said now, else what was said before, else the configuration. */
export function policyFrom(
  { flat, chosen }: Pick<PreparedRun, 'flat' | 'chosen'>,
  options: RunOptions,
  before: RunPolicy | null,
): RunPolicy {
  const { agents = {} } = options
  const { config } = flat
  return {
    handsfree: options.handsfree ?? config.handsfree,
    stopAfter: options.stopAfter ?? 'delivery',
    planOnly: options.planOnly ?? false,
    acceptExternal: options.acceptExternal ?? false,
    softLimitPlan: config.soft_limit_plan,
    softLimitExec: config.soft_limit_exec,
    skipPolish: config.skip_quality_polish,
    gate: options.gate ?? before?.gate ?? false,
    reviewerRetries: chosen.reviewerRetries,
    maxDollars: agents.maxDollars ?? before?.maxDollars ?? null,
    maxTimeMs: agents.maxTimeMs ?? before?.maxTimeMs ?? null,
  }
}
