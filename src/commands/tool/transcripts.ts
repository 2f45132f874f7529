import { readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isRecord, recordOf, textOf, type UnknownRecord } from '../../core/import/shape.ts'
import { parseJson } from '../../core/values/parse-json.ts'
import { readIfThere } from '../../io/files.ts'
import type { World } from './step.ts'

/** The keys are those of the transcripts. */
export interface SessionTokens {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
  readonly total_tokens: number
  readonly turns: number
  readonly models: readonly string[]
  /** Why nothing could be counted. */
  readonly error?: string
}

/** What the newest session of this folder has used since the given time (seconds). A part that cannot be read counts nothing. */
export function sumSessionTokens(projectDir: string, startTime: number, world: World): SessionTokens {
  const home = world.context.environment.variables.HOME ?? homedir()
  const folder = join(home, '.claude', 'projects', projectDir.replace(/[^a-zA-Z0-9]/g, '-'))
  const newest = newestTranscript(folder)
  if (newest === undefined) return { ...sum([]), error: `there is no session transcript in ${folder}` }
  const lines = (readIfThere(newest) ?? '').split('\n').map((line) => recordOf(parseJson(line)))
  return sum(answersSince(lines, startTime))
}

function newestTranscript(folder: string): string | undefined {
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, time: statSync(path).mtimeMs }))
    .sort((a, b) => b.time - a.time)[0]?.path
}

/** An answer is written once for each of its parts, always with the usage of the whole: the last one counts. */
function answersSince(lines: readonly UnknownRecord[], startTime: number): readonly UnknownRecord[] {
  const answers = new Map<string, UnknownRecord>()
  for (const [index, line] of lines.entries()) {
    const message = recordOf(line.message)
    if (line.type !== 'assistant' || !isRecord(message.usage)) continue
    if ((secondsOf(line.timestamp) ?? startTime) < startTime) continue
    answers.set(textOf(message.id) ?? String(index), message)
  }
  return [...answers.values()]
}

/** Seconds, milliseconds or a date as text. */
function secondsOf(timestamp: unknown): number | undefined {
  if (typeof timestamp === 'number') return timestamp > 1e11 ? timestamp / 1000 : timestamp
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(time) ? undefined : time / 1000
}

function sum(messages: readonly UnknownRecord[]): SessionTokens {
  const usages = messages.map(({ usage }) => recordOf(usage))
  const total = (key: string) =>
    usages.reduce((all, usage) => all + (typeof usage[key] === 'number' ? usage[key] : 0), 0)
  const tokens = {
    input_tokens: total('input_tokens'),
    output_tokens: total('output_tokens'),
    cache_creation_input_tokens: total('cache_creation_input_tokens'),
    cache_read_input_tokens: total('cache_read_input_tokens'),
  }
  const models = [...new Set(messages.flatMap(({ model }) => textOf(model) ?? []))].sort()
  const total_tokens = Object.values(tokens).reduce((all, count) => all + count, 0)
  return { ...tokens, total_tokens, turns: messages.length, models }
}
