import * as v from 'valibot'
import { parseJson } from '../../core/values/parse-json.ts'
import { schemaProblem } from '../../core/values/schema-problem.ts'
import type { AgentReply, Json } from '../../types.ts'

export type ScriptEntry = Readonly<v.InferOutput<typeof entrySchema>>

export type Script = { readonly entries: readonly ScriptEntry[] } | { readonly problem: string }

const statuses = [
  'ok', 'crashed', 'timed_out', 'over_budget', 'refused', 'rate_limited', 'not_logged_in', 'malformed', 'too_long',
  'server', 'unavailable', 'misconfigured', 'sandbox', 'cancelled',
] as const satisfies readonly AgentReply['status'][] // biome-ignore format: a list of names

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Strict: a misspelt key would otherwise fit every task. */
const entrySchema = v.strictObject({
  role: v.optional(v.picklist(['reviewer', 'fixer', 'planner', 'executor', 'verifier'])),
  name: v.optional(v.string()),
  round: v.optional(count),
  status: v.optional(v.picklist(statuses)),
  reason: v.optional(v.string()),
  text: v.optional(v.string()),
  json: v.optional(v.custom<Json>((value) => value !== undefined)),
  usage: v.optional(
    v.strictObject({
      inputTokens: v.optional(count, 0),
      outputTokens: v.optional(count, 0),
      cachedTokens: v.optional(count, 0),
      costUsd: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0))), null),
    }),
  ),
  retryAfterMs: v.optional(count),
  delayMs: v.optional(count),
  writes: v.optional(v.array(v.strictObject({ path: v.string(), content: v.string() }))),
})

/** JSON lines, or one JSON list. `file` is how a problem names it. */
export function parseScript(content: string, file: string): Script {
  // Some editors begin a file with a mark of its encoding.
  const text = content.replace(/^\uFEFF/, '')
  const parts = text.trimStart().startsWith('[') ? wholeList(text) : lines(text)
  if (parts === undefined) return { problem: `${file} is not JSON` }
  const entries: ScriptEntry[] = []
  for (const { where, value } of parts) {
    if (value === undefined) return { problem: `${file}, ${where}: this is not JSON` }
    const result = v.safeParse(entrySchema, value)
    if (!result.success) return { problem: `${file}, ${where}: ${schemaProblem(result.issues[0], 'the entry')}` }
    entries.push(result.output)
  }
  return entries.length === 0 ? { problem: `${file} has no replies in it` } : { entries }
}

interface Part {
  readonly where: string
  /** Undefined when it cannot be read. */
  readonly value: unknown
}

function wholeList(text: string): Part[] | undefined {
  const list = parseJson(text)
  return Array.isArray(list) ? list.map((value, index) => ({ where: `entry ${index + 1}`, value })) : undefined
}

function lines(text: string): Part[] {
  return text
    .split('\n')
    .map((line, index) => ({ where: `line ${index + 1}`, line }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ where, line }) => ({ where, value: parseJson(line) }))
}
