import * as v from 'valibot'
import type { Config, Waiver } from '../types.ts'
import { mergeRun } from './merge-run.ts'
import { normalise } from './normalise.ts'
import { checkConfig, checkWaiver } from './rules.ts'
import type { RunConfig } from './run-schema.ts'
import { configSchema, type FilledConfig, waiversSchema } from './schema.ts'
import { at, type Source } from './source.ts'

export interface LoadedConfig {
  readonly config: Config
  /** What staged runs rest on, of both files that speak of them. */
  readonly run: RunConfig
  readonly warnings: readonly string[]
  /** About config.md, which matters to staged runs alone and to other tools: nothing in it is an error. */
  readonly runWarnings: readonly string[]
  /** One sentence per problem, with file and line. Not empty means: stop. */
  readonly errors: readonly string[]
  /** Written key ('limits.large_file_kb') → where it was written. Keys that are missing here have their default. */
  readonly origins: ReadonlyMap<string, string>
  /** All keys with their values, as they would be written. */
  readonly filled: FilledConfig
}

export interface ConfigSources {
  readonly config: Source | undefined
  /** config.md */
  readonly flat?: Source | undefined
  readonly waivers: Source | undefined
}

/** Text → complete configuration. Never rejects for what a person wrote. The YAML reader is loaded when there is YAML. */
export async function loadConfig(sources: ConfigSources): Promise<LoadedConfig> {
  const errors: string[] = []
  const warnings: string[] = []
  const origins = new Map<string, string>()
  const { filled: written, place } = await readConfig(sources.config, errors, origins)
  const { run, warnings: runWarnings } = mergeRun(written.run, origins, sources.flat)
  const filled = { ...written, run }
  const waivers = await readWaivers(sources.waivers, errors)
  const config = normalise(filled, waivers)
  for (const check of [...checkConfig(config), ...waivers.flatMap(checkWaiver)]) {
    const target = check.kind === 'error' ? errors : warnings
    target.push(check.key === undefined ? check.message : place(check.key, check.message))
  }
  return { config, run, warnings, runWarnings, errors, origins, filled }
}

interface ReadConfig {
  readonly filled: FilledConfig
  /** Puts file and line of a key before a sentence about it. */
  readonly place: (key: readonly string[], message: string) => string
}

async function readConfig(
  source: Source | undefined,
  errors: string[],
  origins: Map<string, string>,
): Promise<ReadConfig> {
  const defaults: ReadConfig = { filled: v.parse(configSchema, {}), place: (_, message) => message }
  if (source === undefined) return defaults
  const { readYaml } = await import('./yaml.ts')
  const read = readYaml(source.text, configSchema)
  if ('problems' in read) {
    errors.push(...read.problems.map((problem) => at(source, problem)))
    return defaults
  }
  for (const key of leafKeys(read.value)) {
    if (read.isWritten(key)) origins.set(key.join('.'), `${source.name}:${read.lineOf(key)}`)
  }
  return { filled: read.value, place: (key, message) => at(source, { line: read.lineOf(key), message }) }
}

async function readWaivers(source: Source | undefined, errors: string[]): Promise<readonly Waiver[]> {
  if (source === undefined) return []
  const { readYaml } = await import('./yaml.ts')
  const read = readYaml(source.text, waiversSchema)
  if ('problems' in read) {
    errors.push(...read.problems.map((problem) => at(source, problem)))
    return []
  }
  return read.value.waivers.map((waiver) => ({
    id: waiver.id ?? null,
    rule: waiver.rule ?? null,
    path: waiver.path ?? null,
    title: waiver.title ?? null,
    reason: waiver.reason,
    expires: waiver.expires ?? null,
  }))
}

/** Every key that holds a value rather than a group, as a path. */
export function leafKeys(value: object, above: readonly string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? leafKeys(inner, [...above, key])
      : [[...above, key]],
  )
}
