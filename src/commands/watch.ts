import { resolve } from 'node:path'
import { fold } from '../core/loop/fold.ts'
import { forwardClock } from '../core/values/forward-clock.ts'
import { watchLimits } from '../core/watch/limits.ts'
import type { Snapshot } from '../core/watch/snapshot.ts'
import { closedKey } from '../core/watch/unconfirmed-fixes.ts'
import { type WatchReport, watchExitCode } from '../core/watch/watch-report.ts'
import type { ExitCode } from '../errors.ts'
import { writeWhole } from '../io/files.ts'
import { openRepository, type Repository } from '../io/git/repository.ts'
import { readWorkState } from '../io/git/snapshot.ts'
import { treeDifference } from '../io/git/tree-difference.ts'
import { readJournal } from '../io/session-store.ts'
import { waitForWake, wakeFile, wakeStamp } from '../io/wake.ts'
import { jsonText } from '../report/json-text.ts'
import { watchText } from '../report/watch/watch-text.ts'
import { agentFlags, agentOptions } from './agents/agent-options.ts'
import { type Arguments, type Command, type Context, commonOptions, folderOf, useColor } from './command.ts'
import { forgeOptions } from './forge/forge-options.ts'
import { loopArguments } from './looping/loop-arguments.ts'
import { loopFlags } from './looping/loop-flags.ts'
import type { LoopOptions } from './looping/loop-options.ts'
import { showLoop } from './looping/loop-terminal.ts'
import { numberFrom, type OpenedWatch, openWatch, requireCheckout, usage } from './watching/open-watch.ts'
import { type Resumed, resumedSession } from './watching/resumed-session.ts'
import { retryRead } from './watching/retry-forge.ts'
import { detailsOn, type Says, silent, speakers } from './watching/speakers.ts'
import { noReadings, type Watcher } from './watching/watcher.ts'
import { whyUnwritable } from './watching/why-unwritable.ts'

