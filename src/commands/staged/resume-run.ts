import { isDeepStrictEqual } from 'node:util'
import { isOutput } from '../../core/fix/validation-output.ts'
import { changedSettings } from '../../core/loop/settings-hashes.ts'
import type { WorkPoint } from '../../core/loop/types.ts'
import type { Fact, RunEvent } from '../../core/staged/machine/facts.ts'
import { foldRun } from '../../core/staged/machine/fold.ts'
import { importedDocument } from '../../core/staged/machine/fold-import.ts'
import { isOwnDrift } from '../../core/staged/machine/fold-tree.ts'
import { matchesJournal } from '../../core/staged/machine/matches-journal.ts'
import { isOver, isSamePoint, type RunState } from '../../core/staged/machine/state.ts'
import { contradictedStages, isPlanRefused } from '../../core/staged/machine/supported-claims.ts'
import { sessionOf } from '../../core/staged/machine/to-session.ts'
import { type Unapproved, unapprovedEdits } from '../../core/staged/machine/unapproved-edits.ts'
import { type RunResult, toRunResult } from '../../core/staged/run-result.ts'
import { baselineOf } from '../../core/staged/session-file/session-defaults.ts'
import type { SessionDocument } from '../../core/staged/session-file/session-document.ts'
import { renderSession } from '../../core/staged/session-file/session-render.ts'
import { readWorkItem } from '../../core/staged/work-item.ts'
import { LoopError } from '../../errors.ts'
import { readTreeState } from '../../io/git/dirty-map.ts'
import type { Repository } from '../../io/git/repository.ts'
import { isSameBranch } from '../../io/git/same-branch.ts'
import { filesIn } from '../../io/git/tree-texts.ts'
import { maskDocument } from '../../io/masking.ts'
import { readRunFile } from '../../io/run-file.ts'
import { minute } from '../../report/sessions/session-words.ts'
import { hashesOf } from '../reviewing/frozen-settings.ts'
import { carryOn } from './carry-on.ts'
import { type PreparedRun, policyFrom } from './prepare-run.ts'
import { readForeignWork } from './read-work.ts'
import { recoverRun } from './recover-run.ts'
import { namedAgents, type SettledResume, saidCommands } from './resume-options.ts'
import { withLocks } from './run-locks.ts'
import type { RunOptions } from './run-options.ts'
import { openStagedSession, type StagedSession } from './staged-session.ts'
import { stagedWork } from './staged-work.ts'
import { driftFrom, treeSnapshot } from './tree-snapshot.ts'

/** Goes on where it was, whoever wrote last: nothing is reset, and what another tool wrote counts. */
export async function resumeRun(setup: PreparedRun, options: RunOptions, entry: SettledResume): Promise<RunResult> {
  const { root } = setup.repository
  const { session } = entry
  const entryPoint = readRunFile(root, session)?.document.metadata.values.entry_point ?? 'review-loop'
  const { stopAfter = 'delivery', onNotice } = options
  const locks = { root, branch: setup.branch, session, entryPoint, stopAfter }
  return withLocks(locks, async (notices, lastSeen) => {
    for (const notice of notices) onNotice?.(notice)
    const file = readRunFile(root, session)
    const opened = openStagedSession(root, session, options.onRunEvent)
    if (entry.needsPlan) requirePlan(session, file?.document ?? opened.view().document)
    const isForeign = file !== undefined && !matchesJournal(opened.events(), file.text, maskDocument)
    const before = foldRun(opened.events())
    if (!isForeign && isOver(before)) {
      opened.close()
      return before.postReviewSession === null
        ? shownAgain(setup, opened.events(), before)
        : toRunResult(opened.events())
    }
    await requireBranch(before, setup)
    // Where another tool went on, what is in the tree is its work: nothing is undone there.
    if (isForeign) await importFile(setup, options, opened, session, file)
    else await recoverRun(setup, session, opened, lastSeen)
    const { state } = opened.view()
    if (isOver(state)) {
      opened.close()
      return toRunResult(opened.events())
    }
    const changed = changedSettings(opened.events(), hashesOf(setup))
    if (changed !== null) onNotice?.(changed)
    opened.note(resumedWith(setup, options, state))
    if (isForeign) await checkBaseline(setup, opened, file.document)
    else if (file !== undefined) await checkAgain(setup, opened, file.document)
    return carryOn(setup, options, session, opened)
  })
}

