import { readList } from '../markdown/list-items.ts'
import { type Section, sectionText, splitSections } from '../markdown/sections.ts'
import { type FileEntry, type FileEntryCode, readFileEntries } from './file-entries.ts'
import { type HeadedCode, readHeadedReply } from './headed-reply.ts'
import { asksNothing, type OpenQuestion, readQuestion } from './question.ts'
import type { Parsed, ReplyProblem } from './reply-sections.ts'

export interface PlanningReply {
  readonly title: string
  readonly analysis: string
  readonly approach: string
  readonly steps: readonly string[]
  readonly files: readonly FileEntry[]
  readonly risks: string
  readonly questions: readonly OpenQuestion[]
  /** The plan as it was written, from its title on. */
  readonly text: string
}

export type PlanningProblemCode =
  | HeadedCode
  | FileEntryCode
  | 'unnumbered_steps'
  | 'questions_unreadable'
  | 'none_with_questions'

type Problem = ReplyProblem<PlanningProblemCode>

/** What a planner answers: a title and six sections in their order. */
export function parsePlanningReply(text: string): Parsed<PlanningReply, PlanningProblemCode> {
  const reply = readHeadedReply(text, 'Solution Plan', names)
  const [analysis, approach, steps, files, risks, questions] = names.map(reply.find)
  const entries = files === undefined ? { files: [], problems: [] } : readFileEntries(files)
  const readSteps = numbered(steps)
  const open = readQuestions(questions)
  const problems: readonly Problem[] = [
    ...reply.problems,
    ...entries.problems,
    ...(steps !== undefined && readSteps.length === 0 ? [unnumbered(steps.line)] : []),
    ...open.problems,
  ]
  if (problems.length > 0) return { problems: [...problems].sort((one, other) => one.line - other.line) }
  return {
    value: {
      title: reply.title,
      analysis: textOf(analysis),
      approach: textOf(approach),
      steps: readSteps,
      files: entries.files,
      risks: textOf(risks),
      questions: open.questions,
      text: reply.text,
    },
  }
}

/** What a plan leaves open, whoever wrote it and in whatever form: where it is no list, the text is the question. */
export function questionsIn(plan: string): readonly OpenQuestion[] {
  const section = splitSections(plan, 6).sections.find(({ heading }) => /^open questions:?$/i.test(heading))
  if (section === undefined || asksNothing(sectionText(section))) return []
  const outside = readList(section.lines).outside.map(({ text }) => text.trim())
  return [...readQuestions(section).questions, ...(outside.length === 0 ? [] : [readQuestion(outside.join(' '))])]
}

const names = [
  'Problem Analysis',
  'Proposed Approach',
  'Implementation Steps',
  'Files to Modify / Create',
  'Risks & Assumptions',
  'Open Questions',
] as const

function textOf(section: Section | undefined): string {
  return section === undefined ? '' : sectionText(section)
}

/** Sentences and headings between the steps may be there; the plan is kept as it was written. */
function numbered(section: Section | undefined): readonly string[] {
  return readList(section?.lines ?? []).items.flatMap(({ number, text }) =>
    number === null || /^(?:\.\.\.)?$/.test(text) ? [] : [text],
  )
}

function unnumbered(line: number): Problem {
  return { code: 'unnumbered_steps', text: 'The steps are a list with numbers: "1. …".', line }
}

function readQuestions(section: Section | undefined): {
  readonly questions: readonly OpenQuestion[]
  readonly problems: readonly Problem[]
} {
  if (section === undefined || asksNothing(sectionText(section))) return { questions: [], problems: [] }
  const { items, outside } = readList(section.lines)
  const questions = items.filter(({ text }) => !asksNothing(text)).map(({ text }) => readQuestion(text))
  const nothing = items.filter(({ text }) => asksNothing(text))
  return {
    questions,
    problems: [
      ...nothing.map(({ line }): Problem => {
        return { code: 'none_with_questions', text: '"- None." does not go with questions.', line }
      }),
      ...outside.map(({ number: line }): Problem => {
        return { code: 'questions_unreadable', text: 'Questions are a list: "- …", or "- None.".', line }
      }),
    ],
  }
}
