import { resolve } from 'node:path'
import { readEnvironment } from '../config/environment.ts'
import { nextStep } from '../core/fix/next-step.ts'
import { remainingBudget } from '../core/fix/remaining-budget.ts'
import { addUsage, noUsage } from '../core/usage.ts'
import { LoopError } from '../errors.ts'
import { resolveCommit, unknownRef } from '../io/git/base.ts'
import { openRepository } from '../io/git/repository.ts'
import type { AgentSettings, FixResult, ReviewResult, Usage } from '../types.ts'
import type { AgentFlags } from './agents.ts'
import { chooseFixer, fixRound } from './fix-round.ts'
import { review } from './perform-review.ts'
import type { PostLoopReview, PostLoopReviewOptions } from './post-loop-options.ts'
import { type PreparedReview, prepareReview } from './prepare-review.ts'
import type { ReviewOptions } from './review-options.ts'
import { signalOf } from './signal-of.ts'

/**
 * Reviews finished work, committed or not, against the commit it began at, and has blocking findings fixed a few times.
 * Commits nothing. Rejects with a LoopError for what the caller can mend.
 */
export async function postLoopReview(options: PostLoopReviewOptions): Promise<PostLoopReview> {
  const cycles = cyclesOf(options)
  const { startCommit } = options
  if (startCommit === undefined || startCommit === null || startCommit.trim() === '') {
    return skipped('There is no start commit to compare with.')
  }
  const reviewOptions = await reviewOptionsOf(options, startCommit)
  const prepared = await prepareReview(reviewOptions)
  if (isUnchanged(prepared)) return skipped(`Nothing has changed since ${startCommit}.`)
  const fixer = await chooseFixer(options.agents ?? {}, prepared)
  return runCycles({ options, reviewOptions, prepared, fixer, cycles })
}

function skipped(reason: string): PostLoopReview {
  return { outcome: 'skipped', reason, reviews: [], fixes: [], usage: noUsage }
}

const defaultCycles = 2

function cyclesOf({ cycles }: PostLoopReviewOptions): number {
  const name = 'POST_LOOP_REVIEW_CYCLES'
  const variable = readEnvironment().variables[name]?.trim() ?? ''
  if (cycles !== undefined) return checked('cycles', cycles, String(cycles))
  return variable === '' ? defaultCycles : checked(name, /^\d+$/.test(variable) ? Number(variable) : -1, variable)
}

function checked(name: string, cycles: number, found: string): number {
  if (Number.isSafeInteger(cycles) && cycles >= 0) return cycles
  throw new LoopError('usage', { problem: `${name} must be a whole number from 0 on, found "${found}"` })
}

/** The commit by its id: whatever the caller calls it, it is not looked for among the branches of a remote. */
async function reviewOptionsOf(options: PostLoopReviewOptions, startCommit: string): Promise<ReviewOptions> {
  const { startCommit: _start, cycles: _cycles, ...rest } = options
  const repository = await openRepository(resolve(options.cwd ?? '.'), options.signal)
  const base = await resolveCommit(repository, startCommit.trim())
  if (base === undefined) throw unknownRef(repository, startCommit.trim())
  return { ...rest, base, fullReview: true }
}

function isUnchanged({ work: { scope, state } }: PreparedReview): boolean {
  return scope.baseTree === scope.headTree && state.oversized.size === 0
}

interface Cycles {
  readonly options: PostLoopReviewOptions
  readonly reviewOptions: ReviewOptions
  readonly prepared: PreparedReview
  readonly fixer: AgentSettings | null | undefined
  readonly cycles: number
}

async function runCycles(setup: Cycles): Promise<PostLoopReview> {
  const { options, reviewOptions, fixer, cycles } = setup
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
      const fix = await fixOnce(setup, current, fixes.length + 1, flags)
      fixes.push(fix)
      if (!fix.restored) current = null
      continue
    }
    // What was answered before a fix says nothing about what there is after it.
    const fresh = reviews.length === 0 ? {} : { cache: false }
    const round = { session: `post-loop ${start}`, round: reviews.length + 1, ownCommits: new Set<string>() }
    const asked = { ...reviewOptions, ...fresh, agents: flags }
    current = (await (reviews.length === 0 ? review(asked) : review(asked, round))).result
    reviews.push(current)
  }
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
    flags,
    reviewDir,
    emit: options.onEvent ?? (() => {}),
    signal: signalOf(options),
  })
}
