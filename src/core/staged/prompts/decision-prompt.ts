import { fence } from '../../agents/fence.ts'
import { fillTemplate } from '../../agents/template.ts'
import type { AskedQuestion } from '../machine/questions.ts'
import { answersPart, assemble, historyPart, type PromptContext, sessionPart, textPart } from './parts.ts'
import { planPart } from './provenance.ts'

export interface DecisionInput extends PromptContext {
  readonly question: AskedQuestion
  /** Of the plan. */
  readonly draft: string | null
}

/** A question that nobody is there to answer. */
export function decisionPrompt(input: DecisionInput): string {
  const { prompts, question, document, draft } = input
  const session = assemble([
    sessionPart(input),
    planPart(document),
    textPart('The draft of the plan', 'As the planner wrote it last:', 'draft', draft ?? ''),
    historyPart(input),
    answersPart(input),
  ])
  return `${fillTemplate(prompts['staged-decision'], {
    session: session.trimEnd(),
    question: `# The question\n\n${questionWords(question)}`,
    choice: `${choiceWords(question)}${prompts['staged-schema-decision'].trimEnd()}`,
  })}\n`
}

function questionWords({ kind, round, about }: AskedQuestion): string {
  const shown = fence('question', about.join('\n'))
  if (kind !== 'soft-limit') return shown
  return `After ${round} rounds these issues are still open. Shall there be another round, or does the run end here?\n${shown}`
}

function choiceWords({ allowed }: AskedQuestion): string {
  if (allowed.includes('text')) return ''
  return `Behind DECISION stands one of these words, and nothing else: ${allowed.join(', ')}. `
}
