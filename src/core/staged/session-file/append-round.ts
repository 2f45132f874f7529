import { oneLine } from '../../loop/findings-document.ts'
import { readAnchor } from '../replies/issue-anchor.ts'
import type { ReviewIssue } from '../replies/reviewer-issues.ts'
import { type RoundPhase, stageTable } from '../stage-table.ts'
import type { RoundFailure, RoundRecord } from './session-round.ts'
import { closeFence } from './session-text.ts'
import { withoutTags } from './tags.ts'

/** A round as we tell it. */
export interface RoundReport extends Omit<RoundRecord, 'heading' | 'questions'> {
  readonly phase: RoundPhase
  /** Counted from 1 in its phase. */
  readonly round: number
  /** What of its phase it is, where that has several parts. */
  readonly part: string | null
}

/** What the first round of a review-only session says of its executor. */
export const skippedExecutor = 'skipped (review-only first round)'

/** The history with one round more. What stands there stays to the letter. */
export function appendRound(history: string, report: RoundReport): string {
  const entry = closeFence(roundLines(report).join('\n'))
  return history.trim() === '' ? entry : `${closeFence(history.trimEnd())}\n\n${entry}`
}

function roundLines(report: RoundReport): readonly string[] {
  return [
    `### ${stageTable[report.phase].heading} Round ${report.round}${report.part === null ? '' : ` (${report.part})`}`,
    ...labelled('Executor backend', report.executorBackend),
    ...labelled('Result', report.result),
    ...labelled('Reviewer backend', report.reviewerBackend),
    ...report.failures.flatMap((failure) => labelled('Failure', failureText(failure))),
    ...labelled('Verdict', report.verdict),
    ...issueLines(report),
    ...labelled('Outcome', report.outcome),
    ...report.notes.flatMap((note) => labelled('Note', note)),
  ]
}

/** One line, whatever the text, and without tags: it could pass for another label, or for an issue or a question. */
export function labelled(label: string, text: string | null): readonly string[] {
  return text === null ? [] : [`- ${label}: ${withoutTags(oneLine(text))}`]
}

function failureText({ kind, reason }: RoundFailure): string {
  return kind === null ? reason : `${kind} - ${reason}`
}

/** Without a verdict nobody said that there are none. */
function issueLines({ verdict, issues }: RoundReport): readonly string[] {
  if (issues.length === 0) return verdict === null ? [] : ['- Issues: None.']
  return ['- Issues:', ...issues.flatMap(issueRows)]
}

function issueRows({ severity, text, file, line }: ReviewIssue): readonly string[] {
  const [first = '', ...rest] = withoutTags(text).split('\n')
  const place = line === null ? `File: \`${file}\`` : `File: \`${file}\`, around line ${line}`
  const isSaid = file === null || readAnchor(text).file === file
  const below = (isSaid ? rest : [...rest, place]).map((row) => (row.trim() === '' ? '' : `    ${row}`))
  return [`  - [${severity}] ${first}`, ...below]
}
