import { withoutFinalBreak } from '../../core/fix/suggested-lines.ts'
import type { Finding, Severity } from '../../types.ts'
import { wholeText } from '../explanation.ts'
import type { CodeFrame } from '../reporter.ts'
import { visibleLine } from '../visible.ts'
import { levelOf, lineRange } from '../words.ts'
import { frameText } from './code-frame.ts'
import { isSecurity, ruleIdOf, securitySeverity } from './sarif-rules.ts'

/** SARIF's own scale of importance, 0 to 100. */
const ranks = { P0: 100, P1: 75, P2: 50, P3: 25 } as const satisfies Record<Severity, number>

type Frames = ReadonlyMap<string, CodeFrame>

export function resultOf(finding: Finding, ruleIndex: ReadonlyMap<string, number>, frames: Frames): object {
  const ruleId = ruleIdOf(finding)
  const fix = fixOf(finding)
  return {
    ruleId,
    ruleIndex: ruleIndex.get(ruleId) ?? -1,
    level: levelOf(finding),
    rank: ranks[finding.severity],
    message: { text: wholeText(finding) },
    locations:
      finding.file === null ? [] : [{ physicalLocation: location(finding, finding.file, frames.get(finding.id)) }],
    partialFingerprints: { 'reviewLoop/v1': finding.fingerprint },
    ...(fix && { fixes: [fix] }),
    properties: {
      id: finding.id,
      severity: finding.severity,
      blocking: finding.blocking,
      category: finding.category,
      confidence: finding.confidence,
      reviewers: [...finding.reviewers],
      agreement: finding.agreement,
      ...(isSecurity(finding) && { 'security-severity': securitySeverity[finding.severity] }),
    },
  }
}

function location(finding: Finding, file: string, frame: CodeFrame | undefined): object {
  const range = lineRange(finding)
  const artifactLocation = artifact(file)
  if (range === null) return { artifactLocation }
  const region = { startLine: range.start, startColumn: 1, endLine: range.end }
  if (frame === undefined || frame.lines.length === 0) return { artifactLocation, region }
  const quoted = frameText(frame, range.start, range.end)
  return {
    artifactLocation,
    region: quoted === null ? region : { ...region, snippet: { text: quoted.join('\n') } },
    contextRegion: {
      startLine: frame.start,
      endLine: frame.start + frame.lines.length - 1,
      snippet: { text: frame.lines.join('\n') },
    },
  }
}

/** A region without columns is whole lines without the last line break, so a deletion has to name the next line's start. */
function fixOf(finding: Finding): object | null {
  const range = lineRange(finding)
  if (finding.suggestion === null || finding.file === null || range === null) return null
  const replacement =
    finding.suggestion === ''
      ? { deletedRegion: { startLine: range.start, startColumn: 1, endLine: range.end + 1, endColumn: 1 } }
      : {
          deletedRegion: { startLine: range.start, startColumn: 1, endLine: range.end },
          insertedContent: { text: withoutFinalBreak(finding.suggestion) },
        }
  return {
    description: { text: visibleLine(finding.fix ?? 'Apply the suggested change.') },
    artifactChanges: [{ artifactLocation: artifact(finding.file), replacements: [replacement] }],
  }
}

function artifact(file: string): object {
  return { uri: file.split('/').map(encodeSegment).join('/'), uriBaseId: 'SRCROOT' }
}

/** Half a surrogate pair has no encoding. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\ufffd'))
}
