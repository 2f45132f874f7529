import { resolve } from 'node:path'
import { readEnvironment } from '../../config/environment.ts'
import { readStory, type Story } from '../../core/loop/story.ts'
import type { LoopPolicy, SessionFact } from '../../core/loop/types.ts'
import { LoopError } from '../../errors.ts'
import { readRequired } from '../../io/files.ts'
import { withoutSignal } from '../../io/git/repository.ts'
import type { AgentSettings, Config } from '../../types.ts'
import { chooseReader } from '../agents/agents.ts'
import { refuseOwnPrograms } from '../reviewing/own-programs.ts'
import { type PreparedReview, prepareReview } from '../reviewing/prepare-review.ts'
import { requireHiddenFolder } from './findings-folder.ts'
import { chooseFixer } from './fix-round.ts'
import type { LoopOptions } from './loop-options.ts'
import type { OutsideReview, PreparedLoop } from './loop-world.ts'

/** Quick: uncommitted work is not read here, so that a session exists before anything takes long. */
export async function prepareLoop(options: LoopOptions, outside: OutsideReview | null = null): Promise<PreparedLoop> {
  const { cwd, scope, base, config, intent, ci, trustConfig, signal } = options
  const [, number] = (scope?.length === 1 && /^#?([1-9]\d*)$/.exec(scope[0] ?? '')) || []
  if (number !== undefined) throw new LoopError('pull_request', { number })
  const agents = outside === null ? options.agents : undefined
  const prepared = await prepareReview({
    // Then no reviewer is chosen or looked for here.
    ...(outside === null ? { fullReview: true } : { hygieneOnly: true }),
    committed: true,
    ...(cwd === undefined ? {} : { cwd }),
    ...(scope === undefined ? {} : { scope }),
    ...(base === undefined ? {} : { base }),
    ...(config === undefined ? {} : { config }),
    ...(agents === undefined ? {} : { agents }),
    ...(intent === undefined ? {} : { intent }),
    ...(ci === undefined ? {} : { ci }),
    ...(trustConfig === undefined ? {} : { trustConfig }),
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
    repository: withoutSignal(prepared.repository),
    fixer: await chooseFixer(outside === null ? (agents ?? {}) : fixerOnly(options, settings), prepared),
    reader: outside !== null && 'watch' in outside.session ? await readerFor(options, prepared) : null,
    policy: policyFrom(options, settings, outside),
    story: options.story === undefined ? null : storyFrom(resolve(cwd ?? '.', options.story), prepared),
    branch,
    outside,
  }
}

/** Where nobody else is named, whoever would review is who fixes. */
function fixerOnly({ agents = {} }: LoopOptions, { roles }: Config) {
  const fixer = agents.fixer ?? agents.agent ?? roles.fixer ?? roles.reviewer
  return fixer === null ? {} : { fixer }
}

async function readerFor({ agents = {} }: LoopOptions, prepared: PreparedReview): Promise<AgentSettings | null> {
  const { repository, settings, work } = prepared
  const { config, origins, fromCommit } = settings
  const { variables } = readEnvironment()
  const reader = await chooseReader({ flags: agents, config, origins, variables, root: repository.root })
  await refuseOwnPrograms(repository, [reader], fromCommit, work.scope)
  return reader
}

const mostRounds = 5

function policyFrom(options: LoopOptions, config: Config, outside: OutsideReview | null): LoopPolicy {
  const { loop: settings, validate } = config
  const { most: hardCap, usual } = outside?.rounds(config) ?? { most: mostRounds, usual: settings.maxRounds }
  const maxRounds = options.maxRounds ?? usual
  if (!Number.isInteger(maxRounds) || maxRounds < 1 || maxRounds > hardCap) {
    const problem = `--max-rounds must be a number from 1 to ${hardCap}, found ${maxRounds}`
    throw new LoopError('usage', { problem, command: outside?.command ?? 'loop' })
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

/** Only an agent can tell whether the criteria are met. */
function storyFrom(path: string, { chosen }: PreparedReview): Story {
  const read = readStory(readRequired(path))
  if ('problems' in read) throw new LoopError('bad_story', { path, problems: read.problems.join(' ') })
  if (chosen.reviewer !== null) return read.value
  const problem = '--story needs an agent that reads it, such as --agent claude: the built-in reviewers do not'
  throw new LoopError('usage', { problem, command: 'loop' })
}

/** Who works in a loop, by name. */
export function namesOf({
  prepared: { chosen },
  fixer,
  reader,
  outside,
}: PreparedLoop): Extract<SessionFact, { type: 'session-started' }>['agents'] {
  return {
    reviewer: outside?.reviewer ?? chosen.reviewer?.name ?? 'builtin',
    fixer: fixer === undefined ? 'none' : (fixer?.name ?? 'builtin'),
    verifier: (chosen.verifier ?? reader)?.name ?? 'none',
  }
}
