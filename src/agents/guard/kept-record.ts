import * as v from 'valibot'
import { parseJson } from '../../core/parse-json.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { FileRecord } from './file-record.ts'
import type { Fingerprint, Records } from './fingerprint.ts'

const record = v.object({
  kind: v.picklist(['file', 'link', 'folder', 'other']),
  mode: v.number(),
  size: v.number(),
  stamp: v.string(),
  fresh: v.boolean(),
  /** Base64. */
  content: v.nullable(v.string()),
})
const records = v.array(v.tuple([v.string(), record]))
const schema = v.object({ takenAtMs: v.number(), git: records, state: records })

/** Of a fingerprint, what no agent may change: the git folder and our own. */
export function keptText({ takenAtMs, git, state }: Fingerprint): string {
  return `${JSON.stringify({ takenAtMs, git: encoded(git), state: encoded(state) })}\n`
}

export type Kept = Pick<Fingerprint, 'takenAtMs' | 'git' | 'state'>

/** Null when that is no such text. */
export function parseKept(text: string): Kept | null {
  const parsed = v.safeParse(schema, parseJson(text))
  if (!parsed.success) return null
  const { takenAtMs, git, state } = parsed.output
  return { takenAtMs, git: decoded(git), state: decoded(state) }
}

/** A fingerprint of nothing but these. */
export function withoutFiles(repository: Repository, git: Records, state: Records): Fingerprint {
  return {
    repository,
    takenAtMs: Date.now(),
    durationMs: 0,
    git,
    state,
    ignored: { records: new Map(), unexplored: [] },
    work: { index: new Uint8Array(), raw: new Map(), nested: [] },
    since: null,
  }
}

function encoded(some: Records): readonly unknown[] {
  return [...some].map(([path, each]) => [path, { ...each, content: each.content && toBase64(each.content) }])
}

function toBase64(content: Uint8Array): string {
  return Buffer.from(content).toString('base64')
}

function decoded(some: v.InferOutput<typeof records>): Map<string, FileRecord> {
  return new Map(
    some.map(([path, each]) => [
      path,
      { ...each, content: each.content === null ? null : Buffer.from(each.content, 'base64') },
    ]),
  )
}