export const watch: Command = {
  name: 'watch',
  summary: 'Waits for the reviewers of a pull request, has what they say fixed, answers, pushes, and waits again.',
  words: '[number]',
  description: [
    'Without a number: the open pull request of this branch. Waits for the reviewers of other makers (Copilot, Codex, CodeRabbit …) that are named or were seen here; what people say counts if they may write to the repository.',
    'Modes: fix (default; needs a clean checkout of the branch, pushes without force), analyze (waits and lists, writes nothing), dry-run (one look).',
    'Exit codes: 0 all is quiet, or it was merged · 1 closed, or items are left (analyze) · 2 wrong usage or configuration · 3 time-out, failed reviews, nobody to wait for (--resume goes on) · 4 a person is needed: restarts or budget used up, back and forth, left with a reason · 130 interrupted.',
  ],
  options: {
    mode: { type: 'string', choices: ['fix', 'analyze', 'dry-run'], description: 'what to do (fix)' },
    'wait-for': {
      type: 'string',
      value: 'ID',
      multiple: true,
      description: 'a reviewer that is waited for: copilot, codex, coderabbit … (github.wait_for)',
    },
    quorum: { type: 'string', value: 'N', description: 'how many reviews are enough (all; github.quorum)' },
    attempts: { type: 'string', value: 'N', description: 'looks at most (what the longest deadline takes)' },
    interval: { type: 'string', value: 'TIME', description: 'between two looks (60s)' },
    restarts: {
      type: 'string',
      value: 'N',
      description: `times it begins anew before a person is asked, 0 to ${watchLimits.restarts} (3)`,
    },
    trigger: {
      type: 'string',
      value: 'ID',
      multiple: true,
      description: 'a reviewer that is asked for a review after a push (github.trigger)',
    },
    fixer: { type: 'string', value: 'NAME', description: 'the agent that fixes; builtin, none' },
    agent: { type: 'string', value: 'NAME', description: 'the agent that fixes, and reads unclear comments' },
    verifier: {
      type: 'string',
      value: 'NAME',
      description: 'the agent that reads unclear comments; none turns it off',
    },
    ...loopFlags,
    'max-time': agentOptions['max-time'],
    'max-cost': agentOptions['max-cost'],
    ...forgeOptions,
    ...commonOptions,
  },
  examples: [
    ['review-loop watch 123 --agent claude --validate "npm test"', 'until all is quiet'],
    ['review-loop watch --mode analyze --wait-for copilot,coderabbit', 'wait for two, and list what they say'],
    ['review-loop watch 123 --mode dry-run', 'one look: who is ready, and what they say'],
    ['review-loop watch --resume', 'go on after a crash, Ctrl-C, an answer, or a time-out'],
  ],
  run: async (args, context) => {
    const mode = args.value('mode') ?? 'fix'
    if (mode !== 'fix' && args.value('resume') !== undefined)
      throw usage(`--resume goes on with fixing: leave out --mode ${mode}`)
    const repository = await openRepository(folderOf(args, context), context.signal)
    const resumed = await resumedSession(repository, args)
    const opened = await openWatch(args, context, repository, resumed?.watch ?? null)
    const restarts = numberFrom(args, 'restarts', 0, watchLimits.restarts)
    if (mode === 'fix') return fix(args, context, { repository, opened, restarts, resumed })
    const [{ analyse, lookOnce }, { readerForLook }] = await Promise.all([
      import('./watching/analyse.ts'),
      import('./watching/choose-reader.ts'),
    ])
    const files = await changedIn(repository, opened)
    const looking = watcherFrom(repository, opened, context, speakers(args, context))
    const flags = agentFlags(args, 'watch')
    // Nobody is paid for a dry run.
    const reader = mode === 'analyze' ? await readerForLook(flags, opened, looking) : null
    const watcher = { ...looking, reader }
    const end = watcher.now() + (flags.maxTimeMs ?? Infinity)
    const limits = { restarts: restarts ?? usualRestarts, timeLeft: () => end - watcher.now() }
    const report = mode === 'analyze' ? await analyse(watcher, files, limits) : await lookOnce(watcher, files)
    print(report, args, context)
    return mode === 'analyze' || report.end === 'unreadable' ? watchExitCode(report.end) : 0
  },
}

const usualRestarts = 3

interface Fixing {
  readonly repository: Repository
  readonly opened: OpenedWatch
  readonly restarts: number | undefined
  readonly resumed: Resumed | null
}

/** The loop, with the pull request as its reviewer. */
async function fix(
  args: Arguments,
  context: Context,
  { repository, opened, restarts, resumed }: Fixing,
): Promise<ExitCode> {
  const { base, forge, session } = opened
  const watching = watcherFrom(repository, opened, context, speakers(args, context), resumed)
  const now = await retryRead(watching, () => forge.readSnapshot(session.pr))
  if ('problem' in now || now.value.state !== 'open') {
    const { notBegun } = await import('./watching/analyse.ts')
    const result = await notBegun(watching, now, repository, resumed?.state.point?.head ?? null)
    print(result, args, context)
    return watchExitCode(result.end)
  }
  await requireCheckout(repository, opened, resumed?.state ?? null)
  const barrier = await whyUnwritable(watching)
  if (barrier !== undefined) throw usage(`${barrier} (watch ${session.pr} --mode analyze only looks)`)
  const isReopened = resumed !== null && (await hasNews(watching, now.value, { repository, opened, resumed }))
  const given = loopArguments({ ...args, words: [] }, context, 'watch', watchLimits.restarts + 1)
  const options: LoopOptions = {
    ...given,
    base,
    // What the change says about its own review does not count.
    ci: true,
    ...(restarts === undefined ? {} : { maxRounds: restarts + 1 }),
    ...(resumed === null ? {} : { resume: resumed.session }),
  }
  const [{ loop }, { tellLeft }, { reviewOnForge }] = await Promise.all([
    import('./looping/perform-loop.ts'),
    import('./watching/publish-fix.ts'),
    import('./watching/review-on-forge.ts'),
  ])
  return showLoop(args, context, options, async (watched) => {
    const [notice, line] = [watched.onNotice ?? silent, watched.onLine ?? silent]
    const says = { notice, line, details: detailsOn(line, args) }
    const watcher = watcherFrom(repository, opened, context, says, resumed)
    const review = { ...reviewOnForge(watcher), isReopened }
    let result = await loop(watched, review)
    // Somebody pushed from here, or pulled: then it goes on with that, as often as there are restarts.
    for (
      let [before, head]: (string | null)[] = [null, review.movedTo()];
      head != null && head !== before && (await isHere(repository, head));
      [before, head] = [head, review.movedTo()]
    ) {
      watcher.line(`⏳ The head moved to ${head.slice(0, 10)}, which is checked out: waiting anew.`)
      result = await loop({ ...watched, resume: result.session ?? true }, review)
    }
    if (result.session !== null && result.outcome !== 'approved' && !context.signal.aborted) {
      const state = fold(readJournal(repository.root, result.session).events)
      await tellLeft(watcher, state, await changedIn(repository, opened))
    }
    return { result, problem: null }
  })
}

