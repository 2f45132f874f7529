import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseJson } from '../core/parse-json.ts'
import { readIfThere, writeWhole } from './files.ts'

// Which commit of which branch was last reviewed against which base. Seed of every incremental review.

const entrySchema = v.object({
  sha: v.string(),
  completed_at: v.string(),
  success: v.boolean(),
  /** What was reviewed, uncommitted work included. */
  tree: v.optional(v.string()),
  review: v.optional(v.string()),
  /** Whether only what was new was looked at. */
  incremental: v.optional(v.boolean()),
  /** Settings and program version; another one means that the old result says nothing about today. */
  settings: v.optional(v.string()),
})

const stateSchema = v.object({ reviews: v.record(v.string(), entrySchema) })

export type ReviewState = v.InferOutput<typeof entrySchema>

export const reviewStateKey = (branch: string, base: string): string => `${branch}:${base}`

export function hasReviewState(cacheFolder: string): boolean {
  return existsSync(stateFile(cacheFolder))
}

export function readReviewState(cacheFolder: string, key: string): ReviewState | undefined {
  const { reviews } = readAll(cacheFolder)
  return Object.hasOwn(reviews, key) ? reviews[key] : undefined
}

export function writeReviewState(cacheFolder: string, key: string, entry: ReviewState): void {
  const { reviews } = readAll(cacheFolder)
  writeWhole(stateFile(cacheFolder), `${JSON.stringify({ reviews: { ...reviews, [key]: entry } }, null, 2)}\n`)
}

/** A file that cannot be read is no record: the next review is a full one. */
function readAll(cacheFolder: string): v.InferOutput<typeof stateSchema> {
  const result = v.safeParse(stateSchema, parseJson(readIfThere(stateFile(cacheFolder)) ?? ''))
  return result.success ? result.output : { reviews: {} }
}

const stateFile = (cacheFolder: string): string => join(cacheFolder, 'review_state.json')
