import { join } from 'node:path'
import { given } from '../../core/values/given.ts'
import { LoopError } from '../../errors.ts'
import { writeWhole } from '../../io/files.ts'
import {
  type CacheEntry,
  keyOf,
  type Manifest,
  patchHash,
  type Question,
  type ReadManifest,
  readManifest,
  writeManifest,
} from './cache-manifest.ts'
import { cacheOptions, readAsked } from './cache-options.ts'
import { type DiffDataFile, diffDataSchema } from './schemas.ts'
import type { Step } from './step.ts'

export const cacheCheck: Step = {
  options: {
    ...cacheOptions,
    'output-dir': { type: 'string', value: 'DIR', description: 'where the three files are written' },
  },
  description: [
    'Writes cache_result.json, agent_cached_bha.json and uncached_diff_data.json; prints the first with {hits, misses, migration, fallback}. status_kind: hits, first_run, all_changed, fallback_error.',
    'A cache that cannot be read, and a file without patch_lines, is uncached.',
  ],
  examples: [
    [
      'review-loop tool cache-check --cache-dir C --diff-data d.json --prompt-hash H --model-id opus --output-dir DIR',
      '',
    ],
  ],
  run: async (input, world) => {
    const data = input.requiredJson('diff-data', diffDataSchema)
    const asked = readAsked(input)
    const folder = input.requiredPath('cache-dir')
    const output = input.requiredPath('output-dir')
    const read = readManifest(folder)
    const hits = findHits(data, read.manifest, asked)
    const unwritten = rememberHits(folder, read.manifest, hits, world.context.now())
    const result = describeResult(data, hits, read)
    const record = (name: string, value: unknown) =>
      writeWhole(join(output, name), `${JSON.stringify(value, null, 2)}\n`)
    record('cache_result.json', result)
    record('agent_cached_bha.json', { findings: [...hits.values()].flatMap(({ entry }) => entry.findings) })
    record('uncached_diff_data.json', limitTo(data, result.uncached_files))
    return {
      ...result,
      cache_mode: input.integer('global-cache') === 0 ? 'repository' : 'global',
      schema: 2,
      hits: hits.size,
      misses: result.uncached_files.length,
      migration: read.migrated,
      fallback: read.failure ?? unwritten,
    }
  },
}

type Hits = ReadonlyMap<string, { readonly key: string; readonly entry: CacheEntry }>

function findHits(data: DiffDataFile, manifest: Manifest, asked: ReturnType<typeof readAsked>): Hits {
  return new Map(
    data.files_to_review.flatMap((path) => {
      const hash = patchHash(path, data.patch_lines)
      if (hash === undefined || !Object.hasOwn(manifest, path)) return []
      const question = { ...asked, patch_hash: hash }
      const key = keyOf(question)
      const entry = manifest[path]?.[key]
      return entry === undefined || !isAbout(entry, question) ? [] : [[path, { key, entry }]]
    }),
  )
}

/** Field by field: in a key two questions could run into each other. */
function isAbout(entry: CacheEntry, { model_id, prompt_hash, patch_hash, context_key }: Question): boolean {
  const isSame = entry.model_id === model_id && entry.prompt_hash === prompt_hash
  return isSame && entry.patch_hash === patch_hash && entry.context_key === context_key
}

/** What is used stays: written at once, because the time to live counts from the last hit. */
function rememberHits(folder: string, manifest: Manifest, hits: Hits, now: Date): string | null {
  if (hits.size === 0) return null
  const used = [...hits].map(([path, { key, entry }]) => {
    const renewed = { ...entry, last_hit_at: now.toISOString(), hit_count: entry.hit_count + 1 }
    return [path, { ...manifest[path], [key]: renewed }] as const
  })
  try {
    writeManifest(folder, { ...manifest, ...Object.fromEntries(used) })
    return null
  } catch (error) {
    if (error instanceof LoopError) return error.message
    throw error
  }
}

function describeResult({ files_to_review: files }: DiffDataFile, hits: Hits, read: ReadManifest) {
  const rate = files.length === 0 ? 0 : Math.round((hits.size / files.length) * 1000) / 10
  const kind = statusKind(hits, read)
  const messages = {
    hits: `Cache: ${hits.size} of ${files.length} files (${rate}%) need no new look`,
    first_run: 'Cache: empty, filled by this review',
    all_changed: `Cache: none of ${files.length} files, all changed since they were last seen`,
    fallback_error: `Cache: not usable (${read.failure}); everything is reviewed`,
  }
  return {
    cached_files: files.filter((path) => hits.has(path)),
    uncached_files: files.filter((path) => !hits.has(path)),
    stats: { total_files: files.length, cached: hits.size, uncached: files.length - hits.size, hit_rate_pct: rate },
    status_kind: kind,
    status_message: messages[kind],
  }
}

function statusKind(hits: Hits, { isNew, failure }: ReadManifest) {
  if (failure !== null) return 'fallback_error'
  return hits.size > 0 ? 'hits' : isNew ? 'first_run' : 'all_changed'
}

function limitTo(data: DiffDataFile, files: readonly string[]): DiffDataFile {
  const wanted = new Set(files)
  const only = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([path]) => wanted.has(path)))
  const file_loc = only(data.file_loc)
  return {
    ...data,
    files_to_review: [...files],
    file_statuses: only(data.file_statuses),
    file_loc,
    total_loc: Object.values(file_loc).reduce((sum, { added, removed }) => sum + added + removed, 0),
    changed_ranges: only(data.changed_ranges),
    ...given({
      hunks: data.hunks && only(data.hunks),
      renamed_from: data.renamed_from && only(data.renamed_from),
      binary_files: data.binary_files?.filter((path) => wanted.has(path)),
      patch_lines: data.patch_lines && only(data.patch_lines),
    }),
  }
}