function resumedWith(setup: PreparedRun, options: RunOptions, state: RunState): Fact<'resumed'> {
  const { policy, checked, commandsLeft } = state
  const ran = checked?.validations.map(({ command }) => command) ?? commandsLeft?.commands
  const isSame = ran === undefined || isDeepStrictEqual(ran, setup.validate)
  return {
    type: 'resumed',
    policy: policyFrom(setup, options, policy),
    settings: hashesOf(setup),
    ...(isSame ? {} : { revalidates: true }),
  }
}

/** What was delivered speaks of the files as they were then, whoever has committed them since. */
async function shownAgain(
  { repository, branch }: PreparedRun,
  events: readonly RunEvent[],
  { point, outputs }: RunState,
): Promise<RunResult> {
  const result = toRunResult(events)
  const at = minute(events.findLast(({ type }) => type === 'delivered')?.at ?? '')
  const found = await stagedWork(repository, branch, () => outputs).point()
  if (found.tree !== point?.tree || (await haveOutputsChanged(repository, events, outputs, found))) {
    const what = `Session ${result.session} was delivered ${at} UTC, and the files are not as it left them`
    throw new LoopError('no_session', { problem: `${what}: what came since is not reviewed. ${beginAnew}` })
  }
  const reason = `Session ${result.session} was delivered ${at} UTC, and the files are as it left them. Nothing was done now.`
  return result.outcome === 'delivered' ? { ...result, reason } : result
}

/** What commands wrote was not delivered; but where git tracks it, who edits it since has worked on it. */
async function haveOutputsChanged(
  repository: Repository,
  events: readonly RunEvent[],
  outputs: readonly string[],
  { head }: WorkPoint,
): Promise<boolean> {
  const last = events.findLast((event) => event.type === 'delivered')
  const { dirty } = await readTreeState(repository)
  const changed = [...dirty].filter(([path, content]) => isOutput(outputs, path) && last?.tree?.dirty[path] !== content)
  const tracked = await filesIn(
    repository,
    head,
    changed.map(([path]) => path),
  )
  return tracked.size > 0
}

const beginAnew =
  'Begin a new one: review-loop run with the work item and --new, or review-loop execute --review-only for work that is not committed'

/** What a run did on one branch must not be gone on with, nor undone, nor committed on another. */
async function requireBranch(
  { started, work, policy }: RunState,
  { repository, branch: found }: PreparedRun,
): Promise<void> {
  const { branch = found, session = '' } = started ?? {}
  if (await isSameBranch(repository, branch, found)) return
  const nameOf = (name: string) => (name === 'HEAD' ? 'no branch' : name)
  const back = branch === 'HEAD' ? `--detach ${work?.point.head ?? 'COMMIT'}` : branch
  throw new LoopError('branch_left', {
    branch: nameOf(branch),
    found: nameOf(found),
    back,
    resume: `${policy?.planOnly === true ? 'plan' : 'run'} --resume ${session}`,
  })
}

function requirePlan(session: string, document: SessionDocument): void {
  if (document.approvedPlan !== null && !isPlanRefused(document)) return
  const why =
    document.approvedPlan === null ? 'has no approved plan' : 'has a plan that its last planning round refuses'
  const problem = `session ${session} ${why}: go on with review-loop plan --resume ${session}`
  throw new LoopError('usage', { problem, command: 'execute' })
}

