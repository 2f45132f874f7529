import type { Finding } from '../../types.ts'
import { annotation } from '../review/github.ts'
import { visible, visibleLine } from '../visible.ts'
import { counted, findingLine } from '../words.ts'
import { workflowCommand } from '../workflow-command.ts'

/** What was written. What is missing was not, or was not needed. */
export interface Posted {
  remarks?: number
  edited?: number
  summary?: { readonly state: 'new' | 'edited' | 'same'; readonly url: string }
  check?: { readonly url: string }
  resolved?: number
  sarif?: 'read' | 'waiting'
}

export interface PostOutcome {
  readonly posted: Posted
  readonly notices: readonly string[]
  /** Findings that nothing posted tells of. */
  readonly untold: readonly Finding[]
  /** Why it is not known, or not so, that all is there; null: it is. */
  readonly unfinished: string | null
}

export interface PostReader {
  readonly isDry: boolean
  /** A person reads it, not a runner of CI that makes annotations of it. */
  readonly isPlain: boolean
}

/** One line for each thing that was done. What could not be posted is told here, in CI as annotations of the run. */
export function postText({ posted, notices, untold, unfinished }: PostOutcome, reader: PostReader): string {
  const { isDry, isPlain } = reader
  const done = doneLines(posted)
  const verb = isDry ? 'Would be posted' : 'Posted'
  const nothing = unfinished === null && notices.length === 0 ? [`${verb}: nothing new.`] : []
  const lines = [
    ...(done.length === 0 ? nothing : [`${verb}: ${done.join(', ')}.`]),
    ...untold.map((finding) => (isPlain ? findingLine(finding) : annotation(finding))),
    ...notices.map((notice) => (isPlain ? `Notice: ${visibleLine(notice)}` : warning(notice))),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** 'Comments on lines: 2 were not accepted. src/a.ts:3: Line could not be resolved' */
export function refusedText(refused: readonly { readonly remark: Line; readonly problem: string }[]): string {
  const count = refused.length === 1 ? '1 was' : `${refused.length} were`
  const shown = refused.slice(0, 3).map(({ remark, problem }) => `${remark.path}:${remark.line}: ${problem}`)
  return `Comments on lines: ${count} not accepted. ${[...shown, ...(refused.length > 3 ? ['…'] : [])].join(' ')}`
}

interface Line {
  readonly path: string
  readonly line: number
}

function warning(notice: string): string {
  return workflowCommand('warning', [['title', 'review-loop post']], notice)
}

/** Every line begins with a bar: in CI, a line of the text must not be taken for a command to the runner. */
export function shownBlock(title: string, text: string): string {
  const lines = visible(text).replaceAll('##[', '## [').split('\n')
  return `${visibleLine(title)}\n${lines.map((line) => `│ ${line}\n`).join('')}\n`
}

function doneLines({ remarks = 0, edited = 0, summary, check, resolved = 0, sarif }: Posted): readonly string[] {
  return [
    ...(remarks > 0 ? [counted(remarks, 'comment')] : []),
    ...(edited > 0 ? [`${counted(edited, 'comment')} in other words`] : []),
    ...(summary === undefined ? [] : [`${summaryWords[summary.state]} (${summary.url})`]),
    ...(check === undefined ? [] : [`a check (${check.url})`]),
    ...(resolved > 0 ? [`${counted(resolved, 'thread')} resolved`] : []),
    ...(sarif === undefined ? [] : [sarif === 'read' ? 'a SARIF file' : 'a SARIF file, which GitHub is still reading']),
  ]
}

const summaryWords = { new: 'a summary', edited: 'the summary, edited', same: 'the summary, as it was' } as const