/** What came since a session stopped: its pull request was opened again, or something was said against what it approved, or in answer to what it asks. */
async function hasNews(
  watcher: Watcher,
  snapshot: Snapshot,
  { repository, opened, resumed }: Pick<Fixing, 'repository' | 'opened'> & { readonly resumed: Resumed },
): Promise<boolean> {
  if (resumed.state.pullRequest !== null) return true
  const files = await changedIn(repository, opened)
  if (resumed.state.outcome === 'approved') {
    const { isStillApproved } = await import('./watching/is-still-approved.ts')
    return !(await isStillApproved(watcher, resumed.state, snapshot, files))
  }
  const { settleQuestion } = await import('./watching/settle-question.ts')
  await settleQuestion(watcher, { root: repository.root, ...resumed }, snapshot, files)
  return false
}

async function isHere(repository: Repository, head: string): Promise<boolean> {
  return (await readWorkState(repository)).head === head
}

/** The files of the change: whoever only looks need not have it here. */
async function changedIn(repository: Repository, opened: OpenedWatch): Promise<readonly string[]> {
  const { base, forge, pullRequest } = opened
  const { sha } = pullRequest.head
  const isHere = (await repository.try(['cat-file', '-e', `${sha}^{commit}`])).code === 0
  if (isHere) return (await treeDifference(repository, base, sha)).map(({ path }) => path)
  const shown = await forge.readShownFiles(pullRequest.number)
  return 'value' in shown ? shown.value.map(({ path }) => path) : []
}

function watcherFrom(
  repository: Repository,
  opened: OpenedWatch,
  context: Context,
  says: Says,
  resumed: Resumed | null = null,
): Watcher {
  const { forge, session, known } = opened
  const { signal } = context
  const file = wakeFile(repository.root, session.repository, session.pr)
  return {
    forge,
    repository,
    session,
    known,
    readings: noReadings(),
    reader: null,
    closed: new Set(resumed?.state.resolved.map(({ thread, commit }) => closedKey(thread, commit))),
    told: new Set(),
    ...says,
    signal,
    now: forwardClock({ wall: () => context.now().getTime(), steady: () => performance.now() }),
    stamp: () => wakeStamp(file),
    pause: (ms, seen) => waitForWake(file, ms, signal, seen),
  }
}

function print(report: WatchReport, args: Arguments, context: Context): void {
  const format = args.value('format') ?? 'text'
  const file = args.value('output')
  const color = file === undefined && useColor(context.stdout, args, context.environment)
  const text = format === 'text' || format === 'markdown' ? watchText(report, color) : jsonText(report)
  if (file === undefined) context.stdout.write(text)
  else writeWhole(resolve(context.cwd, args.value('cwd') ?? '.', file), text)
}
