import * as v from 'valibot'
import { parseJson } from '../../core/values/parse-json.ts'
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
const schema = v.object({
  /** For a command, only the files that it may not change are recorded. */
  of: v.optional(v.picklist(['agent', 'command']), 'agent'),
  takenAtMs: v.number(),
  git: records,
  state: records,
  elsewhere: v.array(v.tuple([v.string(), records])),
})

/** Of a fingerprint, what no agent may change: the git folder and our own. */
export function keptText({ takenAtMs, git, state, elsewhere }: Fingerprint, of: MarkedWork): string {
  const others = [...elsewhere].map(([root, some]) => [root, encoded(some)])
  return `${JSON.stringify({ of, takenAtMs, git: encoded(git), state: encoded(state), elsewhere: others })}\n`
}

/** The agent or command that was running. */
export type MarkedWork = 'agent' | 'command'

type Recorded = Pick<Fingerprint, 'takenAtMs' | 'git' | 'state' | 'elsewhere'>

export type Kept = Recorded & { readonly of: MarkedWork }

/** Null when that is no such text. */
export function parseKept(text: string): Kept | null {
  const parsed = v.safeParse(schema, parseJson(text))
  if (!parsed.success) return null
  const { of, takenAtMs, git, state, elsewhere } = parsed.output
  const others = new Map(elsewhere.map(([root, some]) => [root, decoded(some)]))
  return { of, takenAtMs, git: decoded(git), state: decoded(state), elsewhere: others }
}

/** A fingerprint of nothing but these. */
export function withoutFiles(repository: Repository, { takenAtMs, git, state, elsewhere }: Recorded): Fingerprint {
  return {
    repository,
    durationMs: 0,
    takenAtMs,
    git,
    state,
    elsewhere,
    ignored: { records: new Map(), unexplored: [] },
    work: { index: new Uint8Array(), clean: [], raw: new Map(), nested: [] },
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
