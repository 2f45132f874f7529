import type { Step } from '../../core/staged/machine/actions.ts'
import type { Fact } from '../../core/staged/machine/facts.ts'
import type { AskedQuestion, RunAnswer } from '../../core/staged/machine/questions.ts'
import { decisionPrompt } from '../../core/staged/prompts/decision-prompt.ts'
import { type Decision, parseDecision } from '../../core/staged/replies/question.ts'
import { problemLine } from '../../core/staged/replies/reply-sections.ts'
import { type Asking, ask, promptContext } from './asking.ts'
import type { RunView } from './ports.ts'

/** Hands-free: lets the reviewer choose in place of a person. What is no choice is left to a person after all. */
export async function askDecision(
  { question }: Step<'consult'>,
  run: RunView,
  asking: Asking,
): Promise<Fact<'decided' | 'undecided'>> {
  const prompt = decisionPrompt({ ...promptContext(asking, run), question, draft: run.state.draft })
  const { reply, spent } = await ask('reviewer', { name: 'decision', round: question.round, prompt, files: [] }, asking)
  const { usage, backend: by } = spent
  const undecided = (reason: string) => ({ type: 'undecided', reason, usage }) as const
  if (reply.status !== 'ok') return undecided(reply.reason ?? reply.status)
  const parsed = parseDecision(reply.text)
  if ('problems' in parsed) return undecided(parsed.problems.map(problemLine).join('; '))
  const answer = answerOf(parsed.value, question)
  if (answer === undefined) return undecided(`"${parsed.value.decision}" is none of: ${question.allowed.join(', ')}`)
  return { type: 'decided', question, answer, reason: parsed.value.reason, by, usage }
}

/** Where words are not enough, the decision is one of the allowed answers. */
function answerOf({ decision, reason }: Decision, { allowed }: AskedQuestion): RunAnswer | undefined {
  if (allowed.includes('text')) return { choice: 'text', text: decision }
  const word = decision
    .replace(/[`*".]/g, '')
    .trim()
    .toLowerCase()
  const choice = allowed.find((one) => one === word)
  return choice === undefined ? undefined : { choice, text: reason }
}
