import type { Step } from '../../core/staged/machine/actions.ts'
import type { Fact } from '../../core/staged/machine/facts.ts'
import { type ReviewerInput, reviewerPrompt } from '../../core/staged/prompts/reviewer-prompt.ts'
import { readQuestion } from '../../core/staged/replies/question.ts'
import { readReviewerAnswer } from '../../core/staged/replies/reviewer-answer.ts'
import { planPass } from '../../core/staged/stage-table.ts'
import { type Asking, ask, promptContext } from './asking.ts'
import type { RunView } from './ports.ts'

type Order = Step<'review'>

/** Asks a reviewer once. An answer that does not count is never taken for an approval; nobody else is asked in its place. */
export async function askReviewer(
  order: Order,
  run: RunView,
  asking: Asking,
): Promise<Fact<'reviewed' | 'reviewer-failed'>> {
  const { pass, kind, round, attempt } = order
  const { point } = run.state
  if (point === null) throw new Error('a review before the start of the run')
  const input = await inputFor(order, run, asking)
  const files = input.changed.map(({ path }) => path)
  const name = kind === 'replay' ? kind : pass
  const { reply, spent } = await ask('reviewer', { name, round, prompt: reviewerPrompt(input), files }, asking)
  const work = { pass, round, ...spent, point }
  const read = readReviewerAnswer(reply, pass === planPass ? 'plan' : 'code', files)
  if ('failure' in read) {
    asking.rejected.set('reviewer', reply.text)
    return { type: 'reviewer-failed', attempt, failure: read.failure, ...work }
  }
  const { verdict, issues, questions } = read.value
  return { type: 'reviewed', kind, verdict, issues, questions: questions.map(readQuestion), ...work }
}

async function inputFor(order: Order, run: RunView, asking: Asking): Promise<ReviewerInput> {
  const { state } = run
  const shared = {
    ...promptContext(asking, run),
    order,
    focus: asking.focus,
    correction: correctionFor(order, run, asking),
  }
  if (order.pass === planPass) return { ...shared, answer: state.draft ?? '', changed: [], delta: null, patch: '' }
  return { ...shared, answer: executorAnswer(run), ...(await changeOf(run, asking)) }
}

function executorAnswer({ written }: RunView): string {
  return written === null || written.pass === planPass ? '' : written.text
}

/** What the round did where one was written, else the change as a whole. */
async function changeOf(
  { state }: RunView,
  { work }: Asking,
): Promise<Pick<ReviewerInput, 'changed' | 'delta' | 'patch'>> {
  const { head, tree } = state.point ?? { head: '', tree: '' }
  const since = state.pass?.openRound == null ? null : state.pass.writtenSince
  return {
    changed: await work.difference(head, tree),
    delta: since === null ? null : await work.difference(since.tree, tree),
    patch: await work.neutralPatch(since?.tree ?? head, tree),
  }
}

/** Only what was answered can be corrected. A call that failed is made again as it was. */
function correctionFor({ attempt }: Order, { state }: RunView, { rejected }: Asking): ReviewerInput['correction'] {
  const failure = attempt === 1 ? undefined : state.pass?.failures.at(-1)
  if (failure?.kind !== 'schema validation') return null
  return { problems: [failure.reason], rejected: rejected.get('reviewer') || null }
}
