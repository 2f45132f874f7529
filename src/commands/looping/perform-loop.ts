import { resolve } from 'node:path'
import { undoneLine } from '../../core/fix/undone.ts'
import { fold } from '../../core/loop/fold.ts'
import { decisionsAbout } from '../../core/loop/open-claims.ts'
import type { LoopResult } from '../../core/loop/result.ts'
import { changedSettings } from '../../core/loop/settings-hashes.ts'
import { endOf, isOver, type LoopState, policyOf } from '../../core/loop/state.ts'
import { toResult } from '../../core/loop/to-result.ts'
import type { LoopLimits, LoopPolicy, SessionFact } from '../../core/loop/types.ts'
import { onlyMechanical } from '../../core/verdict/conclude.ts'
import { LoopError } from '../../errors.ts'
import { requireReady } from '../../io/git/commit-fix.ts'
import { hideSecrets } from '../../io/git/hide-secrets.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { treeDifference } from '../../io/git/tree-difference.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { lockBranch } from '../../io/session-lock.ts'
import { createSession, newestSession, openJournal, readJournal } from '../../io/session-store.ts'
import { startCommand } from '../../report/sessions/session-words.ts'
import { loopMachine } from '../../run/loop/run-loop.ts'
import { openSession } from '../../run/session/open-session.ts'
import { runSession } from '../../run/session/run-session.ts'
import { keepPrompts } from '../prompts.ts'
import { hashesOf, sessionSettings } from '../reviewing/frozen-settings.ts'
import { claimDecisionsNow } from '../sessions/claim-decisions-now.ts'
import { validatedElsewhere } from '../validate-commands.ts'
import { resumeCommand } from './find-resumed.ts'
import type { LoopOptions } from './loop-options.ts'
import { loopPorts } from './loop-ports.ts'
import type { LoopSession, OutsideReview, PreparedLoop } from './loop-world.ts'
import { mendCrash } from './mend-crash.ts'
import { namesOf, prepareLoop } from './prepare-loop.ts'
import { uncommittedFirst } from './record-work.ts'
import { givenFrom, resumedOptions, runnableCommands } from './resumed-options.ts'

/** Reviews, fixes and reviews again until the gate passes or a person is needed. `outputs`: paths that are no part of the work. */
export async function loop(
  asked: LoopOptions,
  outside: OutsideReview | null = null,
  outputs: readonly string[] = [],
): Promise<LoopResult> {
  const options = await resumedOptions(asked, outside)
  keepPrompts()
  const setup = await prepareLoop(options, outside)
  return options.resume === undefined ? startLoop(setup, options, outputs) : resumeLoop(setup, options, options.resume)
}

async function startLoop(setup: PreparedLoop, options: LoopOptions, outputs: readonly string[]): Promise<LoopResult> {
  const { repository, prepared, branch } = setup
  const { root } = repository
  if (setup.policy.commit || options.dirty === 'commit') await requireReady(repository)
  const session = createSession(root)
  const lock = lockBranch(root, branch, session)
  try {
    if (lock.notice !== null) options.onNotice?.(lock.notice)
    for (const notice of [...aboutStart(setup), ...aboutLast(root, branch)]) options.onNotice?.(notice)
    await uncommittedFirst(setup, options.dirty)
    const { scope } = prepared.work
    const fact: SessionFact = {
      type: 'session-started',
      session,
      branch,
      base: scope.base,
      baseCommit: scope.baseCommit ?? '',
      policy: setup.policy,
      agents: namesOf(setup),
      story: setup.story?.title ?? null,
      given: givenFrom(options, root, scope.paths),
      settings: hashesOf(prepared),
      ...(outputs.length === 0 ? {} : { outputs }),
      ...setup.outside?.session,
    }
    const opened = openSession(loopMachine, openJournal(root, session), now, listenersOf(options))
    opened.note(fact)
    return await carryOn(setup, options, session, opened)
  } finally {
    lock.release()
  }
}

