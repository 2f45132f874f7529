import { withoutFinalBreak } from '../../core/fix/suggested-lines.ts'
import type { Finding } from '../../types.ts'
import { wholeText } from '../explanation.ts'
import { jsonText } from '../json-text.ts'
import { ordered } from '../order.ts'
import type { Reporter } from '../reporter.ts'
import { levelOf, lineRange } from '../words.ts'

const levels = { error: 'ERROR', warning: 'WARNING', note: 'INFO' } as const

/** reviewdog's diagnostic format. Positions have no column, which makes every range whole lines, the last included. */
export const rdjson: Reporter = (result) => {
  return jsonText({ source: { name: 'review-loop' }, diagnostics: ordered(result.findings).map(diagnostic) })
}

function diagnostic(finding: Finding): object {
  const range = lineRange(finding)
  const lines = range && { start: { line: range.start }, end: { line: range.end } }
  return {
    message: `${finding.severity} ${wholeText(finding)}`,
    ...(finding.file !== null && { location: { path: finding.file, ...(lines && { range: lines }) } }),
    severity: levels[levelOf(finding)],
    source: { name: finding.reviewers.length === 0 ? 'review-loop' : finding.reviewers.join(', ') },
    code: { value: finding.rule ?? finding.category },
    ...(lines &&
      finding.suggestion !== null && { suggestions: [{ range: lines, text: withoutFinalBreak(finding.suggestion) }] }),
  }
}
