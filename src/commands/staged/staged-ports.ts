import type { WorkPoint } from '../../core/loop/types.ts'
import { earlierFolders } from '../../core/staged/foreign-edits.ts'
import type { Checked } from '../../core/staged/machine/facts.ts'
import { plannedFiles } from '../../core/staged/replies/told-files.ts'
import { questionWords } from '../../core/staged/run-answer.ts'
import { planText } from '../../core/staged/session-file/session-plan.ts'
import { given } from '../../core/values/given.ts'
import { LoopError } from '../../errors.ts'
import { readTreeState } from '../../io/git/dirty-map.ts'
import { restoreTree } from '../../io/git/restore-tree.ts'
import { workPoint } from '../../io/git/work-point.ts'
import type { StagedAgents, StagedPorts, WorkPort } from '../../run/staged/ports.ts'
import { validateWork } from '../looping/validate-work.ts'
import { requireSettled } from '../open-settled.ts'
import type { SessionSettings } from '../reviewing/frozen-settings.ts'
import { signalOf } from '../signal-of.ts'
import { deliverRun } from './deliver-run.ts'
import { withDeliveryNotice } from './delivery-notice.ts'
import type { PreparedRun } from './prepare-run.ts'
import { readWork } from './read-work.ts'
import type { RunOptions } from './run-options.ts'
import { baseOf, checkLanguages } from './staged-checks.ts'
import { preflight, writeIgnores } from './staged-preflight.ts'
import { deliveryOf } from './staged-secrets.ts'
import type { StagedSession } from './staged-session.ts'
import { driftBetween, treeSnapshot } from './tree-snapshot.ts'

export interface StagedWorld extends Pick<StagedSession, 'view' | 'events'> {
  readonly setup: PreparedRun
  readonly options: RunOptions
  readonly session: string
  readonly work: WorkPort
  readonly agents: StagedAgents
  readonly frozen: SessionSettings
}

/** The world as a staged run sees it: this repository, these agents, this journal. */
export function stagedPorts(world: StagedWorld): StagedPorts {
  const { setup, options, work, agents, view, events, frozen } = world
  const { repository, settings } = setup
  const signal = signalOf(options)
  return {
    view,
    point: () => work.point(),
    readWork: () => readWork(repository, work, view().state.started?.begin ?? null),
    tree: async () => treeSnapshot(await readTreeState(repository)),
    drift: async (since, found) => {
      const { session_commits = [] } = view().document.metadata.values
      const drift = await driftBetween(repository, since, found, session_commits)
      return drift.kind === 'ok' ? [] : drift.reasons
    },
    agents,
    checks: async (order, run) =>
      checkLanguages(order, run, work, (await deliveryOf(run, work)).files, {
        cwd: repository.root,
        frozen: frozen.now(),
        signal,
      }),
    validate: (since) => validate(world, since),
    preflight: async (run) => preflight(repository, await deliveryOf(run, work), frozen.now().settings.config, today()),
    writeIgnores: (patterns) => writeIgnores(repository, patterns),
    restore: (tree) => restore(world, tree),
    deliver: () =>
      withDeliveryNotice(signal, options.onNotice ?? (() => {}), () =>
        deliverRun(repository, { events: events(), work }, settings.run, today()),
      ),
    phrase: (question, { state }) => questionWords(question, state.started?.title ?? '', earlierFolders(events())),
    ask: async (question) => {
      const answer = (await options.ask?.(question)) ?? null
      if (answer !== null) await frozen.readAgain()
      return answer
    },
    onStep: options.onStep ?? (() => {}),
    requireSettled: () => requireSettled(repository),
    signal,
  }
}

async function validate({ setup, options, view }: StagedWorld, since: WorkPoint): Promise<Checked> {
  const { repository, settings } = setup
  const { outputs } = view().state
  const validated = await validateWork(
    {
      repository,
      commands: setup.validate,
      seconds: settings.config.validate.seconds,
      sandbox: settings.config.validate.sandbox,
      ...given({ onNotice: options.onNotice }),
      base: baseOf(view(), since),
      files: plannedFiles(planText(view().document)).map(({ path }) => path),
      outputs,
      signal: signalOf(options),
    },
    since,
  )
  if (validated.validations.length === 0) return validated
  const left = await workPoint(repository, { without: [...outputs, ...validated.wrote] })
  return left.head === since.head && left.tree !== since.tree ? { ...validated, left } : validated
}

const today = (): string => new Date().toISOString().slice(0, 10)

async function restore({ setup: { repository }, session, work }: StagedWorld, tree: string): Promise<void> {
  const { left } = await restoreTree(repository, { from: (await work.point()).tree, to: tree, session })
  if (left.length > 0) throw new LoopError('not_restored', { files: left.join(', ') })
}
