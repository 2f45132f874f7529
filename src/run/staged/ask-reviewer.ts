import type { Step } from '../../core/staged/machine/actions.ts'
import type { Fact } from '../../core/staged/machine/facts.ts'
import { type ReviewerInput, reviewerPrompt } from '../../core/staged/prompts/reviewer-prompt.ts'
import { findOtherWorkspaces } from '../../core/staged/replies/other-workspace.ts'
import { readQuestion } from '../../core/staged/replies/question.ts'
import { problemLine } from '../../core/staged/replies/reply-sections.ts'
import { parseReviewerReply, type ReviewerReply } from '../../core/staged/replies/reviewer-reply.ts'
import type { RoundFailure } from '../../core/staged/session-file/session-round.ts'
import type { AgentReply } from '../../types.ts'
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
  const read = readAnswer(reply, pass === 'plan' ? 'plan' : 'code', files)
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
  if (order.pass === 'plan') return { ...shared, answer: state.draft ?? '', changed: [], delta: null, patch: '' }
  return { ...shared, answer: executorAnswer(run), ...(await changeOf(run, asking)) }
}

function executorAnswer({ written }: RunView): string {
  return written === null || written.pass === 'plan' ? '' : written.text
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
    patch: await work.patch(since?.tree ?? head, tree),
  }
}

/** Only what was answered can be corrected. A call that failed is made again as it was. */
function correctionFor({ attempt }: Order, { state }: RunView, { rejected }: Asking): ReviewerInput['correction'] {
  const failure = attempt === 1 ? undefined : state.pass?.failures.at(-1)
  if (failure?.kind !== 'schema validation') return null
  return { problems: [failure.reason], rejected: rejected.get('reviewer') || null }
}

function readAnswer(
  reply: AgentReply,
  kind: 'plan' | 'code',
  paths: readonly string[],
): { readonly value: ReviewerReply } | { readonly failure: RoundFailure } {
  if (reply.status !== 'ok') return { failure: failureOf(reply) }
  const parsed = parseReviewerReply(reply.text, { kind })
  const problems = 'problems' in parsed ? parsed.problems.map(problemLine) : divergence(parsed.value, reply.text, paths)
  if ('value' in parsed && problems.length === 0) return parsed
  return { failure: { kind: 'schema validation', reason: problems.join('; ') } }
}

/** How a call without an answer failed. The reason is all that tells output that is no JSON from output without a result. */
function failureOf({ status, reason }: AgentReply): RoundFailure {
  const words = reason ?? status
  if (/\bexit code 0 without a result\b/.test(words)) return { kind: 'missing `result`', reason: words }
  if (status !== 'malformed') return { kind: 'command execution', reason: words }
  return { kind: /\bno JSON\b/.test(words) ? 'JSON parsing' : 'missing `result`', reason: words }
}

/** Who says that the work is in another place must not approve of it. It may look at a copy, so that an absolute path says nothing. */
function divergence({ verdict }: ReviewerReply, text: string, paths: readonly string[]): readonly string[] {
  if (verdict !== 'APPROVE') return []
  return findOtherWorkspaces(text, { roots: ['/'], paths }).map(
    ({ line, mention }) =>
      `line ${line}: Work in another workspace is a [CRITICAL] issue, and not to be approved: ${mention} (unflagged_divergence)`,
  )
}
