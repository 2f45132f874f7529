import * as v from 'valibot'

// The replies of agents. Keys that are named must be right; `unknown-keys.ts` reads the others.

// A text of characters that nobody sees says nothing.
const text = v.pipe(v.string(), v.trim(), v.regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'must not be empty'))
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

export const verifyReplySchema = v.object({
  findings: v.array(
    v.object({ id: text, verdict: v.picklist(['confirmed', 'refuted']), quote: v.string(), reason: text }),
  ),
})

/**
 * With the keys that no reply has: what they say is read too. A finding whose confidence cannot be read is still a finding: it
 * is asked about once, and then a person decides.
 */
export const receivedReviewSchema = v.looseObject({
  ...reviewReplySchema.entries,
  findings: v.array(v.object({ ...finding.entries, confidence: v.optional(v.unknown()) })),
})

/** A verdict counts however it is spelled: `Confirmed`, ` REFUTED`. */
export const receivedVerifySchema = v.object({
  findings: v.array(
    v.object({
      ...verifyReplySchema.entries.findings.item.entries,
      verdict: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.picklist(['confirmed', 'refuted'])),
    }),
  ),
})

/** A reviewer's answer when it is asked to locate its claims; each entry names a claim by its number. */
export const placeReplySchema = v.object({
  claims: v.array(
    v.object({
      claim: v.pipe(v.number(), v.integer()),
      file: optionalText,
      line: v.optional(v.nullable(line)),
      evidence: optionalText,
      withdraw: v.optional(v.nullable(v.boolean())),
    }),
  ),
})

const written = v.pipe(v.string(), v.trim(), v.toLowerCase())
const orNull = <const S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null)

/** What a text of a bot on a pull request says about its review. */
export const readBotSchema = v.object({
  class: v.pipe(written, v.picklist(['findings', 'clean', 'failed', 'refused', 'in_progress', 'other', 'unclear'])),
  quote: v.string(),
  items: v.array(
    v.object({
      quote: v.string(),
      file: orNull(v.string()),
      line: orNull(line),
      severity: orNull(v.pipe(written, v.picklist(['critical', 'high', 'medium', 'low']))),
    }),
  ),
})

/** What a comment of a person on a pull request asks for. */
export const readPersonSchema = v.object({
  asks: v.pipe(written, v.picklist(['change', 'leave', 'stop', 'question', 'nothing', 'unclear'])),
  about: orNull(v.string()),
  quote: v.string(),
})

export const fixReplySchema = v.object({
  summary: text,
  addressed: v.array(v.object({ id: text, how: text })),
  unable: v.array(v.object({ id: text, reason: text })),
  files: v.array(text),
})

export type ReceivedFinding = v.InferOutput<typeof receivedReviewSchema>['findings'][number]
export type FixReply = v.InferOutput<typeof fixReplySchema>