const now = () => new Date()

function listenersOf({ onSessionEvent }: LoopOptions) {
  return onSessionEvent === undefined ? [] : [onSessionEvent]
}

/** What its approval will not mean, and where its commits will be. */
function aboutStart({ prepared, policy, branch, outside }: PreparedLoop): readonly string[] {
  return [
    ...(outside === null && prepared.chosen.reviewer === null ? [onlyMechanical] : []),
    ...(branch === 'HEAD' && policy.commit
      ? ['No branch is checked out, so commits of fixes will be on none. To keep them: git switch -c NAME']
      : []),
    ...validatedElsewhere(prepared.repository, policy.validate),
  ]
}

/** Who begins anew after a crash may not know that nothing was lost. */
function aboutLast(root: string, branch: string): readonly string[] {
  const last = newestSession(root, branch)
  if (last === undefined || isOver(fold(readJournal(root, last).events))) return []
  return [
    `The last session of this branch is not over; this is a new one. To go on with it: ${resumeCommand(root, last)}`,
  ]
}

/** What was finished is shown again; what was cut off is mended first. It goes on by the policy it was begun with, but limits can be raised. */
async function resumeLoop(setup: PreparedLoop, options: LoopOptions, session: string): Promise<LoopResult> {
  const { repository, branch } = setup
  const { root } = repository
  const before = fold(readJournal(root, session).events)
  requireReviewer(before, setup, options)
  const isReopened = await reopens(setup, before, session)
  const decided = claimDecisionsNow(root, setup.prepared)
  if (isOver(before) && !isReopened) return shownAgain(setup, options, session)
  const validate = runnableCommands(policyOf(before).validate, setup.policy.validate, session)
  const lock = lockBranch(root, branch, session)
  try {
    if (lock.notice !== null) options.onNotice?.(lock.notice)
    const journal = openJournal(root, session)
    options.onResume?.(journal.events)
    const opened = openSession(loopMachine, journal, now, listenersOf(options))
    await mend(setup, options, session, opened, lock.lastSeen)
    const point = await workPoint(repository, { without: opened.state().outputs })
    const moved = setup.outside?.movedTo?.() === point.head ? ({ moved: true } as const) : {}
    const reopened = isReopened ? ({ reopened: true } as const) : {}
    const settings = hashesOf(setup.prepared)
    const changed = changedSettings(journal.events, settings)
    if (changed !== null) options.onNotice?.(changed)
    const decisions = decisionsAbout(opened.state(), decided)
    const said = { ...(decisions.length === 0 ? {} : { decisions }), ...limitsSaid(options, policyOf(opened.state())) }
    opened.note({ type: 'resumed', point, settings, ...said, ...moved, ...reopened })
    const policy = { ...policyOf(opened.state()), validate }
    return await carryOn({ ...setup, policy }, options, session, opened)
  } finally {
    lock.release()
  }
}

/** A pull request that is open again, or an approval that others have taken back; of something else than what is here it is none to take back. */
async function reopens(setup: PreparedLoop, before: LoopState, session: string): Promise<boolean> {
  if (setup.outside?.isReopened !== true) return false
  if (before.outcome !== 'approved') return before.pullRequest !== null
  const end = endOf(readJournal(setup.repository.root, session).events)
  return end !== null && (await changedSince(setup, before, end)) === null
}

/** The journal keeps no word that holds a secret, and a configuration may change: without its reviewer a session would approve what nobody read. */
function requireReviewer({ started }: LoopState, setup: PreparedLoop, { agents = {} }: LoopOptions): void {
  const isNamed = agents.agent !== undefined || agents.reviewer !== undefined
  const before = started?.agents.reviewer ?? 'builtin'
  if (isNamed || before === 'builtin' || namesOf(setup).reviewer !== 'builtin') return
  const problem = `this session was begun with the reviewer ${before}, which is not known now: name it again with --reviewer`
  throw new LoopError('usage', { problem, command: 'loop' })
}

