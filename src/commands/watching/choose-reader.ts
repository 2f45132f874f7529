import { readEnvironment } from '../../config/environment.ts'
import { given } from '../../core/values/given.ts'
import { type AgentFlags, chooseReader } from '../agents/agents.ts'
import { limitsNow } from '../looping/loop-ports.ts'
import type { LoopWorld } from '../looping/loop-world.ts'
import { refuseOwnPrograms } from '../reviewing/own-programs.ts'
import type { OpenedWatch } from './open-watch.ts'
import { type TextReader, textReader } from './text-reader.ts'
import type { Watcher } from './watcher.ts'

/** Null: no agent is configured that could read. */
export function readerOf(world: LoopWorld): TextReader | null {
  const { setup, options, session, frozen, state } = world
  if (setup.reader === null) return null
  const { rounds, silentReviews } = state()
  return textReader({
    settings: setup.reader,
    config: frozen.now().settings.config,
    repository: setup.repository,
    limits: () => limitsNow(world),
    session,
    step: `${rounds.length} ${silentReviews.length}`,
    round: rounds.length + 1,
    reviewDir: `.review-loop/sessions/${session}`,
    emit: options.onEvent ?? (() => {}),
    signal: options.signal ?? new AbortController().signal,
  })
}

/** For a look without a session: what it pays counts for this process. */
export async function readerForLook(
  flags: AgentFlags,
  { base, session: { repository: name, pr }, settings }: OpenedWatch,
  watcher: Watcher,
): Promise<TextReader | null> {
  const { repository, signal, now } = watcher
  const { config, origins } = settings
  const { variables } = readEnvironment()
  const reader = await chooseReader({ flags, config, origins, variables, root: repository.root })
  if (reader === null) return null
  await refuseOwnPrograms(repository, [reader], base, { baseTree: base, headTree: 'HEAD' })
  const start = now()
  const { maxDollars, maxTimeMs } = flags
  return textReader({
    settings: reader,
    config,
    repository,
    limits: () => ({
      ...given({ maxDollars }),
      ...(maxTimeMs === undefined ? {} : { maxTimeMs: Math.max(1, start + maxTimeMs - now()) }),
    }),
    session: `${name}#${pr}`,
    step: String(start),
    round: 1,
    reviewDir: '.review-loop/tmp',
    emit: () => {},
    signal,
  })
}
