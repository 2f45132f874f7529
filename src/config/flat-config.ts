import * as v from 'valibot'
import { nearest } from '../core/values/nearest.ts'
import { type FlatConfig, type FlatKey, flatDefaults, flatKeys, isFlatKey } from './flat-keys.ts'
import { type FlatEntry, readFlatLines } from './flat-lines.ts'
import type { Problem } from './source.ts'

export interface LoadedFlatConfig {
  readonly config: FlatConfig
  /** Keys that were written with a value that counts → their line. */
  readonly written: ReadonlyMap<FlatKey, number>
  readonly warnings: readonly Problem[]
}

/**
 * `.review-loop/config.md`. The file belongs to other tools as well, so nothing in it is an error: what is unknown or cannot be
 * read is told, and the default counts. Of a key that is there twice the last one counts.
 */
export function parseFlatConfig(text: string): LoadedFlatConfig {
  const { entries, warnings } = readFlatLines(text)
  const config: Draft = { ...flatDefaults }
  const written = new Map<FlatKey, number>()
  const problems = entries.flatMap((entry, index) => {
    const { key, line } = entry
    if (!isFlatKey(key)) return [unknownKey(entry)]
    const problem = setValue(config, key, entry)
    if (problem === undefined) written.set(key, line)
    else written.delete(key)
    const before = entries.slice(0, index).findLast((earlier) => earlier.key === key)
    const twice = { line, message: `"${key}" is in line ${before?.line} as well; this one counts` }
    return [...(before === undefined ? [] : [twice]), ...(problem === undefined ? [] : [problem])]
  })
  const all = [...warnings, ...problems].sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
  return { config, written, warnings: all }
}

type Draft = { -readonly [Key in FlatKey]: FlatConfig[Key] }

/** Undefined when it was set. */
function setValue<Key extends FlatKey>(config: Draft, key: Key, entry: FlatEntry): Problem | undefined {
  const { read, schema } = flatKeys[key].value
  const { success, output, issues } = v.safeParse(schema, read(entry))
  config[key] = success ? output : flatDefaults[key]
  if (success) return undefined
  const found = (entry.block ?? entry.inline).trim()
  return { line: entry.line, message: `"${key}" ${issues[0].message}, found "${found}"; the default counts` }
}

function unknownKey({ key, line }: FlatEntry): Problem {
  const meant = nearest(key, Object.keys(flatKeys))
  return { line, message: `unknown key "${key}"${meant ? `; did you mean "${meant}"?` : ''}` }
}