async function mend(
  { repository }: PreparedLoop,
  options: LoopOptions,
  session: string,
  opened: LoopSession,
  lastSeen: number | null,
): Promise<void> {
  const elapsedMs = opened.workedMs()
  const undone = await mendCrash(opened.state(), repository, session, opened.note, { elapsedMs, lastSeen })
  if (undone !== null) options.onNotice?.(undoneLine(undone))
}

function limitsSaid({ agents = {} }: LoopOptions, { maxDollars, maxTimeMs }: LoopPolicy): { limits?: LoopLimits } {
  if (agents.maxDollars === undefined && agents.maxTimeMs === undefined) return {}
  return { limits: { maxDollars: agents.maxDollars ?? maxDollars, maxTimeMs: agents.maxTimeMs ?? maxTimeMs } }
}

async function carryOn(
  setup: PreparedLoop,
  options: LoopOptions,
  session: string,
  opened: LoopSession,
): Promise<LoopResult> {
  const { cwd = '.', config: file, base = null, trustConfig: trust = false } = options
  const frozen = sessionSettings(setup.repository, setup.prepared, { cwd: resolve(cwd), file, base, trust })
  const world = { setup, options, session, frozen, ...opened }
  try {
    await hideSecrets(setup.repository, setup.prepared.work.scope)
    await runSession(loopMachine, opened, await loopPorts(world))
  } catch (error) {
    if (options.signal?.aborted !== true) throw isOver(opened.state()) ? error : stopped(error, setup, session)
    opened.note({ type: 'interrupted', why: 'it was cancelled' })
  } finally {
    opened.close()
  }
  return resultOf(setup, session, opened.state())
}

/** What git refuses is for a person to mend; the session is as it was before that step. */
function stopped(error: unknown, { repository: { root } }: PreparedLoop, session: string): unknown {
  if (!(error instanceof LoopError) || !stoppedBy.has(error.code)) return error
  const resume = resumeCommand(root, session)
  return new LoopError('stopped', { problem: error.message, hint: error.hint, resume }, { cause: error })
}

const stoppedBy: ReadonlySet<LoopError['code']> = new Set([
  'agent_cut_off',
  'agent_rejected',
  'git_failed',
  'half_done',
  'index_locked',
  'no_identity',
  'tampered',
])

async function resultOf({ repository }: PreparedLoop, session: string, state: LoopState): Promise<LoopResult> {
  const { head, dirty } = await readWorkState(repository, state.outputs)
  return { ...toResult(state, session, head ?? ''), ...(dirty.length === 0 ? {} : { uncommitted: dirty }) }
}

/** A session that is over says what it said, and not of what came after it: an approval of something else is none. */
async function shownAgain(setup: PreparedLoop, options: LoopOptions, session: string): Promise<LoopResult> {
  const { events } = readJournal(setup.repository.root, session)
  const state = fold(events)
  const result = await resultOf(setup, session, state)
  const end = endOf(events)
  const what = end === null ? null : await changedSince(setup, state, end)
  if (end === null || what === null) return result
  const problem = `Session ${session} ended on ${end.slice(0, 10)}, and ${what}: what came since is not reviewed. Begin a new one: ${startCommand(result)}`
  if (result.outcome === 'approved' || result.outcome === 'accepted') throw new LoopError('no_session', { problem })
  options.onNotice?.(problem)
  return { ...result, head: end }
}

/** What is not as the loop left it: null where nothing is. */
async function changedSince({ repository }: PreparedLoop, state: LoopState, end: string): Promise<string | null> {
  const { head, tree } = await workPoint(repository, { without: state.outputs })
  if (head !== end) return `the branch is at ${head.slice(0, 10)} now`
  const left = state.point?.tree ?? tree
  const [changed, ...others] = left === tree ? [] : await treeDifference(repository, left, tree)
  if (changed === undefined) return null
  return `${changed.path}${others.length === 0 ? '' : ` and ${others.length} more`} is not as it was then`
}
