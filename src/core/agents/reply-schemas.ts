import * as v from 'valibot'

// What agents answer. Keys that are not named are ignored; those that are must be right.

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const optionalText = v.optional(v.nullable(v.string()))
const line = v.pipe(v.number(), v.integer())

const finding = v.object({
  file: v.nullable(v.string()),
  line: v.nullable(line),
  endLine: v.optional(v.nullable(line)),
  severity: text,
  blocking: v.optional(v.nullable(v.boolean())),
  category: optionalText,
  title: text,
  problem: text,
  impact: optionalText,
  fix: optionalText,
  suggestion: optionalText,
  evidence: optionalText,
  confidence: v.number(),
  discard: v.optional(v.boolean()),
})

/** `summary` is never empty: a clean result says what was looked at. */
export const reviewReplySchema = v.object({
  summary: text,
  findings: v.array(finding),
  // Part of the form that reviewers know: accepted, checked, and kept only in the transcript. What counts is a finding.
  strengths: v.optional(v.array(v.string())),
  questions: v.optional(v.array(v.string())),
})

/** Findings under another name (`issues`) would be lost, and what they are about approved. */
const noList = v.custom<unknown>(
  (value) => !(Array.isArray(value) && value.some((each) => typeof each === 'object' && each !== null)),
  'is no key of this answer: what was found belongs under findings',
)

/** What came back: held to more than a schema can say to an agent. */
export const receivedReviewSchema = v.objectWithRest(reviewReplySchema.entries, noList)

export const verifyReplySchema = v.object({
  findings: v.array(
    v.object({ id: text, verdict: v.picklist(['confirmed', 'refuted']), quote: v.string(), reason: text }),
  ),
})

export const fixReplySchema = v.object({
  summary: text,
  addressed: v.array(v.object({ id: text, how: text })),
  unable: v.array(v.object({ id: text, reason: text })),
  files: v.array(text),
})

export type ReviewReply = v.InferOutput<typeof reviewReplySchema>
export type FixReply = v.InferOutput<typeof fixReplySchema>
