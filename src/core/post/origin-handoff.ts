import * as v from 'valibot'
import { nameFindings } from '../findings/identity.ts'
import { parseSeverity } from '../findings/severity.ts'
import { numberSchema } from '../handoff/pull-request.ts'
import { repositoryPath } from '../values/repository-path.ts'

// Hand-off files as other programs write them: no verdict, no ids, and only what a model was told to write.

const text = v.optional(v.string(), '')
const line = v.nullish(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.transform((given) => given || null),
  ),
  null,
)
const path = v.nullish(v.pipe(v.string(), v.maxLength(1000), v.check(isInside, 'is no path in the repository')), null)

const originFinding = v.object({
  file: path,
  line,
  end_line: line,
  severity: v.pipe(v.string(), v.check(isSeverityWord, 'is no severity')),
  priority: v.optional(v.picklist([0, 1, 2, 3])),
  blocking: v.optional(v.boolean(), false),
  category: text,
  issue: v.pipe(v.string(), v.minLength(1)),
  explanation: text,
  recommendation: text,
  code_snippet: text,
  confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 1),
  other_locations: v.optional(v.array(v.object({ file: v.string(), line })), []),
})

export const originSchema = v.pipe(
  v.object({
    schema_version: v.literal(1),
    pr_number: v.nullable(numberSchema),
    head_sha: v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/, 'is no commit')),
    findings: v.array(originFinding),
  }),
  v.transform((handoff) => ({ ...handoff, verdict: undefined, findings: withNames(handoff.findings) })),
)

function isSeverityWord(word: string): boolean {
  return parseSeverity(word, { vocabulary: '002' }) !== undefined
}

function isInside(given: string): boolean {
  return repositoryPath(given) === given
}

/** The names that a review of ours would give them: they are the same the next time. */
function withNames(findings: readonly v.InferOutput<typeof originFinding>[]) {
  const substances = findings.map((finding) => ({
    ...finding,
    rule: null,
    title: finding.issue,
    evidence: finding.code_snippet,
    discriminator: null,
  }))
  const [names = []] = nameFindings(substances)
  return findings.map((finding, index) => ({
    ...finding,
    ...names[index]!,
    explanation: [finding.explanation, ...alsoAt(finding.other_locations)].filter((part) => part !== '').join('\n\n'),
    suggestion: null,
    code_key: null,
    reviewers: [],
  }))
}

function alsoAt(places: readonly { readonly file: string; readonly line: number | null }[]): readonly string[] {
  if (places.length === 0) return []
  const named = places.map(({ file, line: at }) => (at === null ? file : `${file}:${at}`))
  return [`Also at ${named.join(', ')}.`]
}
