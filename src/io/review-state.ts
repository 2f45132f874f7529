import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { compareText } from '../core/values/compare-text.ts'
import { hashText } from '../core/values/hash.ts'
import { parseJson } from '../core/values/parse-json.ts'
import { LoopError } from '../errors.ts'
import { readIfThere, writeWhole } from './files.ts'
import { maskDocument } from './masking.ts'
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

const reviewsSchema = v.record(v.string(), entrySchema)

/** Of the file. Another one is refused: nothing converts it. */
const stateVersion = 1

const stateSchema = v.object({
  version: v.literal(stateVersion),
  reviews: reviewsSchema,
  seals: v.record(v.string(), v.string()),
  /** Of `reviews`: a lost or changed entry would forget findings that are still open. */
  digest: v.string(),
})

type Reviews = v.InferOutput<typeof reviewsSchema>
type Seals = Readonly<Record<string, string>>

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
  const all = asWritten({ ...reviews, [key]: entry })
  const state = {
    version: stateVersion,
    reviews: all,
    seals: { ...seals, [key]: sealFor(key, entry) },
    digest: digestOf(all),
  }
  writeWhole(stateFile(cacheFolder), `${JSON.stringify(state, null, 2)}\n`)
}

/** The file is masked when it is written, and the digest has to fit what is in it then. */
function asWritten(reviews: Reviews): Reviews {
  return v.parse(reviewsSchema, JSON.parse(maskDocument(JSON.stringify(reviews))))
}

function digestOf(reviews: Reviews): string {
  return hashText(JSON.stringify(reviews))
}

/** Whether all that differs was written by a review that ran at the same time, and nothing is lost. `before` is undefined without a file. */
export function isOwnUpdate(before: string | undefined, after: string): boolean {
  const [then, now] = [parse(before), parse(after)]
  if ('problem' in then || 'problem' in now) return false
  const [old, { seals }] = [then.reviews, now]
  const isKept = Object.keys(old).every((key) => Object.hasOwn(now.reviews, key))
  const changed = Object.entries(now.reviews).filter(([key, entry]) => !isSameEntry(old[key], entry))
  return isKept && changed.length > 0 && changed.every(([key, entry]) => isLater(key, entry))

  function isLater(key: string, entry: ReviewState): boolean {
    return seals[key] === sealFor(key, entry) && entry.completed_at >= (old[key]?.completed_at ?? '')
  }
}

function isSameEntry(one: ReviewState | undefined, other: ReviewState): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function sealFor(key: string, entry: ReviewState): string {
  return sealOf(JSON.stringify([key, v.parse(entrySchema, entry)]))
}

interface States {
  readonly reviews: Reviews
  readonly seals: Seals
}

/** What cannot be read is refused: taken as empty, it would forget what is still open. */
function readAll(cacheFolder: string): States {
  const path = stateFile(cacheFolder)
  const read = parse(readIfThere(path))
  if ('problem' in read) throw new LoopError('bad_review_state', { path, problem: read.problem })
  return read
}

function parse(text: string | undefined): States | { readonly problem: string } {
  if (text === undefined) return { reviews: {}, seals: {} }
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) return { problem: 'it is cut off, or no JSON' }
  const version = 'version' in value ? value.version : 'none'
  if (version !== stateVersion) return { problem: `its version is ${String(version)}, expected ${stateVersion}` }
  const { success, output } = v.safeParse(stateSchema, value)
  const isWhole = success && output.digest === digestOf(output.reviews)
  return isWhole ? output : { problem: 'an entry was lost or changed' }
}

const stateFile = (cacheFolder: string): string => join(cacheFolder, 'review_state.json')
