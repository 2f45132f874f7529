import { isNone } from '../markdown/list-items.ts'
import { type Section, sectionText } from '../markdown/sections.ts'
import { type FileEntry, type FileEntryCode, readFileEntries } from './file-entries.ts'
import { type HeadedCode, readHeadedReply } from './headed-reply.ts'
import type { Parsed, ReplyProblem } from './reply-sections.ts'

export interface ExecutionReply {
  readonly title: string
  readonly changes: string
  /** What it claims to have changed; see `checkClaims`. */
  readonly files: readonly FileEntry[]
  /** Null: none. */
  readonly deviations: string | null
  readonly notes: string
  /** It says of itself that nothing had to be done, in all the places where that is said. */
  readonly isNoOp: boolean
  /** The whole answer. */
  readonly text: string
}

export type ExecutionProblemCode =
  | HeadedCode
  | FileEntryCode
  | 'incomplete_no_op'
  | 'no_op_with_files'
  | 'unexplained_deviation'

type Problem = ReplyProblem<ExecutionProblemCode>

/** What an executor answers: a title and four sections in their order. */
export function parseExecutionReply(text: string): Parsed<ExecutionReply, ExecutionProblemCode> {
  const reply = readHeadedReply(text, 'Implementation Complete', names)
  const [changes, files, deviations, notes] = names.map(reply.find)
  const entries = files === undefined ? { files: [], problems: [] } : readFileEntries(files)
  const said = { changes: textOf(changes), deviations: textOf(deviations), notes: textOf(notes) }
  const isWhole = reply.problems.length === 0 && entries.problems.length === 0
  const problems: readonly Problem[] = [
    ...reply.problems,
    ...entries.problems,
    ...(isWhole ? noOpProblems(said, entries.files, files?.line ?? 1) : []),
    ...(isUnexplained(said.deviations) ? [unexplained(deviations?.line ?? 1)] : []),
  ]
  if (problems.length > 0) return { problems: [...problems].sort((one, other) => one.line - other.line) }
  return {
    value: {
      title: reply.title,
      ...said,
      files: entries.files,
      deviations: isNone(said.deviations) ? null : said.deviations,
      isNoOp: entries.files.length === 0,
      text,
    },
  }
}

const names = [
  'Changes Made',
  'Files Modified / Created / Deleted',
  'Deviations from Plan',
  'Notes for Reviewer',
] as const

function textOf(section: Section | undefined): string {
  return section === undefined ? '' : sectionText(section)
}

/** A round without files says in both other places that nothing had to be done; a round with files says it in none. */
function noOpProblems(
  { changes, notes }: { readonly changes: string; readonly notes: string },
  files: readonly FileEntry[],
  line: number,
): readonly Problem[] {
  if (files.length > 0) {
    const isBoth = changes.split('\n').some((row) => wholeNoChange.test(row.trim())) || /^no-op round\b/im.test(notes)
    return isBoth
      ? [{ code: 'no_op_with_files', text: 'A round that names files is not one without changes.', line }]
      : []
  }
  const missing = [
    ...(noChange.test(changes) ? [] : ['"### Changes Made" says that no code changes were required']),
    ...(/(?<!\bnot a |\bisn['’]t a )\bno-?op\b/i.test(notes)
      ? []
      : ['"### Notes for Reviewer" calls it a no-op round']),
  ]
  if (missing.length === 0) return []
  return [{ code: 'incomplete_no_op', text: `In a round without files, ${missing.join(', and ')}.`, line }]
}

const noChange =
  /\bno (?:(?:code|file|source|further|additional|new) ){0,3}changes? (?:(?:were|was|are|is) )?(?:required|needed|necessary|made)\b/i
const wholeNoChange = /^(?:[-*+] )?no code changes were required for this round\.?$/i

/** That there are deviations, without a word about them. */
function isUnexplained(deviations: string): boolean {
  return deviations !== '' && !isNone(deviations) && deviations.length < 12
}

function unexplained(line: number): Problem {
  return { code: 'unexplained_deviation', text: 'Say what deviates from the plan and why, or write "None".', line }
}
