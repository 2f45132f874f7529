import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type * as v from 'valibot'
import { isRecord, textOf } from '../../core/import/shape.ts'
import { repositoryPath } from '../../core/values/repository-path.ts'
import { LoopError } from '../../errors.ts'
import { readIfThere, reasonOf } from '../../io/files.ts'
import { type AgentReply, readAgentReply } from './agent-reply.ts'
import { collectGarbage } from './cache-garbage.ts'
import { keyOf, type Manifest, patchHash, readManifest, writeManifest } from './cache-manifest.ts'
import { cacheOptions, readAsked } from './cache-options.ts'
import type { Input } from './input.ts'
import { type DiffDataFile, diffDataSchema, partitionsSchema } from './schemas.ts'
import type { Step } from './step.ts'

export const cacheUpdate: Step = {
  words: '[file…]',
  options: {
    ...cacheOptions,
    'bha-dir': { type: 'string', value: 'DIR', description: 'the folder with agent_bha_p<id>.json' },
    'partitions-file': { type: 'string', value: 'FILE', description: 'what partition printed: who was given what' },
    'reviewed-files': {
      type: 'string',
      value: 'FILE',
      multiple: true,
      description: 'what was reviewed, where there are no partitions',
    },
    'exclude-test-partitions': { type: 'boolean', description: 'leave out what a smaller model looked at' },
    'gc-ttl-days': { type: 'string', value: 'DAYS', description: 'forget what was not used for so long; 14' },
    'gc-max-per-file': { type: 'string', value: 'N', description: 'versions kept of one file; 3' },
  },
  description: [
    'Stores what the agents said, also "nothing", file by file; prints {cached_count, skipped_files, gc_ttl_evictions, gc_max_evictions, manifest_entries, fallback}.',
    'Of an agent that failed (no file, not valid, no list of findings) nothing is stored: its silence is no clean result.',
  ],
  examples: [
    [
      'review-loop tool cache-update --cache-dir C --diff-data d.json --bha-dir DIR --partitions-file p.json --prompt-hash H --model-id opus',
      '',
    ],
  ],
  run: async (input, world) => {
    const data = input.requiredJson('diff-data', diffDataSchema)
    const asked = readAsked(input)
    const folder = input.requiredPath('cache-dir')
    const replies = readReplies(input.requiredPath('bha-dir'))
    const { reviewed, skipped } = findReviewed(input, replies)
    const now = world.context.now()
    const read = readManifest(folder)
    const fresh = entriesFor(reviewed, data, findingsByFile(replies), asked, now)
    const together = Object.entries(fresh).map(([path, slots]) => [path, { ...read.manifest[path], ...slots }] as const)
    const kept = collectGarbage({ ...read.manifest, ...Object.fromEntries(together) }, now, {
      days: input.integer('gc-ttl-days') ?? 14,
      perFile: input.integer('gc-max-per-file') ?? 3,
    })
    const fallback = tryWrite(folder, kept.manifest)
    return {
      cache_mode: input.integer('global-cache') === 0 ? 'repository' : 'global',
      schema: 2,
      cached_count: fallback === null ? Object.keys(fresh).length : 0,
      skipped_files: skipped,
      gc_ttl_evictions: kept.expired,
      gc_max_evictions: kept.surplus,
      manifest_entries: Object.values(kept.manifest).reduce((sum, slots) => sum + Object.keys(slots).length, 0),
      fallback: fallback ?? read.failure,
    }
  },
}

function readReplies(folder: string): readonly AgentReply[] {
  try {
    const names = readdirSync(folder).filter((name) => /^agent_bha_.+\.json$/.test(name))
    return names.sort().map((name) => readAgentReply(name, readIfThere(join(folder, name))))
  } catch (error) {
    if (error instanceof LoopError) throw error
    throw new LoopError('unreadable_file', { path: folder, reason: reasonOf(error) }, { cause: error })
  }
}

interface Reviewed {
  readonly reviewed: readonly string[]
  readonly skipped: readonly string[]
}

