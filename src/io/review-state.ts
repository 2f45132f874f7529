import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { compareText } from '../core/values/compare-text.ts'
import { parseJson } from '../core/values/parse-json.ts'
import { readIfThere, writeWhole } from './files.ts'
import { sealOf } from './seal.ts'

// Which commit of which branch was last reviewed against which base. Seed of every incremental review.

const entrySchema = v.object({
  sha: v.string(),
  completed_at: v.string(),
  success: v.boolean(),
  /** What was reviewed, uncommitted work included. */
  tree: v.optional(v.string()),
  /** The tree that it was compared with. */
  base_tree: v.optional(v.string()),
  review: v.optional(v.string()),
  /** Reviews that ended while this one was at work: it knows nothing of them. */
  besides: v.optional(v.array(v.string())),
  /** Whether only what was new was looked at. */
  incremental: v.optional(v.boolean()),
  /** Settings and program version; another one means that the old result says nothing about today. */
  settings: v.optional(v.string()),
})

const stateSchema = v.object({
  reviews: v.record(v.string(), entrySchema),
  seals: v.optional(v.record(v.string(), v.string()), {}),
})

export type ReviewState = v.InferOutput<typeof entrySchema>

export const reviewStateKey = (branch: string, base: string): string => `${branch}:${base}`

export function hasReviewState(cacheFolder: string): boolean {
  return existsSync(stateFile(cacheFolder))
}

export function readReviewState(cacheFolder: string, key: string): ReviewState | undefined {
  const { reviews } = readAll(cacheFolder)
  return Object.hasOwn(reviews, key) ? reviews[key] : undefined
}

/** Of the same branch: what was reviewed beside the last review under this key, and later under other keys, the latest first. */
export function laterReviews(cacheFolder: string, branch: string, key: string): readonly ReviewState[] {
  const { reviews } = readAll(cacheFolder)
  const last = Object.hasOwn(reviews, key) ? reviews[key] : undefined
  const since = last?.completed_at ?? ''
  const later = Object.entries(reviews)
    .filter(([other]) => other !== key && other.startsWith(reviewStateKey(branch, '')))
    .map(([, state]) => state)
    .filter(({ success, completed_at }) => success && completed_at > since)
    .sort((one, other) => compareText(other.completed_at, one.completed_at))
  return [...later, ...(last?.besides ?? []).map((review) => ({ ...last!, review }))]
}

/** Reviews whose files the next review of some branch goes on from. */
export function reviewsInUse(cacheFolder: string): ReadonlySet<string | undefined> {
  return new Set(
    Object.values(readAll(cacheFolder).reviews).flatMap(({ review, besides = [] }) => [review, ...besides]),
  )
}

/** `started`: when the review began. What ended since then is named in its entry, not replaced by it. */
export function writeReviewState(cacheFolder: string, key: string, given: ReviewState, started?: Date): void {
  const { reviews, seals } = readAll(cacheFolder)
  const known = Object.hasOwn(reviews, key) ? reviews[key] : undefined
  const isBeside = known?.review !== undefined && started !== undefined && known.completed_at > started.toISOString()
  const entry = isBeside ? { ...given, besides: [known.review!, ...(known.besides ?? [])] } : given
  const state = { reviews: { ...reviews, [key]: entry }, seals: { ...seals, [key]: sealFor(key, entry) } }
  writeWhole(stateFile(cacheFolder), `${JSON.stringify(state, null, 2)}\n`)
}

/** Whether all that differs was written by a review that ran at the same time, and nothing is lost. */
export function isOwnUpdate(before: string, after: string): boolean {
  const [old, now] = [parse(before).reviews, parse(after)]
  const isKept = Object.keys(old).every((key) => Object.hasOwn(now.reviews, key))
  const changed = Object.entries(now.reviews).filter(([key, entry]) => !isSameEntry(old[key], entry))
  return isKept && changed.length > 0 && changed.every(([key, entry]) => isLater(key, entry))

  function isLater(key: string, entry: ReviewState): boolean {
    return now.seals[key] === sealFor(key, entry) && entry.completed_at >= (old[key]?.completed_at ?? '')
  }
}

function isSameEntry(one: ReviewState | undefined, other: ReviewState): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function sealFor(key: string, entry: ReviewState): string {
  return sealOf(JSON.stringify([key, v.parse(entrySchema, entry)]))
}

/** A file that cannot be read is no record: the next review is a full one. */
function readAll(cacheFolder: string): v.InferOutput<typeof stateSchema> {
  return parse(readIfThere(stateFile(cacheFolder)) ?? '')
}

function parse(text: string): v.InferOutput<typeof stateSchema> {
  const result = v.safeParse(stateSchema, parseJson(text))
  return result.success ? result.output : { reviews: {}, seals: {} }
}

const stateFile = (cacheFolder: string): string => join(cacheFolder, 'review_state.json')
