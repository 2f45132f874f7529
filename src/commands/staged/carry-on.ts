import { readEnvironment } from '../../config/environment.ts'
import { type RunResult, toRunResult } from '../../core/staged/run-result.ts'
import { runSession } from '../../run/session/run-session.ts'
import { stagedMachine, withdrawnDrift } from '../../run/staged/run-stages.ts'
import { sessionSettings } from '../reviewing/frozen-settings.ts'
import { signalOf } from '../signal-of.ts'
import type { PreparedRun } from './prepare-run.ts'
import { recoverRun } from './recover-run.ts'
import type { RunOptions } from './run-options.ts'
import { prepareStagedAgents } from './staged-asking.ts'
import { stagedPorts } from './staged-ports.ts'
import { trackedNotice, trackedSecrets } from './staged-preflight.ts'
import { limitsNow, type StagedSession } from './staged-session.ts'
import { stagedWork } from './staged-work.ts'

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
    await recoverRun(setup, session, opened, Date.now())
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