async function importFile(
  setup: PreparedRun,
  options: RunOptions,
  opened: StagedSession,
  session: string,
  { text, document }: { readonly text: string; readonly document: SessionDocument },
): Promise<void> {
  const { repository, branch } = setup
  const before = foldRun(opened.events())
  const work = stagedWork(repository, branch, () => before.outputs)
  if (before.started === null) {
    const { title, problem } = readWorkItem(`${document.preamble}\n\n${document.problemDescription}`)
    opened.note({
      type: 'run-started',
      session,
      title,
      workItem: problem,
      policy: policyFrom(setup, options, null),
      begin: null,
      backends: setup.chosen.backends,
      named: namedAgents(options.agents ?? {}),
      validate: saidCommands(options.validate ?? []),
      branch,
    })
  }
  if (before.work === null) opened.note(await readForeignWork(repository, work, document))
  options.onNotice?.('Somebody or another tool wrote the session file: what it says counts.')
  const contradicted = contradictedStages(document)
  if (contradicted.length > 0) options.onNotice?.(contradictedNotice(contradicted))
  if (isPlanRefused(document)) options.onNotice?.(refusedPlanNotice)
  const { edited, unapproved } = unapprovedEdits(toldBefore(opened.events()) ?? document, document)
  if (unapproved.length > 0) options.onNotice?.(editedNotice(edited, unapproved))
  opened.note({ type: 'imported', text, ...(unapproved.length === 0 ? {} : { unapproved }), point: await work.point() })
}

/** As it stands in the session file that the journal makes. */
function toldBefore(events: readonly RunEvent[]): SessionDocument | null {
  const document = sessionOf(events)
  return document === null ? null : importedDocument(renderSession(document))
}

function editedNotice(edited: readonly string[], unapproved: readonly Unapproved[]): string {
  const plan = unapproved.includes('plan') ? ' The plan counts as supplied by the user.' : ''
  const execution = unapproved.includes('execution')
    ? ' No stage is complete for that: the execution is reviewed against it.'
    : ''
  return `Edited in the session file since it was approved: ${edited.join(', ')}.${plan}${execution}`
}

const refusedPlanNotice =
  'The session file calls the plan approved, but its last planning round refuses it. It is a draft again.'

function contradictedNotice(stages: readonly string[]): string {
  const why = 'its own rounds refuse that, do not say so, or ask what nobody has answered'
  return `The session file claims these stages as complete, but ${why}. They do not count: ${stages.join(', ')}.`
}

/** Whether the tree is as the other tool left it. Whether to go on if it is not is always a decision. */
async function checkBaseline(setup: PreparedRun, opened: StagedSession, document: SessionDocument): Promise<void> {
  const drift = await baselineDrift(setup, document)
  if (drift !== null) opened.note({ ...drift, point: await pointNow(setup, opened) })
}

/** Who was asked about that may have answered with the tree. */
async function checkAgain(setup: PreparedRun, opened: StagedSession, document: SessionDocument): Promise<void> {
  const { state } = opened.view()
  const point = await pointNow(setup, opened)
  if (state.drift?.kind !== 'drift' || isOwnDrift(state) || isSamePoint(state.drift.point, point)) return
  const drift = await baselineDrift(setup, document)
  opened.note({ type: 'drift-withdrawn', isAsLeft: drift === null, point })
  if (drift !== null) opened.note({ ...drift, point })
}

const pointNow = ({ repository, branch }: PreparedRun, opened: StagedSession): Promise<WorkPoint> =>
  stagedWork(repository, branch, () => opened.view().state.outputs).point()

/** Null: the tree is as the session file says. */
async function baselineDrift(
  { repository }: PreparedRun,
  { metadata }: SessionDocument,
): Promise<Omit<Fact<'drift-found'>, 'point'> | null> {
  const found = await readTreeState(repository)
  const tree = treeSnapshot(found)
  const baseline = baselineOf(metadata)
  if ('missing' in baseline) return { type: 'drift-found', kind: 'baseline', reasons: [], tree }
  const { lastVerified, sessionCommits } = baseline.value
  const drift = await driftFrom(repository, lastVerified, found, sessionCommits)
  return drift.kind === 'ok' ? null : { type: 'drift-found', kind: 'drift', reasons: drift.reasons, tree }
}
