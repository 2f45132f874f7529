import * as v from 'valibot'
import type { AgentReply } from '../../../types.ts'
import type { RawReply } from '../../agents/raw-reply.ts'
import { type ReadReply, readReply } from '../../agents/read-reply.ts'
import { isOpenStep, refusesInWords } from '../../agents/refusing-words.ts'
import { repeatedKey } from '../../values/repeated-key.ts'
import { repositoryPath } from '../../values/repository-path.ts'
import type { ReviewIssue } from './reviewer-issues.ts'

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const line = v.pipe(v.number(), v.integer(), v.minValue(1))

const finding = v.strictObject({
  severity: v.picklist(['critical', 'high', 'medium', 'low']),
  title: text,
  body: text,
  file: text,
  line_start: line,
  line_end: line,
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  recommendation: v.string(),
})

/** Strict: what it does not know could say the opposite of what it does. */
export const gateReplySchema = v.strictObject({
  verdict: v.picklist(['approve', 'needs-attention']),
  summary: text,
  findings: v.array(finding),
  next_steps: v.array(text),
})

type GateFinding = v.InferOutput<typeof finding>

export interface GateReply {
  readonly blocks: boolean
  readonly summary: string
  /** Critical and high ones as [CRITICAL], the others as [MINOR]. */
  readonly issues: readonly ReviewIssue[]
}

/** What the adversarial gate answers. A grave finding blocks whatever the verdict says, and so does the verdict by itself. */
export function parseGateReply(reply: RawReply): ReadReply<GateReply> {
  const problem = reply.structured === null ? textProblem(reply.text) : undefined
  if (problem !== undefined) return { problems: [problem] }
  const read = readReply(reply, gateReplySchema)
  if ('problems' in read) return read
  const { verdict, summary, findings, next_steps } = read.value
  const problems = findings.flatMap(findingProblems)
  if (verdict === 'needs-attention' && findings.length === 0) problems.push('findings: needs-attention names none')
  const issues = findings.map(issueOf)
  const blocks = verdict !== 'approve' || issues.some(({ severity }) => severity === 'CRITICAL')
  if (!blocks) problems.push(...contradictions({ text: reply.text, summary, next_steps, isEmpty: issues.length === 0 }))
  if (problems.length > 0) return { problems }
  return { value: { blocks, summary, issues } }
}

interface Said {
  /** The whole reply, with what stands around the object. */
  readonly text: string
  readonly summary: string
  readonly next_steps: readonly string[]
  readonly isEmpty: boolean
}

/** What refuses in other places than the verdict. */
function contradictions({ text, summary, next_steps, isEmpty }: Said): string[] {
  const around = text.replace(/\{[\s\S]*\}/, '')
  const other = /"verdict"\s*:\s*"(?!approve")/.test(text)
  const steps = isEmpty ? next_steps.some(isOpenStep) : next_steps.some(refusesInWords)
  return [
    ...(refusesInWords(summary) ? ['summary: refuses what the verdict approves'] : []),
    ...(steps ? ['next_steps: asks to fix what the findings do not name'] : []),
    ...(other || refusesInWords(around) ? ['the text of the reply refuses what the verdict approves'] : []),
  ]
}

export type GateAnswer =
  | { readonly type: 'gate-passed'; readonly summary: string; readonly issues: readonly ReviewIssue[] }
  | { readonly type: 'gate-blocked'; readonly reason: string; readonly issues: readonly ReviewIssue[] }

/** A gate that cannot speak has not approved. */
export function readGateAnswer(reply: RawReply & Pick<AgentReply, 'status' | 'reason'>): GateAnswer {
  const failed = (reason: string) => ({ type: 'gate-blocked', reason, issues: [] }) as const
  if (reply.status !== 'ok') return failed(reply.reason ?? reply.status)
  const read = parseGateReply(reply)
  if ('problems' in read) return failed(read.problems.join('; '))
  const { blocks, summary, issues } = read.value
  return blocks ? { type: 'gate-blocked', reason: summary, issues } : { type: 'gate-passed', summary, issues }
}

/**
 * The object stands on lines of its own, in no list. Nothing may follow it but the end of a fenced block, and no key may be there
 * twice: the second would win.
 */
function textProblem(text: string): string | undefined {
  const whole = text
    .trimEnd()
    .replace(/\n```$/, '')
    .trimEnd()
  const start = whole.indexOf('{')
  if (!whole.endsWith('}')) return 'the reply does not end with the JSON object'
  if (!/(?:^|(?<![[,]\s*)\n)[ \t]*$/.test(whole.slice(0, start)))
    return 'the JSON object does not begin a line of its own'
  const key = repeatedKey(whole.slice(start))
  return key === undefined ? undefined : `the key "${key}" is there twice`
}

function findingProblems({ file, line_start, line_end }: GateFinding, index: number): string[] {
  return [
    ...(line_end < line_start ? [`findings.${index}.line_end: must not be below line_start`] : []),
    ...(repositoryPath(file) === undefined ? [`findings.${index}.file: must be a path in the repository`] : []),
  ]
}

function issueOf({ severity, title, body, file, line_start, recommendation }: GateFinding): ReviewIssue {
  const advice = recommendation.trim() === '' ? '' : `\nRecommended: ${recommendation.trim()}`
  return {
    severity: severity === 'critical' || severity === 'high' ? 'CRITICAL' : 'MINOR',
    text: `${title}: ${body}${advice}`,
    file: repositoryPath(file) ?? null,
    line: line_start,
  }
}
