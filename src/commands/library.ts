import type { Claims, Clusters } from '../core/findings/rank-claims.ts'
import type { PostReview } from '../core/loop/post-review.ts'
import type { LoopResult } from '../core/loop/result.ts'
import { nearest } from '../core/values/nearest.ts'
import { LoopError } from '../errors.ts'
import { maskStrings } from '../io/masking.ts'
import type { CacheStats } from '../report/cache.ts'
import type { AgentFlags } from './agents/agents.ts'
import { type CacheOptions, clearCache as performClear, cacheStats as readStats } from './kept-replies.ts'
import type { LoopOptions } from './looping/loop-options.ts'
import { loop as performLoop } from './looping/perform-loop.ts'
import type { PostLoopReviewOptions } from './looping/post-loop-options.ts'
import { postLoopReview as performPostReview } from './looping/post-loop-review.ts'
import { review as performReview } from './reviewing/perform-review.ts'
import type { ReviewOptions, ReviewOutput } from './reviewing/review-options.ts'
import { mergeContent } from './tool/merge.ts'

// The library as others call it, from programs that nobody may have checked: an option that does not exist is refused. What
// the caller is told, in events and results, is masked like everything that leaves the program.

/** Reviews a change. Rejects with a LoopError for what the caller can mend; what reviewers do wrong is in the result. */
export async function review(options: ReviewOptions = {}): Promise<ReviewOutput> {
  requireKnown('review', options, reviewKeys)
  requireKnown('review', options.agents ?? {}, agentKeys)
  return maskStrings(await performReview(withMaskedCalls(options)))
}

/** Reviews, fixes and reviews again until the gate passes or a person is needed. */
export async function loop(options: LoopOptions): Promise<LoopResult> {
  requireKnown('loop', options, loopKeys)
  requireKnown('loop', options.agents ?? {}, { ...agentKeys, fixer: true })
  return maskStrings(await performLoop(withMaskedCalls(options)))
}

/** Reviews finished work against the commit it began at, and has blocking findings fixed a few times. Commits nothing. */
export async function postLoopReview(options: PostLoopReviewOptions): Promise<PostReview> {
  return maskStrings(await performPostReview(withMaskedCalls(options)))
}

/** Which findings of several reviewers say the same, the likeliest first. Throws a LoopError for what is not of that form. */
export function merge(claims: Claims): Clusters {
  return mergeContent({ name: 'What merge was given', value: claims })
}

/** How many replies of agents are kept for a repository, and how much room they take. */
export async function cacheStats(options: CacheOptions = {}): Promise<CacheStats> {
  requireKnown('cache stats', options, cacheKeys)
  return readStats(options)
}

/** Forgets all kept replies, and says how many they were. Reviews that were made stay. */
export async function clearCache(options: CacheOptions = {}): Promise<{ readonly removed: number }> {
  requireKnown('cache clear', options, cacheKeys)
  return performClear(options)
}

function withMaskedCalls<Options extends object>(options: Options): Options {
  const masked = Object.entries(options).map(([name, value]: [string, unknown]) =>
    typeof value === 'function' ? [name, (...told: unknown[]) => value(...told.map(maskStrings))] : [name, value],
  )
  return Object.fromEntries(masked)
}

function requireKnown(command: string, options: object, known: Readonly<Record<string, true>>): void {
  const names = Object.keys(known)
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const meant = nearest(unknown, names)
  const help = meant === undefined ? `there are: ${names.join(', ')}` : `did you mean ${meant}?`
  throw new LoopError('usage', { problem: `${command} takes no option called ${unknown}; ${help}`, command })
}

type Keys<T> = Readonly<Record<keyof T, true>>

const agentKeys: Keys<AgentFlags> = {
  agent: true,
  reviewer: true,
  verifier: true,
  verify: true,
  maxTimeMs: true,
  maxDollars: true,
}

const cacheKeys: Keys<CacheOptions> = { cwd: true, signal: true }

const reviewKeys: Keys<ReviewOptions> = {
  cwd: true,
  scope: true,
  base: true,
  committed: true,
  hygieneOnly: true,
  sinceLastReview: true,
  fullReview: true,
  failOn: true,
  imports: true,
  config: true,
  intent: true,
  cache: true,
  agents: true,
  github: true,
  handoffDir: true,
  apiUrl: true,
  ci: true,
  trustConfig: true,
  signal: true,
  onEvent: true,
}

const loopKeys: Keys<LoopOptions> = {
  cwd: true,
  scope: true,
  base: true,
  config: true,
  agents: true,
  maxRounds: true,
  validate: true,
  onLimit: true,
  scopeGuard: true,
  intent: true,
  story: true,
  dirty: true,
  commit: true,
  resume: true,
  ci: true,
  trustConfig: true,
  signal: true,
  onEvent: true,
  onResume: true,
  onSessionEvent: true,
  onLine: true,
  onNotice: true,
  ask: true,
}
