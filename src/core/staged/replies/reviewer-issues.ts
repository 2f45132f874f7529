import { type ListItem, type ReadList, readList } from '../markdown/list-items.ts'
import { type Section, sectionText } from '../markdown/sections.ts'
import { needsAnchor, readAnchor } from './issue-anchor.ts'
import type { ReplyProblem } from './reply-sections.ts'

export interface ReviewIssue {
  readonly severity: 'CRITICAL' | 'MINOR'
  readonly text: string
  /** Relative to the repository, or as it was spelled where it leads out of it. */
  readonly file: string | null
  readonly line: number | null
}

export type IssueCode =
  | 'invalid_severity'
  | 'issues_prose_placeholder'
  | 'issues_empty_body'
  | 'untagged_issue'
  | 'none_with_issues'
  | 'text_outside_issues'
  | 'empty_issue'
  | 'missing_anchor'

type Problem = ReplyProblem<IssueCode>

export interface ReadIssues {
  readonly issues: readonly { readonly issue: ReviewIssue; readonly line: number }[]
  readonly problems: readonly Problem[]
  /** There is no entry at all, whether that is said or not. */
  readonly isNone: boolean
}

export interface IssueContext {
  readonly kind: 'plan' | 'code'
  readonly verdict: 'APPROVE' | 'REQUEST_CHANGES' | null
}

const mark = '^[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)?'
const words = 'critical|minor|major|high|medium|low|blocker|blocking|important|warning|info|nit|suggestion|p[0-3]'

/** A line that begins with one of the two tags, or with another word in brackets for something grave. */
export const taggedLine = new RegExp(
  `${mark}(?:\\*\\*|__)?\\[(?:CRITICAL|MINOR|MAJOR|HIGH|BLOCKER|BLOCKING|P[01])\\]`,
  'i',
)

/** The graver tag without its brackets, as a label: 'CRITICAL: …', '**CRITICAL** - …'. */
export const criticalLabel = /^[^\p{L}\p{N}]*CRITICAL\b(?:[^\p{L}\p{N}]*:|[*_]*\s+[-–—]\s)/u

/** A line whose first word is the graver tag, whatever signs stand before it. */
export const criticalLine = /^[^\p{L}\p{N}]*\[[^\p{L}\p{N}\]]*CRITICAL\b/iu

/** What stands below "### Issues". */
export function readIssues(section: Section, context: IssueContext): ReadIssues {
  const body = sectionText(section)
  if (body === '- None.') return { issues: [], problems: [], isNone: true }
  if (body === '')
    return {
      issues: [],
      problems: [problem('issues_empty_body', 'Without issues, "### Issues" holds exactly "- None.".', section.line)],
      isNone: true,
    }
  const list = readList(section.lines, beginsIssue)
  const drafts = list.items.map(readDraft)
  const issues = drafts.flatMap(readIssue)
  const problems = [
    ...drafts.flatMap((draft) => draftProblems(draft, drafts, context)),
    ...outsideProblems(list),
    ...(context.kind === 'code' ? issues.flatMap(anchorProblems) : []),
  ]
  return { issues, problems, isNone: false }
}

/** Issues begin wherever a severity stands, also below another one: an indentation must not hide them. */
function beginsIssue(text: string): boolean {
  return anySeverity.test(text) || bareSeverity.test(text)
}

const anySeverity = new RegExp(`${mark}(?:\\*\\*|__)?\\[(?:${words})\\]`, 'i')
const bareSeverity = new RegExp(`${mark}(?:\\*\\*|__)?(?:CRITICAL|MINOR)\\b`)

interface Draft {
  readonly line: number
  /** What stands in brackets; null where there are none. */
  readonly severity: string | null
  readonly text: string
}

function readDraft({ line, text }: ListItem): Draft {
  const [whole = '', bold = '', severity, closed] = /^(\*\*|__)?\[([^\]\n]{0,40})\](\1)?:?[ \t]*/.exec(text) ?? []
  const rest = text.slice(whole.length)
  if (severity === undefined) return { line, severity: null, text }
  return { line, severity, text: withoutAdvice(bold !== '' && !closed ? `${bold}${rest}` : rest) }
}

function readIssue({ line, severity, text }: Draft): ReadIssues['issues'] {
  return severity === 'CRITICAL' || severity === 'MINOR' ? [{ line, issue: { severity, ...readAnchor(text) } }] : []
}

/** The schema's own words behind a description say nothing about the issue. */
function withoutAdvice(text: string): string {
  const [first = '', ...rows] = text.split('\n')
  return [first.replace(advice, ''), ...rows].join('\n').trim()
}

const advice = /(?:^| )[-–—] (?:must be resolved before proceeding|recommended improvement)\.?$/i

function draftProblems(
  { line, severity, text }: Draft,
  all: readonly Draft[],
  { verdict }: IssueContext,
): readonly Problem[] {
  if (severity === null) {
    if (saysNone.test(text) && all.length > 1)
      return [problem('none_with_issues', '"- None." does not go with issues.', line)]
    const isIssue = verdict === 'REQUEST_CHANGES' || all.some((draft) => draft.severity !== null)
    return isIssue && !saysNone.test(text)
      ? [problem('untagged_issue', 'An issue begins with [CRITICAL] or [MINOR].', line)]
      : [problem('issues_prose_placeholder', 'Without issues, "### Issues" holds exactly "- None.".', line)]
  }
  if (severity !== 'CRITICAL' && severity !== 'MINOR')
    return [problem('invalid_severity', `[${severity}] is no severity: [CRITICAL] and [MINOR] are.`, line)]
  const isEmpty = /^(?:<description>(?:\n[\s\S]*)?|\.\.\.)?$/.test(readAnchor(text).text)
  return isEmpty ? [problem('empty_issue', 'The issue says nothing.', line)] : []
}

const saysNone = /^(?:none|n\/a|nothing|no (?:\w+ ){0,3}(?:issues?|problems?|findings?|concerns?))\b/i

function outsideProblems({ items, outside }: ReadList): readonly Problem[] {
  const [first] = outside
  if (first !== undefined && items.length === 0)
    return [problem('issues_prose_placeholder', 'Without issues, "### Issues" holds exactly "- None.".', first.number)]
  const text = 'This belongs to no issue; what is said of one is indented below it.'
  return outside.map(({ number }) => problem('text_outside_issues', text, number))
}

function anchorProblems({ issue, line }: ReadIssues['issues'][number]): readonly Problem[] {
  if (issue.severity !== 'CRITICAL' || issue.file !== null || !needsAnchor(issue.text)) return []
  const text = 'A [CRITICAL] issue in code names its place below it: "File: `path/of/the/file`, around line 12".'
  return [problem('missing_anchor', text, line)]
}

function problem(code: IssueCode, text: string, line: number): Problem {
  return { code, text, line }
}
