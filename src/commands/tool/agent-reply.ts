import { readUnknownKeys } from '../../core/agents/unknown-keys.ts'
import { describeBreak } from '../../core/import/json-break.ts'
import { isRecord, textOf } from '../../core/import/shape.ts'
import { parseJson } from '../../core/values/parse-json.ts'
import { repeatedKey } from '../../core/values/repeated-key.ts'
import type { Json } from '../../types.ts'

/** The file of one agent: what it found, or why it counts as not having spoken. */
export type AgentReply = { readonly file: string; readonly reviewer: string } & (
  | { readonly findings: readonly unknown[] }
  | { readonly failure: string }
)

/** 'agent_bha_p1.json' → what bha_p1 said. Only a list of findings is an answer; an empty one says "nothing found". */
export function readAgentReply(file: string, text: string | undefined): AgentReply {
  const reviewer = file.replace(/^.*[\\/]/, '').replace(/^agent_|\.json$/g, '')
  const failed = (failure: string): AgentReply => ({ file, reviewer, failure })
  if (text === undefined || text.trim() === '') return failed('it is empty')
  const value = parseJson(text)
  if (value === undefined) return failed(`it is not valid JSON: ${describeBreak(text)}`)
  const twice = repeatedKey(text)
  if (twice !== undefined) return failed(`it has the key ${twice} twice`)
  if (Array.isArray(value)) return { file, reviewer, findings: value }
  if (!isRecord(value)) return failed('it is not a JSON object')
  const error = saidIn(value.error)
  if (error !== undefined && value.error !== false) return failed(error)
  const status = saidIn(value.status)
  if (status !== undefined && !spoken.includes(status.toLowerCase())) return failed(`its status is ${status}`)
  if ('summary' in value && !/[\p{L}\p{N}]/u.test(textOf(value.summary) ?? '')) return failed('its summary is empty')
  if (!Array.isArray(value.findings)) return failed('it has no list of findings')
  const { contradictions, unread } = readUnknownKeys(parseJson(text) as Json, knownKeys, value.findings.length > 0)
  // Nobody can be asked again here: what is doubtful does not count.
  const [problem] = [...contradictions, ...unread]
  return problem === undefined ? { file, reviewer, findings: value.findings } : failed(problem)
}

const knownKeys = ['findings', 'summary', 'status', 'error', 'strengths', 'questions', 'cached']

/** As text, whatever it is; undefined where nothing is said. */
function saidIn(value: unknown): string | undefined {
  return typeof value === 'string' || value === null ? textOf(value) : JSON.stringify(value)
}

const spoken = ['ok', 'done', 'success', 'completed', 'cached']

/** One list of what all of them found. Who failed is in it, and so is that nobody spoke. */
export function listEntries(replies: readonly AgentReply[]): readonly unknown[] {
  return replies.length === 0 ? [nobody] : replies.flatMap(entriesOf)
}

const nobody = { reviewer: 'nobody', error: 'No reviewer has spoken: there is neither an agent file nor hygiene.' }

function entriesOf(reply: AgentReply): readonly unknown[] {
  if ('failure' in reply) return [{ reviewer: reply.reviewer, error: `${reply.file}: ${reply.failure}` }]
  return reply.findings.map((finding) =>
    isRecord(finding) ? { ...finding, reviewer: finding.reviewer ?? reply.reviewer } : finding,
  )
}
