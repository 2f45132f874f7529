import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { mask } from '../../io/masking.ts'
import { listRuns, newestFirst, trackedRuns } from '../../io/run-file.ts'
import { readRun } from '../../io/run-journal.ts'
import { findSession, listSessions } from '../../io/session-store.ts'
import { openSettled } from '../open-settled.ts'
import { nothingToResume } from '../sessions/resumable-sessions.ts'
import type { RunEntry, RunOptions } from './run-options.ts'
import type { StagedFlags } from './staged-agents.ts'

type Resume = Extract<RunEntry, { readonly kind: 'resume' }>

/** It names the session it goes on with. */
export type SettledResume = Resume & { readonly session: string }

export type SettledOptions = Omit<RunOptions, 'entry'> & { readonly entry: Exclude<RunEntry, Resume> | SettledResume }

/** Finds the run that is meant, and takes the agents and commands it was begun with wherever none are named now. */
export async function resumeOptions({ entry, ...options }: RunOptions): Promise<SettledOptions> {
  if (entry.kind !== 'resume') return { ...options, entry }
  const repository = await openSettled(options.cwd ?? '.')
  const { root } = repository
  const session =
    entry.session === true ? await newestRun(repository) : findSession(root, entry.session, listRuns(root))
  if (session === undefined) {
    throw nothingToResume(root, (await readWorkState(repository)).branch, 'There is no run to resume')
  }
  const settled = { ...options, entry: { ...entry, session } }
  if (!listSessions(root, 'run').includes(session)) return settled
  const [start] = readRun(root, session).events
  if (start?.type !== 'run-started') return settled
  const named = options.agents?.agent === undefined ? start.named : {}
  const said = start.validate.length > 0 ? { validate: start.validate } : {}
  return { ...said, ...settled, agents: { ...named, ...options.agents } }
}

/** Another tool's that came with the repository has to be named. */
async function newestRun(repository: Repository): Promise<string | undefined> {
  const ours = listSessions(repository.root, 'run')
  const tracked = await trackedRuns(repository)
  return newestFirst(repository.root).find((id) => ours.includes(id) || !tracked.has(id))
}

/** As they are kept in the journal, by the same rule as agents. */
export function saidCommands(commands: readonly string[]): readonly string[] {
  return commands.filter((command) => mask(command) === command)
}

/** As it is kept in the journal. A word that holds a secret is not kept: it has to be said again. */
export function namedAgents({ agent, planner, executor, reviewer }: StagedFlags): Readonly<Record<string, string>> {
  const said = Object.entries({ agent, planner, executor, reviewer })
  return Object.fromEntries(
    said.filter((pair): pair is [string, string] => pair[1] !== undefined && mask(pair[1]) === pair[1]),
  )
}
