import type { Parties } from '../../core/loop/result.ts'
import type { LoopAnswer } from '../../core/loop/types.ts'
import type { RunAnswer } from '../../core/staged/machine/questions.ts'
import type { ClaimDecision } from '../../types.ts'
import { visibleLine } from '../visible.ts'
import { loopCommand, resumeCommand, shortId, startCommand } from './session-words.ts'

export interface RecordedAnswer extends Parties {
  readonly session: string
  readonly answer: LoopAnswer
  readonly by: string
  readonly why: string
  /** There is no further round. */
  readonly isLast: boolean
}

/** What was written down, and what to type next. */
export function answerText(recorded: RecordedAnswer): string {
  const { session, answer, by, why, isLast } = recorded
  const meaning = {
    a: 'it is mended by hand',
    b: 'what is left is accepted',
    c: 'one more round',
  }[answer]
  const reason = why === '' ? '' : ` (${visibleLine(why)})`
  const next = `${loopCommand(recorded)} --resume ${shortId(session)}`
  return [
    `Written down: ${answer}, ${meaning}, says ${visibleLine(by)}${reason}.`,
    answer !== 'a'
      ? `Go on with: ${next}`
      : isLast
        ? `There is no further round here. When it is mended, begin anew with: ${startCommand(recorded)}`
        : `When it is mended, have it reviewed with: ${next}`,
    '',
  ].join('\n')
}

export function decisionText({ id, decision, by, why }: ClaimDecision): string {
  const meaning = { accept: `${id} counts as a finding`, dismiss: `${id} is dismissed` }[decision]
  const reason = why === '' ? '' : ` (${visibleLine(why)})`
  return `Written down: ${meaning}, says ${visibleLine(by)}${reason}.\nNow run the command that asked again: review-loop review with the same agents, or review-loop loop --resume\n`
}

export interface RecordedRunAnswer extends RunAnswer {
  readonly session: string
  readonly by: string
  readonly planOnly: boolean
}

export function runAnswerText(recorded: RecordedRunAnswer): string {
  const { choice, text, by } = recorded
  const said = [choice === 'text' ? '' : choice, visibleLine(text)].filter((part) => part !== '').join(', ')
  return `Written down: ${said}, says ${visibleLine(by)}.\nGo on with: ${resumeCommand(recorded)}\n`
}
