import { join } from 'node:path'
import { runValidations } from '../agents/run-validations.ts'
import { remainingBudget } from '../core/fix/remaining-budget.ts'
import { brokeSection } from '../core/loop/broke-section.ts'
import { questionText } from '../core/loop/escalation.ts'
import { findingsFileName, renderFindings } from '../core/loop/findings-document.ts'
import { parseFindings } from '../core/loop/parse-findings.ts'
import { type LoopState, lastRound } from '../core/loop/state.ts'
import { storyTitle } from '../core/loop/story.ts'
import type { SessionFact } from '../core/loop/types.ts'
import { redact } from '../core/redact.ts'
import { LoopError } from '../errors.ts'
import { writeWhole } from '../io/files.ts'
import { commitFiles } from '../io/git/commit-fix.ts'
import { restoreTree } from '../io/git/restore-tree.ts'
import { revertCommits } from '../io/git/revert-fix.ts'
import { workPoint } from '../io/git/work-point.ts'
import type { LoopPorts } from '../run/loop/ports.ts'
import type { Finding, FixResult, ReviewResult } from '../types.ts'
import { certifier } from './certifier.ts'
import { fixRound } from './fix-round.ts'
import type { LoopOptions } from './loop-options.ts'
import type { PreparedLoop } from './perform-loop.ts'
import { review } from './perform-review.ts'
import { readPrompts } from './prompts.ts'

export interface LoopWorld {
  readonly setup: PreparedLoop
  readonly options: LoopOptions
  readonly session: string
  readonly append: (fact: SessionFact) => void
  /** As it is now. */
  readonly state: () => LoopState
}

/** The world as a loop sees it: this repository, these agents, this journal. */
export async function loopPorts(world: LoopWorld): Promise<LoopPorts> {
  const { setup, options, session, append, state } = world
  const { repository, prepared, policy } = setup
  const { root } = repository
  const { config } = prepared.settings
  const started = performance.now()
  const signal = options.signal ?? new AbortController().signal
  return {
    append,
    point: () => workPoint(repository),
    validate: () =>
      runValidations(root, policy.validate, {
        timeoutMs: config.validate.seconds * 1000,
        signal,
        mask: (text) => redact(text, []),
      }),
    review: (round) => reviewOnce(world, round),
    writeDocument: (round, findings) => writeDocument(world, round, findings),
    fix: ({ round, findings, broke }) => fixOnce(world, round, findings, brokeSection(promptOf('fixer-broke'), broke)),
    commit: async ({ files, message }) => {
      const done = await commitFiles(repository, { files, message })
      return 'nothing' in done ? { refused: 'the fix is as the last commit has it: there is nothing to commit' } : done
    },
    restore: async (tree) => {
      const from = (await workPoint(repository)).tree
      const { left } = await restoreTree(repository, { from, to: tree, session })
      if (left.length > 0) throw new LoopError('not_restored', { files: left.join(', ') })
    },
    revert: async (commit, message) => {
      const done = await revertCommits(repository, { commits: [commit], message })
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
        detail: detailOf(state()),
        ledger: state().ledger,
        document: lastRound(state())?.document ?? null,
        allowed,
      }),
    ask: options.ask ?? (async () => null),
    onStep: () => {},
    elapsedMs: () => performance.now() - started,
    signal,
  }
}

function promptOf(name: 'fixer-broke'): string {
  return readPrompts([name])[name]
}

/** Everything against the base, by reviewers who are asked anew and know nothing of earlier rounds. */
async function reviewOnce({ setup, options, session, state }: LoopWorld, round: number): Promise<ReviewResult> {
  const { prepared } = setup
  const { limits } = remainingBudget(options.agents ?? {}, state().usage, 0)
  const { result } = await review(
    {
      cwd: setup.repository.root,
      scope: prepared.work.scope.paths,
      base: prepared.work.scope.baseCommit ?? '',
      fullReview: true,
      agents: { ...options.agents, ...limits },
      ...(options.config === undefined ? {} : { config: join(options.cwd ?? '.', options.config) }),
      ...(options.intent === undefined ? {} : { intent: options.intent }),
      ...(options.ci === undefined ? {} : { ci: options.ci }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
    },
    { session, round, ownCommits: ownCommits(state()), story: setup.story },
  )
  return result
}

/** Commits that the loop made itself. */
function ownCommits({ rounds }: LoopState): ReadonlySet<string> {
  return new Set(rounds.flatMap(({ fix }) => [fix?.commit, fix?.rolledBack?.commit].filter((commit) => commit != null)))
}

function fixOnce(
  { setup, options, session, state }: LoopWorld,
  round: number,
  findings: readonly Finding[],
  again: string,
): Promise<FixResult> {
  const { limits } = remainingBudget(options.agents ?? {}, state().usage, 0)
  return fixRound({
    prepared: setup.prepared,
    fixer: setup.fixer ?? null,
    findings,
    round,
    session,
    again,
    story: setup.story,
    coverage: setup.prepared.settings.config.loop.coverage,
    flags: { ...options.agents, ...limits },
    reviewDir: `.review-loop/sessions/${session}`,
    emit: options.onEvent ?? (() => {}),
    signal: options.signal ?? new AbortController().signal,
  })
}

function writeDocument({ setup, session, state }: LoopWorld, round: number, findings: readonly Finding[]): string {
  const { repository, prepared, branch, story } = setup
  const name = findingsFileName({ story, branch }, round)
  const path = `${prepared.settings.config.loop.findings}/${name}`
  const { agents } = state().started ?? { agents: { reviewer: session } }
  const text = renderFindings({
    title: titleOf(setup),
    branch,
    date: new Date().toISOString(),
    reviewer: agents.reviewer,
    round,
    entries: findings,
  })
  const read = parseFindings(text)
  if ('problems' in read) throw new Error(`the findings document contradicts itself: ${read.problems[0]?.text}`)
  writeWhole(join(repository.root, path), text)
  return path
}

function titleOf({ story, branch }: PreparedLoop): string {
  return story === null ? branch : storyTitle(story)
}

/** What the question is about this time. */
function detailOf(state: LoopState): string | null {
  if (state.userChange !== null) return state.userChange
  const fix = lastRound(state)?.fix?.results.at(-1)
  return fix?.status === 'failed' ? (fix.problems[0] ?? null) : null
}
