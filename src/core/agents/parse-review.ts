import type { Json, RawFinding } from '../../types.ts'
import { isBlocking, parseSeverity } from '../findings/severity.ts'
import type { RawReply } from './raw-reply.ts'
import { type ReadReply, readReply } from './read-reply.ts'
import { type ReviewReply, receivedReviewSchema, reviewReplySchema } from './reply-schemas.ts'
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
  const doubts = [...unread, ...read.value.findings.flatMap(doubtAbout)]
  return { value: { summary: read.value.summary, findings }, doubts }
}

type ReplyFinding = ReviewReply['findings'][number]

function readFinding(finding: ReplyFinding, index: number, reviewer: string) {
  const parsed = toRawFinding(finding, reviewer)
  if (parsed === undefined) return { problem: `findings.${index}.severity: "${finding.severity}" is not a severity` }
  if (isProbability(finding.confidence)) return { finding: parsed }
  return { problem: `findings.${index}.confidence: must be a number from 0 to 1, found ${finding.confidence}` }
}

/** Without its reason a P2 does not block; the reviewer may only have forgotten it. */
function doubtAbout({ severity, blocking, impact }: ReplyFinding, index: number): readonly string[] {
  const isMissing = blocking === true && parseSeverity(severity)?.severity === 'P2' && blankToNull(impact) === null
  return isMissing ? [`findings.${index}.impact: must say why this P2 blocks, or blocking must be false`] : []
}

function toRawFinding(finding: ReviewReply['findings'][number], reviewer: string): RawFinding | undefined {
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
    confidence: finding.confidence,
    discard: finding.discard ?? false,
    discriminator: null,
  }
}

function isProbability(confidence: number): boolean {
  return confidence >= 0 && confidence <= 1
}

function blankToNull(text: string | null | undefined): string | null {
  return text == null || text.trim() === '' ? null : text
}
