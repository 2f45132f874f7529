import { resolve } from 'node:path'
import { addUsage, noUsage } from '../../core/cost/usage.ts'
import { nextStep } from '../../core/fix/next-step.ts'
import { remainingBudget } from '../../core/fix/remaining-budget.ts'
import { resolveCommit, unknownRef } from '../../io/git/base.ts'
import type { AgentSettings, FixResult, ReviewResult, Usage } from '../../types.ts'
import type { AgentFlags } from '../agents/agents.ts'
import { openSettled } from '../open-settled.ts'
import type { FrozenSettings } from '../reviewing/frozen-settings.ts'
import { review } from '../reviewing/perform-review.ts'
import { type PreparedReview, prepareReview } from '../reviewing/prepare-review.ts'
import type { ReviewOptions } from '../reviewing/review-options.ts'
import type { RoundContext } from '../reviewing/round-context.ts'
import { signalOf } from '../signal-of.ts'
import { fixCycles } from './fix-cycles.ts'
import { chooseFixer, fixRound } from './fix-round.ts'
import type { PostLoopContext } from './post-loop-context.ts'
import type { PostLoopReview, PostLoopReviewOptions } from './post-loop-options.ts'

/**
 * Reviews finished work, committed or not, against the commit it began at, and has blocking findings fixed a few times.
 * Commits nothing. Rejects with a LoopError for what the caller can mend.
 */
export async function postLoopReview(
  options: PostLoopReviewOptions,
  context?: PostLoopContext,
): Promise<PostLoopReview> {
  const cycles = fixCycles(options.cycles)
  const { startCommit } = options
  if (startCommit === undefined || startCommit === null || startCommit.trim() === '') {
    return skipped('There is no start commit to compare with.')
  }
  const reviewOptions = await reviewOptionsOf(options, startCommit)
  const prepared = await prepareReview(reviewOptions, context)
  if (isUnchanged(prepared)) return skipped(`Nothing has changed since ${startCommit}.`)
  const fixer = await chooseFixer(options.agents ?? {}, prepared)
  return runCycles({ options, context, reviewOptions, prepared, fixer, cycles })
}

function skipped(reason: string): PostLoopReview {
  return { outcome: 'skipped', reason, reviews: [], fixes: [], usage: noUsage }
}

/** The commit by its id: whatever the caller calls it, it is not looked for among the branches of a remote. */
async function reviewOptionsOf(options: PostLoopReviewOptions, startCommit: string): Promise<ReviewOptions> {
  const { startCommit: _start, cycles: _cycles, ...rest } = options
  const repository = await openSettled(resolve(options.cwd ?? '.'), options.signal)
  const base = await resolveCommit(repository, startCommit.trim())
  if (base === undefined) throw unknownRef(repository, startCommit.trim())
  return { ...rest, base, fullReview: true }
}

function isUnchanged({ work: { scope, state } }: PreparedReview): boolean {
  return scope.baseTree === scope.headTree && state.oversized.size === 0
}

interface Cycles {
  readonly options: PostLoopReviewOptions
  readonly context: PostLoopContext | undefined
  readonly reviewOptions: ReviewOptions
  readonly prepared: PreparedReview
  readonly fixer: AgentSettings | null | undefined
  readonly cycles: number
}

async function runCycles(setup: Cycles): Promise<PostLoopReview> {
  const { options, context, reviewOptions, fixer } = setup
  const before = context?.before ?? { reviews: 0, fixes: 0 }
  const cycles = Math.max(0, setup.cycles - before.fixes)
  const reviews: ReviewResult[] = []
  const fixes: FixResult[] = []
  const start = performance.now()
  let current: ReviewResult | null = null
  for (;;) {
    options.signal?.throwIfAborted()
    const usage = usageOf(reviews, fixes)
    const { limits, isLeft } = remainingBudget(options.agents ?? {}, usage, performance.now() - start)
    const flags = { ...options.agents, ...limits }
    const isAnyoneFixing = fixer !== undefined
    const next = nextStep({ review: current, fixes, cycles, isAnyoneFixing, isBudgetLeft: isLeft })
    if (next.step === 'end') return { outcome: next.outcome, reason: next.reason, reviews, fixes, usage }
    if (next.step === 'fix' && current !== null) {
      const fix = await fixOnce(setup, current, before.fixes + fixes.length + 1, flags)
      fixes.push(fix)
      if (!fix.restored) current = null
      continue
    }
    await context?.beforeReview()
    const asked = { ...reviewOptions, agents: flags }
    const round = Math.max(1, before.reviews) + reviews.length
    current = (await reviewOnce(asked, round, context, setup.prepared, `post-loop ${start}`)).result
    reviews.push(current)
  }
}

/** What was answered before a fix says nothing about what there is after it. */
function reviewOnce(
  options: ReviewOptions,
  round: number,
  context: PostLoopContext | undefined,
  frozen: FrozenSettings,
  session: string,
) {
  if (context !== undefined) {
    return review(options, { ...context, frozen, round, attempt: context.passes } satisfies RoundContext)
  }
  if (round === 1) return review(options)
  return review({ ...options, cache: false }, { session, round, ownCommits: new Set<string>(), frozen })
}

function usageOf(reviews: readonly ReviewResult[], fixes: readonly FixResult[]): Usage {
  return [...reviews, ...fixes.map(({ outcome }) => outcome)].reduce((sum, { usage }) => addUsage(sum, usage), noUsage)
}

function fixOnce(
  { options, prepared, fixer = null }: Cycles,
  { findings, reviewDir }: ReviewResult,
  round: number,
  flags: AgentFlags,
): Promise<FixResult> {
  return fixRound({
    prepared,
    fixer,
    findings: findings.filter((finding) => finding.blocking),
    round,
    session: null,
    commands: [],
    flags,
    reviewDir,
    emit: options.onEvent ?? (() => {}),
    signal: signalOf(options),
  })
}
