import { readEnvironment } from '../../config/environment.ts'
import { type BudgetLimits, remainingBudget } from '../../core/fix/remaining-budget.ts'
import type { RunFact } from '../../core/staged/machine/facts.ts'
import { ignoreFile } from '../../core/staged/preflight.ts'
import { type RunResult, toRunResult } from '../../core/staged/run-result.ts'
import { type SessionStart, titleOf } from '../../core/staged/session-file/start-session.ts'
import { readWorkItem } from '../../core/staged/work-item.ts'
import { given } from '../../core/values/given.ts'
import { requireReady } from '../../io/git/commit-fix.ts'
import { requireOwnFile } from '../../io/own-file.ts'
import { createSession } from '../../io/session-store.ts'
import { runSession } from '../../run/session/run-session.ts'
import { stagedMachine, withdrawnDrift } from '../../run/staged/run-stages.ts'
import { fixCycles } from '../looping/fix-cycles.ts'
import { keepPrompts } from '../prompts.ts'
import { hashesOf, sessionSettings } from '../reviewing/frozen-settings.ts'
import { signalOf } from '../signal-of.ts'
import { besideWork } from './beside-work.ts'
import { mendRun } from './mend-run.ts'
import { type PreparedRun, policyFrom, prepareRun } from './prepare-run.ts'
import { previousContext } from './previous-context.ts'
import { requireWork } from './read-work.ts'
import { namedAgents, rememberedOptions, saidCommands } from './remembered-options.ts'
import { resumeRun } from './resume-run.ts'
import { reviewAfterRun } from './review-after-run.ts'
import { routedOptions } from './route-run.ts'
import { withLocks } from './run-locks.ts'
import type { NewEntry, RunOptions } from './run-options.ts'
import { prepareStagedAgents } from './staged-asking.ts'
import { stagedPorts } from './staged-ports.ts'
import { trackedNotice, trackedSecrets } from './staged-preflight.ts'
import { openStagedSession, type StagedSession } from './staged-session.ts'
import { stagedWork } from './staged-work.ts'

/** Plans, executes, polishes, documents, checks and delivers, every stage reviewed; or goes on with a run. */
export async function performRun(asked: RunOptions): Promise<RunResult> {
  const options = await rememberedOptions(await routedOptions(asked))
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
  const entry = await besideWork({ root, uncommitted }, { ...options, handsfree: policy.handsfree }, asked)
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

/** To its end, to a question that nobody answers, or until it is cancelled: then what is half done is undone first. */
export async function carryOn(
  setup: PreparedRun,
  options: RunOptions,
  session: string,
  opened: StagedSession,
): Promise<RunResult> {
  const work = stagedWork(setup.repository, setup.branch, () => opened.view().state.outputs)
  const agents = await prepareStagedAgents(
    {
      flags: { ...options.agents, ...limitsNow(opened) },
      config: setup.settings.config,
      repository: setup.repository,
      variables: readEnvironment().variables,
      reviewDir: `.review-loop/sessions/${session}`,
      rules: setup.rules,
      session,
      emit: options.onEvent ?? (() => {}),
      run: setup.settings.run,
      work,
      signal: signalOf(options),
    },
    setup.chosen,
  )
  try {
    const { root } = setup.repository
    const asked = { cwd: root, file: setup.configFile, base: null, trust: options.trustConfig ?? false }
    const frozen = sessionSettings(setup.repository, setup, asked)
    const ports = stagedPorts({ ...opened, setup, options, session, work, agents, frozen })
    if (options.planOnly !== true) await tellTracked(setup, options)
    for (const fact of await withdrawnDrift(opened.state(), ports)) opened.note(fact)
    await runSession(stagedMachine, opened, ports)
  } catch (error) {
    if (options.signal?.aborted !== true) throw error
    await mendRun(setup, session, opened, Date.now())
    if (opened.view().state.outcome === null) opened.note({ type: 'interrupted', why: 'it was cancelled' })
  } finally {
    opened.close()
  }
  return toRunResult(opened.events())
}

/** Before anything is paid for: they keep the run from its delivery. */
async function tellTracked({ repository }: PreparedRun, { onNotice }: RunOptions): Promise<void> {
  const tracked = await trackedSecrets(repository)
  if (tracked.length > 0) onNotice?.(trackedNotice(tracked))
}

/** What the session may still cost and take. */
export function limitsNow({ view, workedMs }: Pick<StagedSession, 'view' | 'workedMs'>): BudgetLimits {
  const { policy, usage } = view().state
  const { maxTimeMs = null, maxDollars = null } = policy ?? {}
  const whole = { ...(maxTimeMs === null ? {} : { maxTimeMs }), ...(maxDollars === null ? {} : { maxDollars }) }
  return remainingBudget(whole, usage, workedMs()).limits
}
