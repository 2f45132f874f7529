import { repositoryPath } from '../core/values/repository-path.ts'
import { parseFlatConfig } from './flat-config.ts'
import type { FlatConfig } from './flat-keys.ts'
import { isRunKey, type RunConfig, type RunKey } from './run-schema.ts'
import { at, type Source } from './source.ts'

/** config.yaml over config.md over the defaults, key by key. `origins` is told of what comes from config.md. */
export function mergeRun(
  written: RunConfig,
  origins: Map<string, string>,
  source: Source = { name: '', text: '' },
): { readonly run: RunConfig; readonly warnings: readonly string[] } {
  const flat = parseFlatConfig(source.text)
  const run: Draft = { ...written }
  for (const [key, line] of flat.written) {
    if (!isRunKey(key) || origins.has(`run.${key}`)) continue
    take(run, key, flat.config)
    origins.set(`run.${key}`, `${source.name}:${line}`)
  }
  // One spelling, by which the file is written and committed.
  run.docs_file = repositoryPath(run.docs_file) ?? ''
  return { run, warnings: flat.warnings.map((problem) => at(source, problem)) }
}

type Draft = { -readonly [Key in RunKey]: FlatConfig[Key] }

function take<Key extends RunKey>(run: Draft, key: Key, config: FlatConfig): void {
  run[key] = config[key]
}
