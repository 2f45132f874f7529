import { resolve } from 'node:path'
import { fold, foldEvent } from '../core/loop/fold.ts'
import type { LoopResult } from '../core/loop/result.ts'
import type { LoopState } from '../core/loop/state.ts'
import { readStory, type Story } from '../core/loop/story.ts'
import { toResult } from '../core/loop/to-result.ts'
import type { LoopPolicy, SessionEvent, SessionFact } from '../core/loop/types.ts'
import { LoopError } from '../errors.ts'
import { readRequired } from '../io/files.ts'
import { commitFiles } from '../io/git/commit-fix.ts'
import { openRepository, type Repository } from '../io/git/repository.ts'
import { readWorkState } from '../io/git/snapshot.ts'
import { workPoint } from '../io/git/work-point.ts'
import { lockBranch } from '../io/session-lock.ts'
import {
  createSession,
  findSession,
  type Journal,
  newestSession,
  openJournal,
  readJournal,
} from '../io/session-store.ts'
import { runLoop } from '../run/loop/run-loop.ts'
import type { AgentSettings, Config } from '../types.ts'
import { chooseFixer } from './fix-round.ts'
import type { LoopOptions } from './loop-options.ts'
import { loopPorts } from './loop-ports.ts'
import { mendCrash } from './mend-crash.ts'
import { type PreparedReview, prepareReview } from './prepare-review.ts'

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
export async function loop(options: LoopOptions): Promise<LoopResult> {
  const setup = await prepareLoop(options)
  const { repository, branch } = setup
  const known = options.resume === undefined ? undefined : sessionFor(options.resume, repository.root, branch)
  if (options.resume === true && known === undefined) {
    options.onNotice?.(`There is no session of ${branch} to go on with: a new one is started.`)
  }
  return known === undefined ? startLoop(setup, options) : resumeLoop(setup, options, known)
}

export async function prepareLoop(options: LoopOptions): Promise<PreparedLoop> {
  const { cwd, scope, base, config, agents, intent, ci, signal } = options
  const prepared = await prepareReview({
    fullReview: true,
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
  return {
    prepared,
    repository: await openRepository(prepared.repository.root),
    fixer: await chooseFixer(agents ?? {}, prepared),
    policy: policyFrom(options, prepared.settings.config),
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

function sessionFor(resume: string | true, root: string, branch: string): string | undefined {
  return resume === true ? newestSession(root, branch) : findSession(root, resume)
}

async function startLoop(setup: PreparedLoop, options: LoopOptions): Promise<LoopResult> {
  const { repository, prepared, branch } = setup
  const { root } = repository
  await settleDirt(setup, options)
  const session = createSession(root)
  const lock = lockBranch(root, branch, session)
  try {
    if (lock.notice !== null) options.onNotice?.(lock.notice)
    const journal = openJournal(root, session)
    const { chosen, work } = prepared
    const fact: SessionFact = {
      type: 'session-started',
      session,
      branch,
      base: work.scope.base,
      baseCommit: work.scope.baseCommit ?? '',
      start: await workPoint(repository),
      policy: setup.policy,
      agents: {
        reviewer: chosen.reviewer?.name ?? 'builtin',
        fixer: setup.fixer === undefined ? 'none' : (setup.fixer?.name ?? 'builtin'),
        verifier: chosen.verifier?.name ?? 'none',
      },
      story: setup.story?.title ?? null,
    }
    const state = foldEvent(fold([]), write(journal, options, fact))
    return await carryOn(setup, options, session, journal, state)
  } finally {
    lock.release()
  }
}

/** What was finished is shown again; what was cut off is mended first. */
async function resumeLoop(setup: PreparedLoop, options: LoopOptions, session: string): Promise<LoopResult> {
  const { repository, branch } = setup
  const { root } = repository
  const before = fold(readJournal(root, session).events)
  const home = before.started?.branch ?? branch
  if (home !== branch) {
    throw new LoopError('no_session', { problem: `Session ${session} is about ${home}, and this is ${branch}` })
  }
  const isOver = before.outcome !== null && before.answer?.answer !== 'a'
  if (isOver) return toResult(before, session, (await workPoint(repository)).head)
  const lock = lockBranch(root, branch, session)
  try {
    if (lock.notice !== null) options.onNotice?.(lock.notice)
    const journal = openJournal(root, session)
    let state = fold(journal.events)
    const note = (fact: SessionFact): void => {
      state = foldEvent(state, write(journal, options, fact))
    }
    await mendCrash(state, repository, session, note)
    note({ type: 'resumed', point: await workPoint(repository) })
    return await carryOn(setup, options, session, journal, state)
  } finally {
    lock.release()
  }
}

async function carryOn(
  setup: PreparedLoop,
  options: LoopOptions,
  session: string,
  journal: Journal,
  begun: LoopState,
): Promise<LoopResult> {
  let state = begun
  const append = (fact: SessionFact): void => {
    const event = write(journal, options, fact)
    state = foldEvent(state, event)
  }
  try {
    const ports = await loopPorts({ setup, options, session, append, state: () => state })
    await runLoop(begun, ports)
  } catch (error) {
    if (options.signal?.aborted !== true) throw error
    append({ type: 'interrupted', why: 'it was cancelled' })
  } finally {
    journal.close()
  }
  return toResult(state, session, (await workPoint(setup.repository)).head)
}

function write(journal: Journal, options: LoopOptions, fact: SessionFact): SessionEvent {
  const event: SessionEvent = { at: new Date().toISOString(), ...fact }
  journal.append(event)
  options.onSessionEvent?.(event)
  return event
}

/** A reviewer that sees other files than a fix commits would approve something else. */
async function settleDirt({ repository }: PreparedLoop, { dirty = 'refuse' }: LoopOptions): Promise<void> {
  const { dirty: files } = await readWorkState(repository)
  if (files.length === 0 || dirty === 'include') return
  if (dirty === 'refuse') throw new LoopError('dirty_tree', { files: shown(files) })
  const done = await commitFiles(repository, { files, message: 'wip: work before the review loop\n' })
  if ('refused' in done)
    throw new LoopError('git_failed', { command: 'commit', reason: done.refused.split('\n')[0] ?? '' })
}

function shown(files: readonly string[]): string {
  return `${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''}`
}
