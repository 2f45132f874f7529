import type { RunFact } from '../../core/staged/machine/facts.ts'
import { ignoreFile } from '../../core/staged/preflight.ts'
import type { RunResult } from '../../core/staged/run-result.ts'
import { type SessionStart, titleOf } from '../../core/staged/session-file/start-session.ts'
import { readWorkItem } from '../../core/staged/work-item.ts'
import { given } from '../../core/values/given.ts'
import { requireReady } from '../../io/git/commit-fix.ts'
import { requireOwnFile } from '../../io/own-file.ts'
import { createSession } from '../../io/session-store.ts'
import { fixCycles } from '../looping/fix-cycles.ts'
import { keepPrompts } from '../prompts.ts'
import { hashesOf } from '../reviewing/frozen-settings.ts'
import { carryOn } from './carry-on.ts'
import { chooseDirtyWork } from './choose-dirty-work.ts'
import { type PreparedRun, policyFrom, prepareRun } from './prepare-run.ts'
import { previousContext } from './previous-context.ts'
import { requireWork } from './read-work.ts'
import { namedAgents, resumeOptions, saidCommands } from './resume-options.ts'
import { resumeRun } from './resume-run.ts'
import { reviewAfterRun } from './review-after-run.ts'
import { routedOptions } from './route-run.ts'
import { withLocks } from './run-locks.ts'
import type { NewEntry, RunOptions } from './run-options.ts'
import { openStagedSession } from './staged-session.ts'

/** Plans, executes, polishes, documents, checks and delivers, every stage reviewed; or goes on with a run. */
export async function performRun(asked: RunOptions): Promise<RunResult> {
  const options = await resumeOptions(await routedOptions(asked))
  keepPrompts()
  const setup = await prepareRun(options)
  if (options.postReview !== false) fixCycles()
  for (const name of [ignoreFile, setup.settings.run.docs_file].filter((each) => each !== ''))
    requireOwnFile(setup.repository.root, name)
  if (setup.settings.run.auto_commit) await requireReady(setup.repository)
  const { entry } = options
  const result = await (entry.kind === 'resume' ? resumeRun(setup, options, entry) : startRun(setup, options, entry))
  return reviewAfterRun(setup, options, result)
}

async function startRun(setup: PreparedRun, options: RunOptions, asked: NewEntry): Promise<RunResult> {
  const { repository, branch, uncommitted } = setup
  const policy = policyFrom(setup, options, null)
  const { root } = repository
  const entry = await chooseDirtyWork({ root, uncommitted }, { ...options, handsfree: policy.handsfree }, asked)
  const begin = beginningOf(entry, options, setup)
  requireWork(begin, uncommitted)
  const session = createSession(root)
  const { stopAfter = 'delivery', onNotice } = options
  const locks = { root, branch, session, entryPoint: begin.entry, stopAfter }
  return withLocks(locks, async (notices) => {
    for (const notice of notices) onNotice?.(notice)
    const opened = openStagedSession(root, session, options.onRunEvent)
    const fact: RunFact = {
      type: 'run-started',
      session,
      title: titleOf(begin),
      workItem: entry.kind === 'work-item' ? entry.text : entry.kind === 'plan' ? entry.plan : entry.description,
      policy,
      begin,
      backends: setup.chosen.backends,
      named: namedAgents(options.agents ?? {}),
      validate: saidCommands(options.validate ?? []),
      settings: hashesOf(setup),
      branch,
    }
    opened.note(fact)
    return carryOn(setup, options, session, opened)
  })
}

function beginningOf(
  entry: NewEntry,
  { planOnly = false, onNotice = () => {} }: RunOptions,
  { repository, branch }: PreparedRun,
): SessionStart {
  switch (entry.kind) {
    case 'work-item': {
      const previous = previousContext(repository.root, onNotice)
      return { entry: planOnly ? 'plan' : 'review-loop', ...readWorkItem(entry.text), ...given({ previous }) }
    }
    case 'plan':
      return { entry: 'execute-from-plan', title: entry.title, description: entry.description, plan: entry.plan }
    case 'review-only': {
      const target = `The uncommitted work on ${branch}: what differs from HEAD.`
      return { entry: 'review-only', description: entry.description, target }
    }
  }
}
