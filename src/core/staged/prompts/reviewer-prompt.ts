import { fence } from '../../agents/fence.ts'
import type { Step } from '../machine/actions.ts'
import type { RoundChange } from '../replies/execution-claims.ts'
import { passes, planPass } from '../stage-table.ts'
import {
  answersPart,
  askAgain,
  assemble,
  filesPart,
  historyPart,
  type PromptContext,
  patchWords,
  rulesPart,
  sessionPart,
  textPart,
} from './parts.ts'
import { planPart, provenancePart } from './provenance.ts'
import { reviewerTemplate } from './templates.ts'

/** What a project asks of its reviewers; empty for nothing. */
export interface ReviewFocus {
  /** Of those who review code. */
  readonly review: string
  /** Of those who look at the quality. */
  readonly quality: string
  /** Of all. */
  readonly style: string
}

export interface ReviewerInput extends PromptContext {
  readonly order: Pick<Step<'review'>, 'pass' | 'kind' | 'round'>
  readonly focus: ReviewFocus
  /** The plan to be reviewed, or what the executor said last; empty when nobody wrote. */
  readonly answer: string
  /** What differs from HEAD, deletions too. */
  readonly changed: readonly RoundChange[]
  /** What the last round did; null when the look is at the change as a whole. */
  readonly delta: readonly RoundChange[] | null
  /** Of the round, else of the change as a whole. */
  readonly patch: string
  /** What was wrong with the answer before, and that answer as far as it is known. */
  readonly correction: { readonly problems: readonly string[]; readonly rejected: string | null } | null
}

/** What a reviewer is asked, complete in itself. */
export function reviewerPrompt(input: ReviewerInput): string {
  const { order, correction } = input
  const prompt = order.pass === planPass ? planReview(input) : codeReview(input)
  return correction === null ? prompt : askAgain(prompt, input, correction.problems, correction.rejected)
}

function planReview(input: ReviewerInput): string {
  return assemble([
    ...introduction(input),
    historyPart(input),
    answersPart(input),
    textPart('The plan', 'This is what you review, as the planner wrote it last:', 'plan', input.answer),
    input.prompts['staged-schema-reviewer'],
  ])
}

function codeReview(input: ReviewerInput): string {
  const { document, answer, changed, delta, patch } = input
  const ofRound = delta === null ? 'The change' : 'The change of this round'
  return assemble([
    ...introduction(input),
    planPart(document),
    provenancePart(document),
    historyPart(input),
    answersPart(input),
    textPart('What the executor says', 'It is a claim, to be held against the files:', 'executor', answer),
    workspacePart(changed),
    filesPart('This round', 'Files whose content differs from before the round:', delta ?? []),
    textPart(ofRound, patchWords, 'patch', patch),
    input.prompts['staged-schema-reviewer'],
  ])
}

function introduction(input: ReviewerInput): readonly string[] {
  const { prompts, order } = input
  return [
    reviewerTemplate(prompts, order.pass, order.kind),
    prompts['staged-reviewer'],
    order.round > 1 ? prompts['staged-again-review'] : '',
    focusPart(input),
    rulesPart(input),
    sessionPart(input),
  ]
}

function focusPart({ order, focus }: ReviewerInput): string {
  const wanted = order.kind === 'replay' ? 'review' : passes[order.pass].focus
  const wishes = [wanted === null ? '' : focus[wanted], focus.style]
  const shown = wishes.filter((wish) => wish.trim() !== '').map((wish) => fence('focus', wish.trim()))
  if (shown.length === 0) return ''
  const words =
    'The project asks this of its reviewers. It changes neither what you answer with nor what counts as critical.'
  return `# What to look at in particular\n\n${words}\n${shown.join('\n')}`
}

function workspacePart(changed: readonly RoundChange[]): string {
  const words =
    'Your working directory is the workspace of this session and all that counts. This differs from the last commit there, untracked and\ndeleted files included:'
  return filesPart('Changed files', words, changed) || '# Changed files\n\nNothing differs from the last commit.'
}
