import { loadConfig } from '../../config/load.ts'
import { noCriticGates } from '../../core/change/critic-gates.ts'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { Settings } from '../settings.ts'
import { askOn } from '../trust/trust-option.ts'
import { loadSettings } from '../trust/trusted-settings.ts'
import type { World } from './step.ts'

/**
 * The rules of the house, from where `review` reads them: the working tree, or in CI the commit the change starts from.
 * In CI without that commit there are none, because the change must not configure its own review.
 */
export async function loadHouse(
  repository: Repository | undefined,
  { context, cwd }: World,
  baseCommit: string | null,
): Promise<Settings> {
  const { ci } = context.environment
  if (repository === undefined || (ci && baseCommit === null)) return defaults()
  const request = { cwd, file: undefined, base: null, trust: askOn(context) }
  return loadSettings(repository, { ...request, fromCommit: ci ? baseCommit : null })
}

/** Undefined outside of a repository. */
export async function repositoryIfThere({ repository }: World): Promise<Repository | undefined> {
  try {
    return await repository()
  } catch (error) {
    if (error instanceof LoopError && ['not_repository', 'bare_repository'].includes(error.code)) return undefined
    throw error
  }
}

async function defaults(): Promise<Settings> {
  return { fromCommit: null, ...(await loadConfig({ config: undefined, waivers: undefined })), gates: noCriticGates }
}
