import * as v from 'valibot'
import { type FlatConfig, type FlatKey, flatDefaults, flatKeys } from './flat-keys.ts'

// The keys about staged runs: those of config.md that mean something here, under the same names.

const entries = {
  reviewer_model: key('reviewer_model'),
  judgment_model: key('judgment_model'),
  codex_reviewer_backend: key('codex_reviewer_backend'),
  codex_reviewer_model: key('codex_reviewer_model'),
  soft_limit_plan: key('soft_limit_plan'),
  soft_limit_exec: key('soft_limit_exec'),
  auto_commit: key('auto_commit'),
  commit_message_prefix: key('commit_message_prefix'),
  docs_file: key('docs_file'),
  handsfree: key('handsfree'),
  review_focus: key('review_focus'),
  quality_focus: key('quality_focus'),
  review_style: key('review_style'),
  skip_quality_polish: key('skip_quality_polish'),
  adversarial_gate_skip_paths: key('adversarial_gate_skip_paths'),
}

export const runSchema = v.optional(
  v.pipe(
    v.strictObject(entries),
    v.description(
      'Staged runs. A key that stands here goes before the same key in config.md beside this file, which other tools read as well.',
    ),
  ),
  {},
)

export type RunKey = keyof typeof entries
export type RunConfig = Pick<FlatConfig, RunKey>

export function isRunKey(word: string): word is RunKey {
  return Object.hasOwn(entries, word)
}

function key<Key extends FlatKey>(name: Key) {
  const { value, says } = flatKeys[name]
  return v.optional(v.pipe(value.schema, v.description(sentence(says))), flatDefaults[name])
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
