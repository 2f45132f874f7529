import { isRefusal } from '../../agents/refusing-words.ts'
import type { DocumentLine } from '../../loop/finding-drafts.ts'
import { readList } from '../markdown/list-items.ts'
import { sectionText } from '../markdown/sections.ts'
import { asksNothing } from './question.ts'
import { type OutlineCode, type Parsed, type ReplyParts, type ReplyProblem, readReplyParts } from './reply-sections.ts'
import {
  criticalLabel,
  criticalLine,
  type IssueCode,
  type ReviewIssue,
  readIssues,
  taggedLine,
} from './reviewer-issues.ts'

export type ReviewerVerdict = 'APPROVE' | 'REQUEST_CHANGES'

export interface ReviewerReply {
  readonly verdict: ReviewerVerdict
  readonly issues: readonly ReviewIssue[]
  readonly strengths: string
  readonly questions: readonly string[]
}

export type ReviewerProblemCode =
  | OutlineCode
  | IssueCode
  | 'missing_verdict'
  | 'invalid_verdict'
  | 'contradicting_verdict'
  | 'missing_strengths'
  | 'issue_outside_issues'
  | 'approve_with_critical'
  | 'request_changes_without_issues'
  | 'request_changes_minor_only'

type Problem = ReplyProblem<ReviewerProblemCode>

/** What a reviewer of a plan or of code answers. Every problem is listed; what does not fit is never taken for an approval. */
export function parseReviewerReply(
  text: string,
  { kind }: { readonly kind: 'plan' | 'code' },
): Parsed<ReviewerReply, ReviewerProblemCode> {
  const parts = readReplyParts(text, outline)
  const { verdict, problems } = readVerdict(parts)
  const section = parts.find('Issues')
  const read = section === undefined ? nothing : readIssues(section, { kind, verdict })
  const strengths = sectionText(parts.find('Strengths') ?? { lines: [] })
  const said: readonly Problem[] = [
    ...parts.problems,
    ...problems,
    ...read.problems,
    ...strengthProblems(parts, strengths),
    ...strayIssues(parts, read),
    ...contradictions(verdict, read, section?.line ?? parts.find('VERDICT')?.line ?? 1),
  ]
  const all = [...said, ...(verdict === 'APPROVE' ? refusals(parts, said) : [])]
  if (verdict === null || all.length > 0) return { problems: [...all].sort((one, other) => one.line - other.line) }
  return {
    value: { verdict, issues: read.issues.map(({ issue }) => issue), strengths, questions: readQuestions(parts) },
  }
}

const outline = {
  names: ['VERDICT', 'Issues', 'Strengths', 'Questions'],
  nameOf: (heading: string) => (/^VERDICT\b/.test(heading) ? 'VERDICT' : heading),
}
const nothing = { issues: [], problems: [], isNone: true }

function readVerdict(parts: ReplyParts): {
  readonly verdict: ReviewerVerdict | null
  readonly problems: readonly Problem[]
} {
  const section = parts.find('VERDICT')
  const said = 'write "### VERDICT: APPROVE" or "### VERDICT: REQUEST_CHANGES"'
  if (section === undefined)
    return { verdict: null, problems: [{ code: 'missing_verdict', text: `There is no verdict: ${said}.`, line: 1 }] }
  const word = section.heading.replace(/^VERDICT\s*:?/, '').trim()
  if (word === 'APPROVE' || word === 'REQUEST_CHANGES') return { verdict: word, problems: [] }
  const text = `"${word}" is no verdict: ${said}.`
  return { verdict: null, problems: [{ code: 'invalid_verdict', text, line: section.line }] }
}

/** An approval may be a quote: of the plan, of a report or of code. What refuses elsewhere is the word of the reviewer then. */
function refusals({ lines }: ReplyParts, known: readonly Problem[]): readonly Problem[] {
  const text = 'This refuses what "### VERDICT: APPROVE" approves: say one of them, and put quotes into a fenced block.'
  return lines
    .filter((line) => !line.isCode && !line.text.startsWith('### ') && isRefusal(line.text))
    .filter(({ number }) => !known.some(({ line }) => line === number))
    .map(({ number: line }) => ({ code: 'contradicting_verdict', text, line }))
}

function strengthProblems({ find, sections }: ReplyParts, strengths: string): readonly Problem[] {
  if (strengths !== '' && strengths !== '...') return []
  const line = find('Strengths')?.line ?? sections.at(-1)?.line ?? 1
  const text = '"### Strengths" is always there, with at least one sentence.'
  return [{ code: 'missing_strengths', text, line }]
}

/** An issue in another place would be overlooked, and so would a critical one that a stray sign or fence makes part of something else. */
function strayIssues(
  { before, sections, find }: ReplyParts,
  { issues }: ReturnType<typeof readIssues>,
): readonly Problem[] {
  const section = find('Issues')
  const elsewhere = [...before, ...sections.flatMap((other) => (other === section ? [] : other.lines))]
  const stray = elsewhere.filter(({ text, isCode }) => !isCode && (taggedLine.test(text) || criticalLabel.test(text)))
  const known = new Set([...issues.map((found) => found.line), ...stray.map(({ number }) => number)])
  const hidden = [...elsewhere, ...(section?.lines ?? [])].filter(
    ({ text, number }) => !known.has(number) && criticalLine.test(text),
  )
  return [...stray, ...hidden].map(({ number: line }) => {
    const text = 'An issue is an item of its own below "### Issues", in no fenced block, and nowhere else.'
    return { code: 'issue_outside_issues', text, line }
  })
}

function contradictions(
  verdict: ReviewerVerdict | null,
  { issues, problems, isNone }: ReturnType<typeof readIssues>,
  line: number,
): readonly Problem[] {
  const critical = issues.filter(({ issue }) => issue.severity === 'CRITICAL')
  if (verdict === 'APPROVE')
    return critical.map((found) => {
      return { code: 'approve_with_critical', text: 'APPROVE does not go with a [CRITICAL] issue.', line: found.line }
    })
  if (verdict === null || critical.length > 0) return []
  if (isNone) {
    const text = 'REQUEST_CHANGES needs "### Issues" with at least one [CRITICAL] issue.'
    return [{ code: 'request_changes_without_issues', text, line }]
  }
  if (issues.length === 0 || problems.length > 0) return []
  const text = 'REQUEST_CHANGES needs a [CRITICAL] issue; with [MINOR] ones alone the verdict is APPROVE.'
  return [{ code: 'request_changes_minor_only', text, line }]
}

/** A paragraph among them is a question as well, and so is what ends as one in another place: nothing is lost. */
function readQuestions({ find }: ReplyParts): readonly string[] {
  const { items, outside } = readList(find('Questions')?.lines ?? [])
  const others = ['VERDICT', 'Strengths'].flatMap((name) => find(name)?.lines ?? []).flatMap(strayQuestion)
  const texts = [...others, ...outside.map(({ number: line, text }) => ({ line, text: text.trim() })), ...items]
  return texts
    .sort((one, other) => one.line - other.line)
    .map(({ text }) => text)
    .filter((text) => !asksNothing(text) && text !== '...')
}

/** The last sentence of a line, without the mark of a list. */
function strayQuestion({ text, number: line, isCode }: DocumentLine): readonly { line: number; text: string }[] {
  const sentence = text.split(/(?<=[.!?])\s+/).at(-1) ?? ''
  const [, question] = /^\s*(?:[-*+]\s+)?[*_("]*(.*\?)[*_)"]*$/.exec(sentence) ?? []
  return isCode || question === undefined ? [] : [{ line, text: question }]
}
