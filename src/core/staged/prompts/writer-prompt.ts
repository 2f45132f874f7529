import type { Step } from '../machine/actions.ts'
import type { RoundChange } from '../replies/execution-claims.ts'
import { planPass } from '../stage-table.ts'
import {
  answersPart,
  askAgain,
  assemble,
  brokePart,
  filesPart,
  historyPart,
  issuesPart,
  type PromptContext,
  rulesPart,
  sessionPart,
  textPart,
} from './parts.ts'
import { planPart } from './provenance.ts'
import { writerTemplate } from './templates.ts'

export interface WriterInput extends PromptContext {
  readonly order: Pick<Step<'write'>, 'pass' | 'issues' | 'broke' | 'attempt' | 'problems'>
  /** Of the plan. */
  readonly draft: string | null
  /** What differs from HEAD, and how; the patch is empty where it is not wanted. */
  readonly changed: readonly RoundChange[]
  readonly patch: string
  /** The answer that the problems are about, as far as it is known. */
  readonly rejected: string | null
}

/** What a planner or an executor is asked, complete in itself. */
export function writerPrompt(input: WriterInput): string {
  const { order, rejected } = input
  const prompt = order.pass === planPass ? planning(input) : execution(input)
  return order.attempt === 1 ? prompt : askAgain(prompt, input, order.problems, rejected)
}

function planning(input: WriterInput): string {
  const { prompts, order, draft } = input
  return assemble([
    writerTemplate(prompts, planPass),
    rulesPart(input),
    sessionPart(input),
    historyPart(input),
    answersPart(input),
    textPart('The last draft', 'Write the whole plan anew, not what differs from this one:', 'draft', draft ?? ''),
    issuesPart(order.issues),
    prompts['staged-schema-planning'],
  ])
}

function execution(input: WriterInput): string {
  const { prompts, order, changed, patch, document } = input
  return assemble([
    writerTemplate(prompts, order.pass),
    prompts['staged-writer'],
    rulesPart(input),
    sessionPart(input),
    planPart(document),
    historyPart(input),
    answersPart(input),
    filesPart('Changed files', 'What differs from the last commit so far:', changed),
    textPart('The change', 'The same as a patch:', 'patch', patch),
    issuesPart(order.issues),
    brokePart(order.broke),
    prompts['staged-schema-execution'],
  ])
}
