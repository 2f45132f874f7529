import * as v from 'valibot'
import type { Config, Waiver } from '../types.ts'
import { checkConfig, checkWaiver } from './rules.ts'
import { configSchema, type FilledConfig, waiversSchema } from './schema.ts'
import type { Problem, Source } from './yaml.ts'

export interface LoadedConfig {
  readonly config: Config
  readonly warnings: readonly string[]
  /** One sentence per problem, with file and line. Not empty means: stop. */
  readonly errors: readonly string[]
  /** Written key ('limits.large_file_kb') → where it was written. Keys that are missing here have their default. */
  readonly origins: ReadonlyMap<string, string>
  /** All keys with their values, as they would be written. */
  readonly filled: FilledConfig
}

export interface ConfigSources {
  readonly config: Source | undefined
  readonly waivers: Source | undefined
}

/** Text → complete configuration. Never rejects for what a person wrote. The YAML reader is loaded when there is YAML. */
export async function loadConfig(sources: ConfigSources): Promise<LoadedConfig> {
  const errors: string[] = []
  const warnings: string[] = []
  const origins = new Map<string, string>()
  const { filled, place } = await readConfig(sources.config, errors, origins)
  const waivers = await readWaivers(sources.waivers, errors)
  const config = normalise(filled, waivers)
  for (const check of [...checkConfig(config), ...waivers.flatMap(checkWaiver)]) {
    const target = check.kind === 'error' ? errors : warnings
    target.push(check.key === undefined ? check.message : place(check.key, check.message))
  }
  return { config, warnings, errors, origins, filled }
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
    const line = read.lineOf(key)
    if (line !== null && isWritten(source.text, key, line)) origins.set(key.join('.'), `${source.name}:${line}`)
  }
  return { filled: read.value, place: (key, message) => at(source, { line: read.lineOf(key), message }) }
}

/** A default has no place of its own in the file: the line found for it is that of the group around it. */
function isWritten(text: string, key: readonly string[], line: number): boolean {
  return new RegExp(`(^|[\\s{,"'])${key.at(-1)}["']?\\s*:`).test(text.split('\n')[line - 1] ?? '')
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
    reason: waiver.reason,
    expires: waiver.expires ?? null,
  }))
}

function normalise(filled: FilledConfig, waivers: readonly Waiver[]): Config {
  const { limits, import: imported } = filled
  return {
    base: filled.base ?? null,
    lines: filled.lines,
    confidenceFloor: filled.confidence_floor,
    ignore: filled.ignore,
    severity: filled.severity.map((override) => ({
      rule: override.rule ?? null,
      category: override.category ?? null,
      path: override.path ?? null,
      severity: override.severity,
    })),
    builtin: { disable: filled.builtin.disable, rulesOff: filled.builtin.rules_off },
    limits: {
      fastPathLines: limits.fast_path_lines,
      partitionLines: limits.partition_lines,
      partitionFiles: limits.partition_files,
      callTokens: limits.call_tokens,
      incrementalFiles: limits.incremental_files,
      incrementalLines: limits.incremental_lines,
      largeFileKb: limits.large_file_kb,
      analyseFileKb: limits.analyse_file_kb,
    },
    incremental: filled.incremental,
    import: {
      error: imported.error,
      warning: imported.warning,
      note: imported.note,
      securityP0: imported.security_p0,
      securityP1: imported.security_p1,
    },
    waivers,
    agents: Object.entries(filled.agents).map(([name, agent]) => ({
      name,
      kind: agent.kind,
      model: agent.model ?? null,
      models: {
        strong: agent.models.strong ?? null,
        standard: agent.models.standard ?? null,
        cheap: agent.models.cheap ?? null,
      },
      command: agent.command ?? null,
      provider: agent.provider ?? null,
      baseUrl: agent.base_url ?? null,
      keyEnv: agent.key_env ?? null,
      env: agent.env,
      shell: agent.shell,
    })),
    roles: {
      reviewer: filled.roles.reviewer ?? null,
      fixer: filled.roles.fixer ?? null,
      verifier: filled.roles.verifier ?? null,
      planner: filled.roles.planner ?? null,
      executor: filled.roles.executor ?? null,
    },
    panel: {
      agents: filled.panel.agents,
      passes: filled.panel.passes,
      maxParts: filled.panel.max_parts,
      summarise: filled.panel.summarise,
      show: filled.panel.show,
      unreviewed: filled.panel.unreviewed,
    },
    prices: filled.prices,
    loop: {
      maxRounds: filled.loop.max_rounds,
      onLimit: filled.loop.on_limit,
      scopeGuard: filled.loop.scope_guard,
      findings: filled.loop.findings,
      coverage: filled.loop.coverage,
    },
    validate: filled.validate,
    cache: { maxMb: filled.cache.max_mb, days: filled.cache.days },
    github: filled.github,
    sandbox: filled.sandbox,
    concurrency: { overall: filled.concurrency.overall, perAgent: filled.concurrency.per_agent },
    budget: {
      seconds: filled.budget.seconds,
      turns: filled.budget.turns,
      tokens: filled.budget.tokens ?? null,
      dollars: filled.budget.dollars ?? null,
    },
  }
}

/** Every key that holds a value rather than a group, as a path. */
export function leafKeys(value: object, above: readonly string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? leafKeys(inner, [...above, key])
      : [[...above, key]],
  )
}

function at(source: Source, problem: Problem): string {
  return `${source.name}${problem.line === null ? '' : `:${problem.line}`}: ${problem.message}`
}
