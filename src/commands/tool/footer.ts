import { join } from 'node:path'
import { readIfThere } from '../../io/files.ts'
import { type Input, readJson } from './input.ts'
import { crDirOption } from './options.ts'
import { cacheResultSchema, reviewModeSchema } from './schemas.ts'
import { projectDirOption, startTime, startTimeOption } from './session-tokens.ts'
import type { Step } from './step.ts'
import { type SessionTokens, sumSessionTokens } from './transcripts.ts'

export const footer: Step = {
  options: {
    'start-time': startTimeOption,
    'cache-result': { type: 'string', value: 'FILE', description: 'cache_result.json, as cache-check wrote it' },
    'review-mode-line': { type: 'string', value: 'TEXT', description: 'as auto-incremental printed it' },
    'cr-dir': { ...crDirOption, description: 'where auto_incremental.json is, for the same line' },
    'project-dir': projectDirOption,
  },
  description: [
    'Prints {footer_line, elapsed_seconds, cache, review_mode, tokens, effective_tokens}. Effective tokens: a token read from the cache counts a tenth.',
  ],
  examples: [['review-loop tool footer --start-time 1760000000 --cache-result cache_result.json', 'the last line']],
  run: async (input, world) => {
    const start = startTime(input)
    const elapsed = Math.max(0, Math.floor(world.context.now().getTime() / 1000 - start))
    const cache = input.json('cache-result', cacheResultSchema)?.stats ?? null
    const mode = reviewMode(input)
    const tokens = sumSessionTokens(input.path('project-dir') ?? world.cwd, start, world)
    const effective = effectiveTokens(tokens)
    const cached =
      cache === null ? 'off' : `${cache.cached}/${cache.total_files} files (${Math.round(cache.hit_rate_pct)}%)`
    return {
      footer_line: `**Review complete** — ${elapsedText(elapsed)} | Cache: ${cached} | ${mode} | Tokens: ${tokenText(tokens, effective)}`,
      elapsed_seconds: elapsed,
      cache,
      review_mode: mode,
      tokens,
      effective_tokens: effective,
    }
  },
}

function reviewMode(input: Input): string {
  const folder = input.path('cr-dir')
  const recorded = folder === undefined ? undefined : readIfThere(join(folder, 'auto_incremental.json'))
  const line = input.text('review-mode-line') ?? (recorded === undefined ? 'full' : lineFrom(recorded, input.step))
  return line.replace(/^Review mode:\s*/, '')
}

function lineFrom(text: string, step: string): string {
  return readJson({ name: 'auto_incremental.json', text }, reviewModeSchema, step).review_mode_line
}

function effectiveTokens(tokens: SessionTokens): number {
  const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } = tokens
  return input_tokens + output_tokens + cache_creation_input_tokens + Math.floor(cache_read_input_tokens / 10)
}

function tokenText(tokens: SessionTokens, effective: number): string {
  const parts = [
    `${short(tokens.input_tokens)} in`,
    `${short(tokens.output_tokens)} out`,
    `${short(tokens.cache_creation_input_tokens)} cache-write`,
    `${short(tokens.cache_read_input_tokens)} cache-read`,
  ]
  return `~${short(effective)} effective (${parts.join(', ')})`
}

function short(count: number): string {
  if (count >= 1_000_000) return `${(count / 1_000_000).toFixed(1)}M`
  return count >= 1000 ? `${(count / 1000).toFixed(1)}K` : String(count)
}

/** '8m 59s' */
function elapsedText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const texts = parts.map((part, index) => (part === 0 && index < 2 ? '' : `${part}${'hms'.charAt(index)}`))
  return texts.filter((text) => text !== '').join(' ')
}
