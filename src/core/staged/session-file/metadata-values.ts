import { compareText } from '../../values/compare-text.ts'
import { parseJson } from '../../values/parse-json.ts'
import { repeatedKey } from '../../values/repeated-key.ts'
import type { DeliveryBlock } from '../delivery-block.ts'
import { type DirtyMap, deleted } from '../dirty-map.ts'
import { isStage, type Stage, stages } from '../stages.ts'
import { type PlanSource, planSources } from './session-document.ts'

export const entryPoints = ['plan', 'execute-from-session', 'execute-from-plan', 'review-only', 'review-loop'] as const

export type EntryPoint = (typeof entryPoints)[number]

/** The protocol's keys, then those of its skills. Nobody adds a key here: other tools read the same files. */
export interface MetadataValues {
  /** Set once. `execute-from-session` only where an old file had none. */
  entry_point: EntryPoint
  plan_source: PlanSource | null
  base_head: string | null
  base_dirty: DirtyMap | null
  last_verified_head: string | null
  last_verified_dirty: DirtyMap | null
  /** Append-only. */
  session_commits: readonly string[]
  completed_stages: readonly Stage[]
  delivery_blocked_by: DeliveryBlock | null
  session_origin: string
  orchestrator_backend: string
  executor_backend: string
  reviewer_backend: string
  reviewer_fallback_used: boolean
}

export type MetadataKey = keyof MetadataValues

interface Codec<Value> {
  /** Undefined for what is no such value. */
  readonly read: (text: string) => Value | undefined
  readonly write: (value: Value) => string
  /** What it must be, for a message. */
  readonly expected: string
}

const name: Codec<string> = {
  read: (text) => bare(text) || undefined,
  write: (value) => value,
  expected: 'a name',
}
const head = orNull<string>({
  read: (text) => commitId.exec(bare(text))?.[0],
  write: (value) => value,
  expected: 'the id of a commit',
})
const dirty = orNull<DirtyMap>({
  read: readDirtyMap,
  write: writeDirtyMap,
  expected: `one JSON map from path to the id of its content or "${deleted}"`,
})

const commitId = /^[0-9a-f]{7,64}$/

export const codecs: { readonly [Key in MetadataKey]: Codec<MetadataValues[Key]> } = {
  entry_point: oneOf(entryPoints),
  plan_source: orNull(oneOf(planSources)),
  base_head: head,
  base_dirty: dirty,
  last_verified_head: head,
  last_verified_dirty: dirty,
  session_commits: listOf((text) => commitId.exec(text)?.[0], 'the ids of commits'),
  completed_stages: listOf((text) => (isStage(text) ? text : undefined), `stages (${stages.join(', ')}), each once`),
  delivery_blocked_by: orNull(oneOf([...stages, 'user-abort'])),
  session_origin: name,
  orchestrator_backend: name,
  executor_backend: name,
  reviewer_backend: name,
  reviewer_fallback_used: {
    read: (text) => (/^(?:true|false)$/.test(bare(text)) ? bare(text) === 'true' : undefined),
    write: String,
    expected: 'true or false',
  },
}

/** In the order in which they are written. */
export const metadataKeys: readonly MetadataKey[] = Object.keys(codecs).filter(isMetadataKey)

export function isMetadataKey(word: string): word is MetadataKey {
  return Object.hasOwn(codecs, word)
}

function oneOf<const Value extends string>(values: readonly Value[]): Codec<Value> {
  return {
    read: (text) => values.find((value) => value === bare(text)),
    write: (value) => value,
    expected: `one of ${values.join(', ')}`,
  }
}

function orNull<Value>({ read, write, expected }: Codec<Value>): Codec<Value | null> {
  return {
    read: (text) => (/^(?:null)?$/.test(bare(text)) ? null : read(text)),
    write: (value) => (value === null ? 'null' : write(value)),
    expected: `${expected}, or null`,
  }
}

/** '[a, b]', a JSON list, or a list indented below the key. Nothing comes twice in it. */
function listOf<Value extends string>(
  readItem: (text: string) => Value | undefined,
  items: string,
): Codec<readonly Value[]> {
  return {
    read: (text) => {
      const inside = /^\[(.*)\]$/s.exec(text)?.[1]
      if (inside === undefined && !/^(?:[-*+][ \t]|$)/.test(text)) return undefined
      const words = inside?.split(',') ?? text.split('\n').map((line) => line.replace(/^\s*[-*+][ \t]+/, ''))
      if (words.length === 1 && words[0]?.trim() === '') return []
      const values = words.map((word) => readItem(bare(word)))
      if (new Set(values).size < values.length) return undefined
      return values.every((value) => value !== undefined) ? values : undefined
    },
    write: (values) => `[${values.join(', ')}]`,
    expected: `a list of ${items}`,
  }
}

/** Without the quotes or the code span around it. */
function bare(text: string): string {
  return /^(["'`])(.*)\1$/s.exec(text.trim())?.[2] ?? text.trim()
}

function readDirtyMap(text: string): DirtyMap | undefined {
  const value = repeatedKey(text) === undefined ? parseJson(text) : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries: readonly [string, unknown][] = Object.entries(value)
  const map = new Map<string, string>()
  for (const [path, content] of entries) {
    if (typeof content !== 'string' || !(content === deleted || /^[0-9a-f]{40,64}$/.test(content))) return undefined
    map.set(path, content)
  }
  return map
}

function writeDirtyMap(map: DirtyMap): string {
  const entries = [...map].sort(([one], [other]) => compareText(one, other))
  return `{${entries.map(([path, content]) => `${JSON.stringify(path)}: ${JSON.stringify(content)}`).join(', ')}}`
}
