import { resolve } from 'node:path'
import { firstFew } from '../core/first-few.ts'
import { fold } from '../core/loop/fold.ts'
import type { LoopResult } from '../core/loop/result.ts'
import { isOver, policyOf } from '../core/loop/state.ts'
import { readStory, type Story } from '../core/loop/story.ts'
import { toResult } from '../core/loop/to-result.ts'
import type { LoopLimits, LoopPolicy, SessionFact } from '../core/loop/types.ts'
import { LoopError } from '../errors.ts'
import { readRequired } from '../io/files.ts'
import { commitFiles, finishCommit, requireReady } from '../io/git/commit-fix.ts'
import { openRepository, type Repository } from '../io/git/repository.ts'
import { readWorkState } from '../io/git/snapshot.ts'
import { workPoint } from '../io/git/work-point.ts'
import { lockBranch } from '../io/session-lock.ts'
import { createSession, openJournal, readJournal } from '../io/session-store.ts'
import { runLoop } from '../run/loop/run-loop.ts'
import type { AgentSettings, Config } from '../types.ts'
import { requireHiddenFolder } from './findings-folder.ts'
import { chooseFixer } from './fix-round.ts'
import type { LoopOptions } from './loop-options.ts'
import { loopPorts } from './loop-ports.ts'
import { mendCrash } from './mend-crash.ts'
import { type PreparedReview, prepareReview } from './prepare-review.ts'
import { givenFrom, resumedOptions } from './resumed-options.ts'
import { type Diary, keepDiary } from './session-diary.ts'

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

/** Reviews, fixes and reviews again until the gate passes or a person is needed. */
export async function loop(asked: LoopOptions): Promise<LoopResult> {
  const options = await resumedOptions(asked)
  const setup = await prepareLoop(options)
  return options.resume === undefined ? startLoop(setup, options) : resumeLoop(setup, options, options.resume)
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

async function startLoop(setup: PreparedLoop, options: LoopOptions): Promise<LoopResult> {
  const { repository, prepared, branch } = setup
  const { root } = repository
  if (setup.policy.commit || options.dirty === 'commit') await requireReady(repository)
  const session = createSession(root)
  const lock = lockBranch(root, branch, session)
  try {
    if (lock.notice !== null) options.onNotice?.(lock.notice)
    await settleDirt(setup, options)
    const { scope } = prepared.work
    const fact: SessionFact = {
      type: 'session-started',
      session,
      branch,
      base: scope.base,
      baseCommit: scope.baseCommit ?? '',
      start: await workPoint(repository),
      policy: setup.policy,
      agents: namesOf(setup),
      story: setup.story?.title ?? null,
      given: givenFrom(options, root, scope.paths),
    }
    const diary = keepDiary(openJournal(root, session), options)
    diary.note(fact)
    return await carryOn(setup, options, session, diary)
  } finally {
    lock.release()
  }
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

/** What was finished is shown again; what was cut off is mended first. It goes on by the policy it was begun with, but limits can be raised. */
async function resumeLoop(setup: PreparedLoop, options: LoopOptions, session: string): Promise<LoopResult> {
  const { repository, branch } = setup
  const { root } = repository
  const before = fold(readJournal(root, session).events)
  const home = before.started?.branch ?? branch
  if (home !== branch) {
    throw new LoopError('no_session', { problem: `Session ${session} is about ${home}, and this is ${branch}` })
  }
  if (isOver(before)) return toResult(before, session, (await workPoint(repository)).head)
  const lock = lockBranch(root, branch, session)
  try {
    if (lock.notice !== null) options.onNotice?.(lock.notice)
    const journal = openJournal(root, session)
    options.onResume?.(journal.events)
    const diary = keepDiary(journal, options)
    await mendCrash(diary.state(), repository, session, diary.note, diary.workedMs())
    const point = await workPoint(repository, { without: diary.state().outputs })
    diary.note({ type: 'resumed', point, ...limitsSaid(options, policyOf(diary.state())) })
    return await carryOn({ ...setup, policy: policyOf(diary.state()) }, options, session, diary)
  } finally {
    lock.release()
  }
}

function limitsSaid({ agents = {} }: LoopOptions, { maxDollars, maxTimeMs }: LoopPolicy): { limits?: LoopLimits } {
  if (agents.maxDollars === undefined && agents.maxTimeMs === undefined) return {}
  return { limits: { maxDollars: agents.maxDollars ?? maxDollars, maxTimeMs: agents.maxTimeMs ?? maxTimeMs } }
}

async function carryOn(setup: PreparedLoop, options: LoopOptions, session: string, diary: Diary): Promise<LoopResult> {
  try {
    await runLoop(diary.state(), await loopPorts({ setup, options, session, ...diary }))
  } catch (error) {
    if (options.signal?.aborted !== true) throw error
    diary.note({ type: 'interrupted', why: 'it was cancelled' })
  } finally {
    diary.close()
  }
  return toResult(diary.state(), session, (await workPoint(setup.repository)).head)
}

/** A reviewer that sees other files than a fix commits would approve something else. */
async function settleDirt({ repository }: PreparedLoop, { dirty = 'refuse' }: LoopOptions): Promise<void> {
  const { dirty: files } = await readWorkState(repository)
  if (files.length === 0 || dirty === 'include') return
  if (dirty === 'refuse') throw new LoopError('dirty_tree', { files: firstFew(files, 3).join(', ') })
  const message = 'wip: work before the review loop\n'
  const done = await commitFiles(repository, { files, message })
  if ('refused' in done)
    throw new LoopError('git_failed', { command: 'commit', reason: done.refused.split('\n')[0] ?? '' })
  // Committed, and killed before the index knew of it.
  const last = 'nothing' in done ? await repository.read(['log', '-1', '--format=%B']) : ''
  if (last.trim() === message.trim()) await finishCommit(repository)
}
