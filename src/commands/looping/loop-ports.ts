import { join } from 'node:path'
import { type BudgetLimits, remainingBudget } from '../../core/fix/remaining-budget.ts'
import { undoneLine } from '../../core/fix/undone.ts'
import { brokeSection, takenBackSection } from '../../core/loop/broke-section.ts'
import { commitTrailer } from '../../core/loop/commit-message.ts'
import { questionText } from '../../core/loop/escalation.ts'
import { findingsFileName, renderFindings } from '../../core/loop/findings-document.ts'
import { parseFindings } from '../../core/loop/parse-findings.ts'
import { questionDetail } from '../../core/loop/question-detail.ts'
import { type FixRecord, lastRound } from '../../core/loop/state.ts'
import { storyTitle } from '../../core/loop/story.ts'
import { given } from '../../core/values/given.ts'
import { LoopError } from '../../errors.ts'
import { writeFindings } from '../../io/findings-file.ts'
import { earlierLines } from '../../io/git/earlier-lines.ts'
import { filePatches } from '../../io/git/file-patches.ts'
import { commitsWithTrailer } from '../../io/git/log.ts'
import { readChange } from '../../io/git/read-change.ts'
import { revertCommits } from '../../io/git/revert-fix.ts'
import { treeDifference } from '../../io/git/tree-difference.ts'
import { readTreeTexts } from '../../io/git/tree-texts.ts'
import { workPoint } from '../../io/git/work-point.ts'
import type { LoopPorts } from '../../run/loop/ports.ts'
import type { Finding, FixResult, ReviewResult } from '../../types.ts'
import { commitGuarded, guardHooks } from '../guard-hooks.ts'
import { requireSettled } from '../open-settled.ts'
import { readPrompts } from '../prompts.ts'
import { review } from '../reviewing/perform-review.ts'
import { certifier } from './certifier.ts'
import { fixRound } from './fix-round.ts'
import type { LoopWorld, PreparedLoop } from './loop-world.ts'
import { namesOf } from './prepare-loop.ts'
import { dirtyIn, recordWork } from './record-work.ts'
import { sweepFix } from './sweep-fix.ts'
import { undoHalf } from './undo-half.ts'
import { type Validation, validateWork } from './validate-work.ts'

/** The world as a loop sees it: this repository, these agents, this journal. */
export async function loopPorts(world: LoopWorld): Promise<LoopPorts> {
  const { setup, options, session, state } = world
  const { repository, policy } = setup
  const signal = options.signal ?? new AbortController().signal
  const point = (without: readonly string[]) => workPoint(repository, { without, branch: setup.branch })
  return {
    point,
    record: () => recordWork(setup, dirtyIn(state()), state().outputs),
    differences: async (before, after) => (await treeDifference(repository, before, after)).map(({ path }) => path),
    changes: (before, after) => readChange(repository, { baseTree: before, headTree: after, paths: [] }),
    texts: (tree, files) => readTreeTexts(repository, tree, files),
    earlierLines: (before, after, places) => earlierLines(repository, before, after, places),
    patches: (before, after, files) => filePatches(repository, before, after, files),
    validate: (since) => validateWork(validationOf(world), since),
    sweep: (before, after) => sweepFix(repository, world.frozen.now().settings.config, before, after),
    review: (round) => setup.outside?.review(round, world) ?? reviewOnce(world, round),
    writeDocument: (round, findings) => writeDocument(world, round, findings),
    fix: async ({ round, findings, broke }) => {
      const again =
        brokeSection(promptOf('fixer-broke'), broke) || takenBackSection(promptOf('fixer-taken-back'), state())
      const fix = await fixOnce(world, round, findings, again)
      // It is not written down: it is asked for again. What it left may also be the work of somebody else.
      if (signal.aborted && fix.status === 'failed') options.onNotice?.(fix.problems.join('; '))
      return fix
    },
    unwanted: async () => (await setup.outside?.unwanted?.(world)) ?? null,
    commit: async ({ files, message }) => {
      const done = await commitGuarded(repository, { files, message })
      return 'nothing' in done ? { commit: null } : done
    },
    restore: async (tree) => {
      const undone = await undoHalf(repository, { from: (await point(state().outputs)).tree, to: tree, session })
      if (undone !== null) options.onNotice?.(undoneLine(undone, 'The fix'))
    },
    revert: async (commit, message) => {
      const done = await guardHooks(repository, 'git commit', () =>
        revertCommits(repository, { commits: [commit], message }),
      )
      if ('commit' in done) return done.commit
      if ('nothing' in done) return (await workPoint(repository)).head
      throw new LoopError('git_failed', {
        command: 'revert',
        reason: 'refused' in done ? done.refused : `somebody changed ${done.conflict.join(', ')} since`,
      })
    },
    certify: certifier(world),
    phrase: ({ round, reason, allowed }) =>
      questionText({
        title: titleOf(setup),
        round,
        hardCap: policy.hardCap,
        reason,
        detail: questionDetail(state()),
        ledger: state().ledger,
        document: lastRound(state())?.document ?? null,
        allowed,
      }),
    ask: async (question) => {
      const answer = (await options.ask?.(question)) ?? null
      if (answer !== null) await world.frozen.readAgain()
      return answer
    },
    onStep: setup.outside?.onStep ?? (() => {}),
    requireSettled: () => requireSettled(repository),
    signal,
  }
}

