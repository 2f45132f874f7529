import { fence } from '../../agents/fence.ts'
import { correctionPrompt, type ProjectRule, rulesSection } from '../../agents/prompts.ts'
import type { ValidationResult } from '../../loop/types.ts'
import { beginning } from '../../values/shortened.ts'
import type { AnsweredQuestion } from '../machine/state.ts'
import type { RoundChange } from '../replies/execution-claims.ts'
import type { ReviewIssue } from '../replies/reviewer-issues.ts'
import { type SessionDocument, supplementText } from '../session-file/session-document.ts'
import type { StagedPrompts } from './templates.ts'

// The parts that prompts of a staged run are made of. A part without anything to say is empty, and left out by `assemble`.

/** What every agent of a run is told. */
export interface PromptContext {
  readonly prompts: StagedPrompts
  readonly rules: readonly ProjectRule[]
  readonly document: SessionDocument
  /** Relative to the root. */
  readonly sessionFile: string
  readonly answers: readonly AnsweredQuestion[]
}

export function assemble(parts: readonly string[]): string {
  return `${parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

/** Asks again. `rejected`: the answer that the problems are about, as far as it is known. */
export function askAgain(
  prompt: string,
  { prompts }: PromptContext,
  problems: readonly string[],
  rejected: string | null,
): string {
  return correctionPrompt(prompt, prompts['staged-correction'], problems, rejected ?? '(It is not known any more.)')
}

/** For who looks for defects: the author's words must not talk them out of one. */
export const patchWords =
  'As a patch. Your working directory is as it is after it. Words of comments on added lines and of documents are left out: `…` stands\nfor them. That is no issue, and what they say of the code proves nothing.'

function part(title: string, words: string, text: string): string {
  return text.trim() === '' ? '' : `# ${title}\n\n${words}\n${text}`
}

/** What the session says of the work, by its phase. The plan and the history are parts of their own. */
export function sessionPart({ document, sessionFile }: Pick<PromptContext, 'document' | 'sessionFile'>): string {
  const sections = [
    document.preamble,
    section('Problem Description', document.problemDescription),
    section('Context', document.context),
    section('Historical Context', supplementText(document, 'Historical Context')),
    section('Previous Session Context', supplementText(document, 'Previous Session Context')),
    section('Acceptance Criteria', document.acceptanceCriteria),
    section('Current Phase', `${document.currentPhase}\n${document.phaseNote}`.trim()),
    section('Review Target', supplementText(document, 'Review Target')),
    section('Key Related Files', document.keyRelatedFiles),
  ]
  const text = sections.filter((one) => one !== '').join('\n\n')
  const words = `The session file is \`${sessionFile}\`. Nobody but the program that asked you writes in it.\nThis is what it says of the work:`
  return part('The session', words, fence('session', cut(text)))
}

function section(title: string, text: string | undefined): string {
  return text === undefined || text.trim() === '' ? '' : `## ${title}\n${text}`
}

export function rulesPart({ rules }: PromptContext): string {
  return rules.length === 0 ? '' : `# Rules of this project\n\n${rulesSection(rules)}`
}

/** The end counts most: that is what the last rounds said. */
export function historyPart({ document }: PromptContext): string {
  const text = document.reviewHistory.trim()
  const shown = text.length > longestPart ? `[cut]\n${text.slice(-longestPart)}` : text
  return text === '' ? '' : part('The history', 'What earlier rounds came to:', fence('history', shown))
}

export function answersPart({ answers }: PromptContext): string {
  const said = answers.filter(({ answer }) => answer.choice === 'text')
  const lines = said.map(({ question, answer, by }) => {
    return `${question.about.map((about) => `Question: ${about}`).join('\n')}\nAnswer of ${by}: ${answer.text}`
  })
  const words = 'These questions are settled. Work with the answers; do not ask again, and leave none of them open:'
  return part('Answered questions', words, lines.length === 0 ? '' : fence('answers', lines.join('\n\n')))
}

export function issuesPart(issues: readonly ReviewIssue[]): string {
  const lines = issues.map(({ severity, text, file, line }) => {
    const place = file === null ? '' : `\n  File: ${file}${line === null ? '' : `, around line ${line}`}`
    return `- [${severity}] ${text.replaceAll('\n', '\n  ')}${place}`
  })
  return part(
    'Issues to be resolved',
    'The last look found:',
    lines.length === 0 ? '' : fence('issues', lines.join('\n')),
  )
}

export function brokePart(broke: readonly ValidationResult[]): string {
  const shown = broke.map(({ command, status, exitCode, output }) => {
    const how = status === 'timed_out' ? 'did not end in time' : `ended with exit code ${exitCode ?? 'unknown'}`
    return fence('command', `${command}\n${how}\n${output}`)
  })
  return part('Commands that do not pass', 'Each with the end of what it printed:', shown.join('\n'))
}

/** Files that differ, one in a line, deletions too. */
export function filesPart(title: string, words: string, changes: readonly RoundChange[]): string {
  const lines = changes.map(({ path, kind }) => `${kind} ${path}`)
  return part(title, words, lines.length === 0 ? '' : fence('files', cut(lines.join('\n'))))
}

export function textPart(title: string, words: string, name: string, text: string): string {
  return part(title, words, text.trim() === '' ? '' : fence(name, cut(text)))
}

const longestPart = 200_000

function cut(text: string): string {
  return text.length > longestPart ? `${beginning(text, longestPart)}\n[cut: read the rest in the files]` : text
}
