import { createHash } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import type { PatchLines } from '../../core/change/diff-data.ts'
import { isRecord, ownValue, type UnknownRecord } from '../../core/import/shape.ts'
import { parseJson } from '../../core/values/parse-json.ts'
import { LoopError } from '../../errors.ts'
import { readIfThere, writeWhole } from '../../io/files.ts'

// What an agent said about each file, by what it was asked: manifest.json = path → {key → entry}.

const entrySchema = v.object({
  schema_version: v.literal(2),
  model_id: v.string(),
  prompt_hash: v.string(),
  patch_hash: v.string(),
  context_key: v.string(),
  findings: v.array(v.unknown()),
  cached_at: v.string(),
  last_hit_at: v.string(),
  hit_count: v.number(),
})

export type CacheEntry = v.InferOutput<typeof entrySchema>
export type Slots = Readonly<Record<string, CacheEntry>>
export type Manifest = Readonly<Record<string, Slots>>

/** Everything an answer depends on. */
export interface Question {
  readonly model_id: string
  readonly prompt_hash: string
  readonly patch_hash: string
  readonly context_key: string
}

export interface ReadManifest {
  readonly manifest: Manifest
  readonly isNew: boolean
  readonly migrated: boolean
  /** Why the cache counts as empty although it is there. */
  readonly failure: string | null
}

/** Never throws: a cache that cannot be read is empty. */
export function readManifest(folder: string): ReadManifest {
  const empty = { manifest: {}, isNew: false, migrated: false }
  try {
    const text = readIfThere(manifestFile(folder))
    if (text === undefined) return { ...empty, isNew: true, failure: null }
    const value = parseJson(text)
    if (!isRecord(value)) return { ...empty, failure: 'manifest.json is not a JSON object' }
    const migrated = Object.values(value).some(isFlat)
    return { manifest: readSlots(value), isNew: false, migrated, failure: null }
  } catch (error) {
    if (error instanceof LoopError) return { ...empty, failure: error.message }
    throw error
  }
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writeWhole(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`)
}

export function keyOf({ model_id, prompt_hash, patch_hash, context_key }: Question): string {
  return sha256([model_id, prompt_hash, patch_hash, context_key].join('\0'))
}

/** Undefined for a file without changed lines: there is nothing that could tell two versions of it apart. */
export function patchHash(path: string, patchLines: PatchLines | undefined): string | undefined {
  const lines = patchLines !== undefined && Object.hasOwn(patchLines, path) ? patchLines[path] : undefined
  if (lines === undefined) return undefined
  const sides = [lines.added_lines, lines.removed_lines]
  if (sides.every((side) => Object.keys(side).length === 0)) return undefined
  const [added, removed] = sides.map((side) => sortedJson(side))
  return sha256(`${path}\0{"added_lines": ${added}, "removed_lines": ${removed}}`)
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const manifestFile = (folder: string): string => join(folder, 'manifest.json')

/** Entries that do not fit are left out: they would be asked for in vain. */
function readSlots(value: UnknownRecord): Manifest {
  return Object.fromEntries(
    Object.entries(value).flatMap(([path, slots]) => {
      const entries = isFlat(slots) ? migrate(slots) : isRecord(slots) ? Object.entries(slots) : []
      const valid = entries.filter((slot): slot is [string, CacheEntry] => v.is(entrySchema, slot[1]))
      return valid.length === 0 ? [] : [[path, Object.fromEntries(valid)]]
    }),
  )
}

/** Version 1 had one entry for each path and knew nothing of contexts. */
function isFlat(value: unknown): value is UnknownRecord {
  return isRecord(value) && typeof ownValue(value, 'patch_hash') === 'string'
}

function migrate(old: UnknownRecord): [string, unknown][] {
  const { model_id, prompt_hash, patch_hash, findings, cached_at } = old
  const question = { model_id: String(model_id), prompt_hash: String(prompt_hash), patch_hash: String(patch_hash) }
  const entry = {
    schema_version: 2,
    ...question,
    context_key: '',
    findings,
    cached_at,
    last_hit_at: cached_at,
    hit_count: 0,
  }
  return [[keyOf({ ...question, context_key: '' }), entry]]
}

/** The form other programs hash: keys in order, a space after colon and comma, ASCII only. */
function sortedJson(lines: Readonly<Record<string, string>>): string {
  const pairs = Object.keys(lines)
    .sort()
    .map((line) => `${JSON.stringify(line)}: ${JSON.stringify(lines[line])}`)
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `{${pairs.join(', ')}}`.replace(/[\u0080-\uffff]/g, escaped)
}
