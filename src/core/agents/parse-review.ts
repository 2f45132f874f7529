import type { Json, RawFinding } from '../../types.ts'
import { isBlocking, parseSeverity } from '../findings/severity.ts'
import type { RawReply } from './raw-reply.ts'
import { type ReadReply, readReply } from './read-reply.ts'
import { type ReceivedFinding, receivedReviewSchema, reviewReplySchema } from './reply-schemas.ts'
import { readUnknownKeys } from './unknown-keys.ts'

export interface ParsedReview {
  readonly summary: string
  readonly findings: readonly RawFinding[]
}

/** A reviewer's reply → findings, or problems: then nothing in it counts. */
export function parseReview(reply: RawReply, reviewer: string): ReadReply<ParsedReview> {
  const read = readReply(reply, receivedReviewSchema)
  if ('problems' in read) return read
  const parsed = read.value.findings.map((finding, index) => readFinding(finding, index, reviewer))
  const findings = parsed.flatMap((one) => ('finding' in one ? [one.finding] : []))
  const blocks = findings.some(({ blocking }) => blocking)
  const { contradictions, unread } = readUnknownKeys(read.value as Json, Object.keys(reviewReplySchema.entries), blocks)
  const problems = [...parsed.flatMap((one) => ('problem' in one ? [one.problem] : [])), ...contradictions]
  if (problems.length > 0) return { problems }
  const doubts = [...unread, ...read.value.findings.flatMap(doubtsAbout)]
  return { value: { summary: read.value.summary, findings }, doubts }
}

function readFinding(finding: ReceivedFinding, index: number, reviewer: string) {
  const parsed = toRawFinding(finding, reviewer)
  return parsed === undefined
    ? { problem: `findings.${index}.severity: "${finding.severity}" is not a severity` }
    : { finding: parsed }
}

/** Without its reason a P2 does not block, and without a confidence nobody can weigh a finding: the reviewer is asked once. */
function doubtsAbout(finding: ReceivedFinding, index: number): readonly string[] {
  const { severity, blocking, impact, confidence } = finding
  const isMissing = blocking === true && parseSeverity(severity)?.severity === 'P2' && blankToNull(impact) === null
  return [
    ...(isMissing ? [`findings.${index}.impact: must say why this P2 blocks, or blocking must be false`] : []),
    ...(Number.isNaN(confidenceOf(confidence)) ? [`findings.${index}.confidence: ${wrongConfidence(confidence)}`] : []),
  ]
}

/** NaN where it is none: validation keeps such a finding from counting, and from being lost. `"0.9"` is a number in quotes. */
function confidenceOf(value: unknown): number {
  const number = typeof value === 'string' && /^\d(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && number >= 0 && number <= 1 ? number : Number.NaN
}

function wrongConfidence(value: unknown): string {
  const found = value === undefined ? 'nothing' : String(JSON.stringify(value)).slice(0, 40)
  return `must be a number from 0 to 1, found ${found}`
}

function toRawFinding(finding: ReceivedFinding, reviewer: string): RawFinding | undefined {
  const parsed = parseSeverity(finding.severity, { vocabulary: 'json', text: `${finding.title} ${finding.problem}` })
  if (parsed === undefined) return undefined
  const impact = blankToNull(finding.impact)
  return {
    reviewer,
    file: blankToNull(finding.file),
    line: finding.line,
    endLine: finding.endLine ?? null,
    severity: parsed.severity,
    blocking: isBlocking(parsed.severity, finding.blocking ?? parsed.blocking, impact),
    category: blankToNull(finding.category) ?? 'correctness',
    rule: null,
    title: finding.title,
    problem: finding.problem,
    impact,
    fix: blankToNull(finding.fix),
    // An empty suggestion from a model means that it has none, not that the lines should go.
    suggestion: finding.suggestion === '' ? null : (finding.suggestion ?? null),
    evidence: blankToNull(finding.evidence),
    confidence: confidenceOf(finding.confidence),
    discard: finding.discard ?? false,
    discriminator: null,
  }
}

function blankToNull(text: string | null | undefined): string | null {
  return text == null || text.trim() === '' ? null : text
}