export function validationOf({ setup, options, state }: LoopWorld): Validation {
  const { repository, prepared, policy } = setup
  const { validate } = prepared.settings.config
  return {
    repository,
    commands: policy.validate,
    seconds: validate.seconds,
    sandbox: validate.sandbox,
    base: prepared.work.scope.baseTree,
    files: [],
    outputs: state().outputs,
    signal: options.signal ?? new AbortController().signal,
    ...given({ onNotice: options.onNotice }),
  }
}

function promptOf(name: 'fixer-broke' | 'fixer-taken-back'): string {
  return readPrompts([name])[name]
}

/** Everything against the base, by reviewers who are asked anew and know nothing of earlier rounds. */
async function reviewOnce(world: LoopWorld, round: number): Promise<ReviewResult> {
  const { setup, options, session, state } = world
  const { prepared } = setup
  const { result } = await review(
    {
      cwd: setup.repository.root,
      scope: prepared.work.scope.paths,
      base: prepared.work.scope.baseCommit ?? '',
      fullReview: true,
      agents: { ...options.agents, ...limitsNow(world) },
      ...(options.intent === undefined ? {} : { intent: options.intent }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
    },
    {
      session,
      round,
      attempt: state().silentReviews.length,
      ownCommits: await ownCommits(world),
      story: setup.story,
      without: state().outputs,
      frozen: world.frozen.now(),
    },
  )
  const fix = lastRound(state())?.fix ?? null
  if (result.scope.files > 0 || fix === null) return result
  return { ...result, gate: { ...result.gate, reasons: [emptied(fix, prepared.work.scope.base)] } }
}

/** An empty change is no pass: whether it was right to take everything away is for a person to say. */
function emptied({ commit }: FixRecord, base: string): string {
  const which = commit === null ? '' : ` (${commit.slice(0, 10)})`
  return `The fix${which} took the whole change away: nothing differs from ${base} any more.`
}

/** Commits that loops made themselves, this one and those before it on the branch; the oldest first. */
export async function ownCommits({ setup, state }: LoopWorld): Promise<ReadonlySet<string>> {
  const { repository, prepared } = setup
  const base = prepared.work.scope.baseCommit ?? ''
  const known = state().rounds.flatMap(({ fix }) => [fix?.commit, fix?.rolledBack?.commit])
  const marked = await commitsWithTrailer(repository, base, commitTrailer)
  return new Set([...marked, ...known.filter((commit) => commit != null)])
}

/** What the session may still cost and take. */
export function limitsNow({ setup: { policy }, state, workedMs }: LoopWorld): BudgetLimits {
  const { maxTimeMs, maxDollars } = policy
  const whole = { ...(maxTimeMs === null ? {} : { maxTimeMs }), ...(maxDollars === null ? {} : { maxDollars }) }
  return remainingBudget(whole, state().usage, workedMs()).limits
}

function fixOnce(world: LoopWorld, round: number, findings: readonly Finding[], again: string): Promise<FixResult> {
  const { setup, options, session } = world
  return fixRound({
    prepared: { ...setup.prepared, ...world.frozen.now() },
    fixer: setup.fixer ?? null,
    findings,
    round,
    session,
    commands: setup.policy.validate,
    again,
    story: setup.story,
    coverage: setup.prepared.settings.config.loop.coverage,
    flags: { ...options.agents, ...limitsNow(world) },
    reviewDir: `.review-loop/sessions/${session}`,
    emit: options.onEvent ?? (() => {}),
    signal: options.signal ?? new AbortController().signal,
  })
}

function writeDocument({ setup }: LoopWorld, round: number, findings: readonly Finding[]): string {
  const { repository, prepared, branch, story, policy } = setup
  const nameOf = (number: number) => findingsFileName({ story, branch }, number)
  const later = Array.from({ length: policy.hardCap - round }, (_, index) => nameOf(round + index + 1))
  const folder = prepared.settings.config.loop.findings
  const text = renderFindings({
    title: titleOf(setup),
    branch,
    date: new Date().toISOString(),
    reviewer: namesOf(setup).reviewer,
    round,
    entries: findings,
  })
  const read = parseFindings(text)
  if ('problems' in read) throw new Error(`the findings document contradicts itself: ${read.problems[0]?.text}`)
  writeFindings(join(repository.root, folder), nameOf(round), later, text)
  return `${folder}/${nameOf(round)}`
}

function titleOf({ story, branch }: PreparedLoop): string {
  return story === null ? branch : storyTitle(story)
}
