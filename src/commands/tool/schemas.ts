import * as v from 'valibot'

// The files that steps hand on, as far as they are read. Unknown keys are other programs' business.

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** Nobody has files of so many lines; a larger number would only cost memory. */
const line = v.pipe(count, v.maxValue(50_000_000))
const pair = v.tuple([line, line])
const objectId = v.pipe(v.string(), v.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'it is not the id of a git object'))
const linesByNumber = v.record(v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/, 'it is not a line number')), v.string())

export const diffDataSchema = v.object({
  files_to_review: v.array(v.string()),
  file_statuses: v.record(v.string(), v.picklist(['added', 'modified', 'removed'])),
  file_loc: v.record(v.string(), v.object({ added: count, removed: count })),
  total_loc: v.optional(count, 0),
  changed_ranges: v.record(v.string(), v.object({ added: v.array(pair), removed: v.array(pair) })),
  hunks: v.exactOptional(v.record(v.string(), v.array(v.tuple([line, line, line, line])))),
  renamed_from: v.exactOptional(v.record(v.string(), v.string())),
  binary_files: v.exactOptional(v.array(v.string())),
  patch_lines: v.exactOptional(
    v.record(v.string(), v.object({ added_lines: linesByNumber, removed_lines: linesByNumber })),
  ),
  /** What was compared. Not in files of other programs. */
  base_tree: v.exactOptional(objectId),
  head_tree: v.exactOptional(objectId),
  base_commit: v.exactOptional(v.nullable(objectId)),
})

export type DiffDataFile = v.InferOutput<typeof diffDataSchema>

export const partitionsSchema = v.object({
  partitions: v.array(
    v.object({
      id: v.pipe(v.number(), v.integer()),
      files: v.array(v.object({ file: v.string() })),
      is_test_only: v.optional(v.boolean(), false),
    }),
  ),
})

export const setupSchema = v.object({
  repo_name: v.string(),
  global_cache: v.optional(v.picklist(['0', '1']), '1'),
})

export const intentContextSchema = v.object({
  title: v.optional(v.string(), ''),
  body: v.optional(v.nullable(v.string()), ''),
  /** Subjects as a list, or one on each line. */
  commits: v.optional(v.union([v.string(), v.array(v.string())]), ''),
})

/** `{findings: […]}`, or the bare list. */
export function listOrObject<T>(item: v.GenericSchema<unknown, T>) {
  return v.pipe(
    v.unknown(),
    v.transform((value) => (Array.isArray(value) ? { findings: value } : value)),
    v.object({ findings: v.array(item) }),
  )
}

/** What each of them holds is checked later, one by one. */
export const findingsSchema = listOrObject(v.unknown())

export const cacheResultSchema = v.object({
  stats: v.object({ total_files: count, cached: count, hit_rate_pct: v.number() }),
})

export const reviewModeSchema = v.object({ review_mode_line: v.string() })
