import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../core/values/parse-json.ts'
import { makeFolder, readIfThere, writeQuickly } from './files.ts'
import { reviewsInUse } from './review-state.ts'
import { ensureStateFolder, stateFolder } from './state-folder.ts'

/** The folder of one review: its working files under the names that scripts know. */
export interface ReviewFolder {
  readonly id: string
  /** Relative to the repository root. */
  readonly path: string
  readonly record: (name: string, content: unknown) => void
  readonly file: (name: string) => string
}

const keptReviews = 50

export function createReviewFolder(root: string, now: Date): ReviewFolder {
  const id = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(3).toString('hex')}`
  const folder = join(ensureStateFolder(root), 'reviews', id)
  makeFolder(folder)
  removeOldest(stateFolder(root))
  const file = (name: string) => join(folder, name)
  return {
    id,
    path: `.review-loop/reviews/${id}`,
    file,
    record: (name, content) =>
      writeQuickly(file(name), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`),
  }
}

/** Ids begin with the time, so the order of names is the order of age. What is open in a branch is in its last review. */
function removeOldest(state: string): void {
  const folder = join(state, 'reviews')
  const names = readdirSync(folder).sort()
  const old = names.slice(0, Math.max(0, names.length - keptReviews))
  const inUse = old.length === 0 ? new Set() : reviewsInUse(join(state, 'cache'))
  for (const name of old.filter((each) => !inUse.has(each)))
    rmSync(join(folder, name), { recursive: true, force: true })
}

/** Undefined when it is not there or not JSON: whoever asks then works without it. */
export function readReviewFile(root: string, id: string, name: string): unknown {
  return parseJson(readIfThere(join(stateFolder(root), 'reviews', id, name)) ?? '')
}