/** By partitions it is known who failed on what. Without them one failure puts everything in doubt. */
function findReviewed(input: Input, replies: readonly AgentReply[]): Reviewed {
  const partitions = input.json('partitions-file', partitionsSchema)?.partitions
  const named = [...input.list('reviewed-files'), ...input.words]
  if (partitions !== undefined && named.length === 0) {
    return byPartition(partitions, replies, input.flag('exclude-test-partitions'))
  }
  const tests = new Set(testFiles(input.flag('exclude-test-partitions') ? (partitions ?? []) : []))
  const files = (named.length > 0 ? named : [...findingsByFile(replies).keys()]).filter((file) => !tests.has(file))
  return replies.length > 0 && replies.every(isSound)
    ? { reviewed: files, skipped: [] }
    : { reviewed: [], skipped: files }
}

type Partition = v.InferOutput<typeof partitionsSchema>['partitions'][number]

/** A file whose parts went to several agents is reviewed when all of them answered. */
function byPartition(
  partitions: readonly Partition[],
  replies: readonly AgentReply[],
  withoutTests: boolean,
): Reviewed {
  const answered = new Set(replies.filter(isSound).map(({ reviewer }) => reviewer))
  const hasAnswered = ({ id }: Partition) => answered.has(`bha_p${id}`) || answered.has(`bha_${id}`)
  const wanted = partitions.filter(({ is_test_only }) => !(withoutTests && is_test_only))
  const filesOf = (some: readonly Partition[]) => some.flatMap(({ files }) => files.map(({ file }) => file))
  const skipped = new Set(filesOf(partitions.filter((partition) => !hasAnswered(partition))))
  const reviewed = new Set(filesOf(wanted.filter(hasAnswered)).filter((file) => !skipped.has(file)))
  return { reviewed: [...reviewed], skipped: [...skipped] }
}

function testFiles(partitions: readonly Partition[]): readonly string[] {
  return partitions.filter(({ is_test_only }) => is_test_only).flatMap(({ files }) => files.map(({ file }) => file))
}

/** A finding that names no file could not be given back with its file. */
function isSound(reply: AgentReply): boolean {
  return 'findings' in reply && reply.findings.every((finding) => fileOf(finding) !== undefined)
}

function findingsByFile(replies: readonly AgentReply[]): ReadonlyMap<string, readonly unknown[]> {
  const all = replies.filter(isSound).flatMap((reply) => ('findings' in reply ? reply.findings : []))
  const byFile = new Map<string, unknown[]>()
  for (const finding of all) {
    const file = fileOf(finding)
    if (file === undefined) continue
    byFile.set(file, [...(byFile.get(file) ?? []), finding])
  }
  return byFile
}

function fileOf(finding: unknown): string | undefined {
  const file = isRecord(finding) ? textOf(finding.file) : undefined
  return file === undefined ? undefined : repositoryPath(file)
}

function entriesFor(
  files: readonly string[],
  data: DiffDataFile,
  findings: ReadonlyMap<string, readonly unknown[]>,
  asked: ReturnType<typeof readAsked>,
  now: Date,
): Manifest {
  const time = now.toISOString()
  const changed = new Set(data.files_to_review)
  return Object.fromEntries(
    files.flatMap((path) => {
      const hash = changed.has(path) ? patchHash(path, data.patch_lines) : undefined
      if (hash === undefined) return []
      const question = { ...asked, patch_hash: hash }
      const found = [...(findings.get(path) ?? [])]
      const times = { cached_at: time, last_hit_at: time, hit_count: 0 }
      return [[path, { [keyOf(question)]: { schema_version: 2 as const, ...question, findings: found, ...times } }]]
    }),
  )
}

function tryWrite(folder: string, manifest: Manifest): string | null {
  try {
    writeManifest(folder, manifest)
    return null
  } catch (error) {
    if (error instanceof LoopError) return error.message
    throw error
  }
}
