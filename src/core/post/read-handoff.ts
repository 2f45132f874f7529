import * as v from 'valibot'
import type { Finding, Verdict } from '../../types.ts'
import { numberSchema } from '../handoff/pull-request.ts'
import { parseJson } from '../values/parse-json.ts'
import { repeatedKey } from '../values/repeated-key.ts'
import { repositoryPath } from '../values/repository-path.ts'
import { schemaProblem } from '../values/schema-problem.ts'
import { shortened } from '../values/shortened.ts'
import { handedBlocking, handedSeverity, handedVerdict } from './handed-verdict.ts'
import { originSchema } from './origin-handoff.ts'

/** What a review left for the step that posts it. Whoever ran the review may have been anybody: see `docs/github-actions.md`. */
export interface Handoff {
  /** Which pull request it says it is about: compared, never believed. */
  readonly pullRequest: number | null
  readonly head: string
  readonly verdict: Verdict
  readonly findings: readonly HandedFinding[]
  readonly outdatedThreads: readonly string[]
  /** Markdown. */
  readonly summary: string
}

export interface HandedFinding extends Finding {
  /** Of the code it is about, where it is told. */
  readonly codeKey?: string | undefined
}

/** With secrets masked. */
export interface HandoffTexts {
  readonly findings: string
  readonly threads: string
  readonly summary: string
}

export type HandoffAnswer =
  | { readonly handoff: Handoff }
  | { readonly file: keyof HandoffTexts; readonly problem: string }

export function readHandoff(texts: HandoffTexts): HandoffAnswer {
  const findings = readFindings(texts.findings)
  if ('problem' in findings) return { file: 'findings', problem: findings.problem }
  const threads = readJson(texts.threads, threadsSchema)
  if ('problem' in threads) return { file: 'threads', problem: threads.problem }
  const { pr_number: pullRequest, head_sha: head, verdict: stated } = findings.value
  if (threads.value.pr_number !== pullRequest) return { file: 'threads', problem: 'it is about another pull request' }
  const read = findings.value.findings.map(findingOf)
  const agreed = handedVerdict(stated, read, texts.summary)
  if ('problem' in agreed) return { file: 'findings', problem: agreed.problem }
  return {
    handoff: {
      pullRequest,
      head,
      verdict: agreed.verdict,
      findings: read,
      outdatedThreads: threads.value.outdated_thread_ids,
      summary: shortened(texts.summary, longest.summary),
    },
  }
}

type Read<T> = { readonly value: T } | { readonly problem: string }

/** Ours have a verdict. */
function readFindings(text: string): Read<v.InferOutput<typeof findingsSchema | typeof originSchema>> {
  const value = parseJson(text)
  const isOurs = typeof value !== 'object' || value === null || 'verdict' in value
  return isOurs ? readJson(text, findingsSchema) : readJson(text, originSchema)
}

function readJson<Schema extends v.GenericSchema>(text: string, schema: Schema): Read<v.InferOutput<Schema>> {
  const read = v.safeParse(schema, parseJson(text))
  if (!read.success) return { problem: schemaProblem(read.issues[0], 'all of it') }
  const key = repeatedKey(text)
  return key === undefined
    ? { value: read.output }
    : { problem: `the key ${JSON.stringify(shortened(key, 60))} is there twice` }
}

/** No text is longer than a person reads. */
const longest = { line: 200, text: 6000, suggestion: 20_000, summary: 20_000 } as const

const path = v.pipe(
  v.string(),
  v.check((text) => text.length <= 1000 && repositoryPath(text) === text, 'is no path in the repository'),
)
const number = v.nullable(numberSchema)

const findingSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^F-[0-9a-f]{8,64}$/, 'is no id of a finding')),
  fingerprint: v.pipe(v.string(), v.minLength(1)),
  file: v.nullable(path),
  line: number,
  end_line: number,
  inline: v.boolean(),
  severity: v.picklist(['BLOCKING', 'HIGH', 'MEDIUM']),
  priority: v.picklist([0, 1, 2, 3]),
  blocking: v.boolean(),
  category: v.string(),
  issue: v.pipe(v.string(), v.regex(/^\[P[0-3]\] /, 'does not begin with a severity')),
  explanation: v.string(),
  recommendation: v.string(),
  code_snippet: v.string(),
  code_key: v.nullish(v.pipe(v.string(), v.regex(/^\d{1,3}-[0-9a-f]{16}$/, 'is no key of code'))),
  suggestion: v.nullable(v.string()),
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  reviewers: v.array(v.string()),
})

const findingsSchema = v.strictObject({
  schema_version: v.literal(1),
  pr_number: number,
  head_sha: v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/, 'is no commit')),
  verdict: v.picklist(['approve', 'needs_attention', 'decline', 'inconclusive']),
  findings: v.pipe(
    v.array(findingSchema),
    v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'the same id is there twice'),
  ),
})

const threadsSchema = v.strictObject({
  schema_version: v.literal(1),
  pr_number: number,
  outdated_thread_ids: v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
})

type Entry = v.InferOutput<typeof findingsSchema | typeof originSchema>['findings'][number]

function findingOf(entry: Entry): HandedFinding {
  const { id, fingerprint, file, line, end_line: endLine, confidence, suggestion } = entry
  const severity = handedSeverity(entry)
  const reviewers = entry.reviewers.slice(0, 20).map((name) => shortened(name, longest.line))
  return {
    id,
    fingerprint,
    file,
    line: file === null ? null : line,
    endLine: file === null ? null : endLine,
    severity,
    blocking: handedBlocking(severity, entry.blocking),
    category: shortened(entry.category, longest.line),
    rule: null,
    title: shortened(entry.issue.replace(/^\[P[0-3]\] /, ''), longest.line),
    problem: shortened(entry.explanation, longest.text),
    impact: null,
    fix: entry.recommendation === '' ? null : shortened(entry.recommendation, longest.text),
    suggestion: suggestion !== null && isExact(suggestion) ? suggestion : null,
    evidence: null,
    confidence,
    reviewers,
    agreement: reviewers.length,
    reportedLine: null,
    verification: null,
    codeKey: entry.code_key ?? undefined,
  }
}

/** A replacement in which something was masked, or that would have to be cut, is none. */
function isExact(suggestion: string): boolean {
  return suggestion.length <= longest.suggestion && !suggestion.includes('…')
}
