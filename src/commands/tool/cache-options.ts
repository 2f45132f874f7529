import type { Options } from '../command.ts'
import type { Question } from './cache-manifest.ts'
import type { Input } from './input.ts'
import { cacheDirOption } from './options.ts'

/** What both halves of the cache are asked with. */
export const cacheOptions = {
  'cache-dir': cacheDirOption,
  'diff-data': { type: 'string', value: 'FILE', description: 'what parse-diff printed' },
  'prompt-hash': { type: 'string', value: 'HASH', description: 'as compute-hashes printed it' },
  'model-id': { type: 'string', value: 'NAME', description: 'the model that is asked' },
  'context-key': { type: 'string', value: 'KEY', description: 'as compute-hashes printed it' },
  'schema-version': { type: 'string', value: 'N', description: 'not needed: entries are written as version 2' },
  'global-cache': { type: 'string', choices: ['0', '1'], description: 'as setup printed it; the format is the same' },
} as const satisfies Options

export function readAsked(input: Input): Omit<Question, 'patch_hash'> {
  return {
    model_id: input.required('model-id'),
    prompt_hash: input.required('prompt-hash'),
    context_key: input.text('context-key') ?? '',
  }
}
