import type { Finding } from '../types.ts'
import { visible, visibleLine } from './visible.ts'

export interface Paragraph {
  readonly label: 'Impact' | 'Fix' | null
  readonly text: string
}

/** What a finding has to say below its title, safe to show. A problem that only repeats the title is left out. */
export function explanation(finding: Finding): readonly Paragraph[] {
  const paragraphs: Paragraph[] = []
  if (plain(finding.problem) !== plain(finding.title)) paragraphs.push({ label: null, text: finding.problem })
  if (finding.impact !== null) paragraphs.push({ label: 'Impact', text: finding.impact })
  if (finding.fix !== null) paragraphs.push({ label: 'Fix', text: finding.fix })
  return paragraphs
    .map(({ label, text }) => ({ label, text: visible(text).trim() }))
    .filter((paragraph) => paragraph.text !== '')
}

/** The paragraphs as one string, with the labels written out; empty where the title says it all. */
export function explanationText(finding: Finding, separator: string): string {
  return explanation(finding)
    .map(({ label, text }) => (label === null ? text : `${label}: ${text}`))
    .join(separator)
}

/** Title and explanation, for formats that have one field for both. */
export function wholeText(finding: Finding): string {
  return [visibleLine(finding.title), explanationText(finding, '\n\n')].filter((part) => part !== '').join('\n\n')
}

/** Who says it and who confirmed it; `safe` makes a name fit for the format. */
export function voices(finding: Finding, safe: (name: string) => string): readonly string[] {
  const { reviewers, agreement, verification, carriedOver } = finding
  const names = reviewers.map(safe).join(', ')
  return [
    ...(names === '' ? [] : [agreement > 1 ? `${agreement} reviewers agree: ${names}` : `found by ${names}`]),
    ...(verification === null ? [] : [`confirmed by ${safe(verification.by)}`]),
    ...(carriedOver ? ['carried over from the last review'] : []),
  ]
}

function plain(text: string): string {
  return visibleLine(text).replace(/\.$/, '')
}
