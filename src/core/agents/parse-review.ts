import type { RawFinding } from '../../types.ts'
import { isBlocking, parseSeverity } from '../findings/severity.ts'
import type { RawReply } from './raw-reply.ts'
import { type ReadReply, readReply } from './read-reply.ts'
import { type ReviewReply, receivedReviewSchema } from './reply-schemas.ts'

export interface ParsedReview {
  readonly summary: string
  readonly findings: readonly RawFinding[]
}

/** A reviewer's reply → findings, or problems: then nothing in it counts. */
export function parseReview(reply: RawReply, reviewer: string): ReadReply<ParsedReview> {
  const read = readReply(reply, receivedReviewSchema)
  if ('problems' in read) return read
  const findings: RawFinding[] = []
  const problems: string[] = []
  for (const [index, finding] of read.value.findings.entries()) {
    const parsed = toRawFinding(finding, reviewer)
    if (parsed === undefined) problems.push(`findings.${index}.severity: "${finding.severity}" is not a severity`)
    else if (!isProbability(finding.confidence)) {
      problems.push(`findings.${index}.confidence: must be a number from 0 to 1, found ${finding.confidence}`)
    } else findings.push(parsed)
  }
  return problems.length > 0 ? { problems } : { value: { summary: read.value.summary, findings } }
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
