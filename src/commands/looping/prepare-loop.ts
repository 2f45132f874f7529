import { resolve } from 'node:path'
import { readStory, type Story } from '../../core/loop/story.ts'
import type { LoopPolicy, SessionFact } from '../../core/loop/types.ts'
import { LoopError } from '../../errors.ts'
import { readRequired } from '../../io/files.ts'
import { openRepository, type Repository } from '../../io/git/repository.ts'
import type { AgentSettings, Config } from '../../types.ts'
import { type PreparedReview, prepareReview } from '../reviewing/prepare-review.ts'
import { requireHiddenFolder } from './findings-folder.ts'
import { chooseFixer } from './fix-round.ts'
import type { LoopOptions } from './loop-options.ts'

/** Everything a loop rests on, checked before anything is written or paid for. */
export interface PreparedLoop {
  readonly prepared: PreparedReview
  /** Not bound to the signal: what is half done is brought to an end. */
  readonly repository: Repository
  readonly fixer: AgentSettings | null | undefined
  readonly policy: LoopPolicy
  readonly story: Story | null
  readonly branch: string
}

/** `committed`: uncommitted work is not even looked at, so that nothing is written. */
export async function prepareLoop(options: LoopOptions & { readonly committed?: boolean }): Promise<PreparedLoop> {
  const { cwd, scope, base, config, agents, intent, ci, signal } = options
  const prepared = await prepareReview({
    fullReview: true,
    ...(options.committed === undefined ? {} : { committed: options.committed }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(scope === undefined ? {} : { scope }),
    ...(base === undefined ? {} : { base }),
    ...(config === undefined ? {} : { config }),
    ...(agents === undefined ? {} : { agents }),
    ...(intent === undefined ? {} : { intent }),
    ...(ci === undefined ? {} : { ci }),
    ...(signal === undefined ? {} : { signal }),
  })
  const { kind, branch, baseCommit } = prepared.work.scope
  if ((kind !== 'branch' && kind !== 'paths') || baseCommit === null) {
    const problem = 'a loop works on a branch, or on paths of it'
    throw new LoopError('usage', { problem, command: 'loop' })
  }
  const { config: settings, origins } = prepared.settings
  await requireHiddenFolder(prepared.repository, settings.loop.findings, origins.get('loop.findings') ?? '')
  return {
    prepared,
    repository: await openRepository(prepared.repository.root),
    fixer: await chooseFixer(agents ?? {}, prepared),
    policy: policyFrom(options, settings),
    story: options.story === undefined ? null : storyFrom(resolve(cwd ?? '.', options.story)),
    branch,
  }
}

const hardCap = 5

function policyFrom(options: LoopOptions, { loop: settings, validate }: Config): LoopPolicy {
  const maxRounds = options.maxRounds ?? settings.maxRounds
  if (!Number.isInteger(maxRounds) || maxRounds < 1 || maxRounds > hardCap) {
    const problem = `--max-rounds must be a number from 1 to ${hardCap}, found ${maxRounds}`
    throw new LoopError('usage', { problem, command: 'loop' })
  }
  return {
    maxRounds,
    hardCap,
    onLimit: options.onLimit ?? settings.onLimit,
    commit: options.commit ?? true,
    validate: options.validate ?? validate.commands,
    baseline: validate.baseline,
    scopeGuard: options.scopeGuard ?? settings.scopeGuard,
    maxDollars: options.agents?.maxDollars ?? null,
    maxTimeMs: options.agents?.maxTimeMs ?? null,
  }
}

function storyFrom(path: string): Story {
  const read = readStory(readRequired(path))
  if ('value' in read) return read.value
  throw new LoopError('unreadable_file', { path, reason: read.problems.join('; ') })
}

/** Who works in a loop, by name. */
export function namesOf({
  prepared: { chosen },
  fixer,
}: PreparedLoop): Extract<SessionFact, { type: 'session-started' }>['agents'] {
  return {
    reviewer: chosen.reviewer?.name ?? 'builtin',
    fixer: fixer === undefined ? 'none' : (fixer?.name ?? 'builtin'),
    verifier: chosen.verifier?.name ?? 'none',
  }
}
