import type { Finding, Gate } from '../../types.ts'
import { severityLabel } from '../findings/severity.ts'
import { hashText } from '../values/hash.ts'
import { writeLine, writeName, writeProse } from './document-text.ts'
import type { Story } from './story.ts'

export const sections = [
  { label: 'Critical', heading: 'Critical Issues (Must Fix)' },
  { label: 'Important', heading: 'Important Issues (Should Fix)' },
  { label: 'Minor', heading: 'Minor Issues (Nice to Have)' },
] as const

export interface FindingsInput {
  /** What was reviewed: 'Story 1.2', or the branch. */
  readonly title: string
  readonly branch: string
  /** An instant as ISO 8601 has it; the document says it to the minute. */
  readonly date: string
  readonly reviewer: string
  readonly round: number
  readonly entries: readonly Finding[]
  /** Of this review. Without it the entries decide, which is only right for a review that came to its end. */
  readonly gate?: Gate
}

/** One round's findings as a document, with nothing of earlier rounds in it. The entries are already redacted. */
export function renderFindings(input: FindingsInput): string {
  const { title, branch, date, reviewer, round, entries, gate = passed } = input
  const groups = sections.map(({ label, heading }) => ({
    heading,
    found: entries.filter((entry) => labelOf(entry) === label),
  }))
  let number = 0
  const body = groups.map(({ heading, found }) =>
    [
      `## ${heading}`,
      ...(found.length === 0 ? ['None.'] : found.map((finding) => findingBlock(finding, ++number))),
    ].join('\n\n'),
  )
  return `${[
    `# ${writeLine(title)} Code Review Findings - Round ${round}`,
    [
      `**Reviewer:** ${writeLine(reviewer)}`,
      `**Date:** ${date.slice(0, 16).replace('T', ' ')}`,
      `**Branch:** ${writeName(branch)}`,
    ].join('\n'),
    ...body,
    summary(
      groups.map(({ found }) => found.length),
      gate,
    ),
  ].join('\n\n')}\n`
}

/** '<story or branch>-review-findings-round-<n>.md' */
export function findingsFileName(
  about: { readonly story: Pick<Story, 'id' | 'title'> | null; readonly branch: string },
  round: number,
): string {
  const { story, branch } = about
  const name = story === null ? branch : `story-${story.id ?? story.title}`
  return `${slug(name)}-review-findings-round-${round}.md`
}

/** Whether two documents say the same, at whatever time. */
export function saysTheSame(one: string, other: string): boolean {
  const undated = (text: string) => text.replace(/^\*\*Date:\*\* [\d :-]+$/m, '')
  return undated(one) === undated(other)
}

const passed: Gate = { result: 'pass', reasons: [] }

/** What stands for a field that says nothing. */
export const nothing = '–'

function labelOf({ severity, blocking }: Finding): string {
  return severityLabel(severity, blocking, '003')
}

function findingBlock(finding: Finding, number: number): string {
  const { category, title, problem, impact, fix } = finding
  return [
    `${number}. **[${writeName(category.trim() === '' ? 'General' : oneLine(category))}]:** ${writeLine(title)}`,
    field('File', [place(finding)]),
    field('Problem', writeProse(problem)),
    field('Impact', writeProse(impact ?? '')),
    field('Fix', writeProse(fix ?? '')),
  ].join('\n')
}

/** Further lines stand below the first letter of the list item, so that they belong to it. */
function field(label: string, lines: readonly string[]): string {
  const [first = nothing, ...more] = lines
  return [`   - **${label}:** ${first}`, ...more.map((line) => (line === '' ? '' : `     ${line}`))].join('\n')
}

function place({ file, line, endLine }: Finding): string {
  if (file === null) return nothing
  // A name that ends like a line number keeps its colon to itself.
  const path = writeName(file).replace(/:(?=\d+(?:-\d+)?$)/, '\\:')
  if (line === null) return path === nothing ? `./${path}` : path
  return endLine === null || endLine <= line ? `${path}:${line}` : `${path}:${line}-${endLine}`
}

function summary(counts: readonly number[], gate: Gate): string {
  const [critical = 0, important = 0, minor = 0] = counts
  return [
    '## Summary\n',
    `- **Total findings:** ${critical + important + minor}`,
    `- **Critical:** ${critical}`,
    `- **Important:** ${important}`,
    `- **Minor:** ${minor}`,
    `- **Recommendation:** ${recommendation(critical + important, minor, gate)}`,
  ].join('\n')
}

function recommendation(mustFix: number, minor: number, { result, reasons }: Gate): string {
  const why = writeLine(reasons.join(' '))
  if (result === 'inconclusive') return `Review again: this review is incomplete and approves nothing. ${why}`.trim()
  if (mustFix > 0) return `Fix the critical and important findings (${mustFix}), then review again.`
  if (result === 'blocked') return `Do not merge yet. ${why}`.trim()
  return minor > 0 ? 'Nothing has to be fixed; the minor findings may wait.' : 'Nothing to fix.'
}

const longestSlug = 48

/** Letters and digits of any script. What is cut off still counts: two long names do not become one. */
function slug(name: string): string {
  const text = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const characters = [...text]
  if (characters.length <= longestSlug) return text === '' ? 'change' : text
  return `${characters.slice(0, longestSlug - 9).join('')}-${hashText(name).slice(0, 8)}`
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
