import type { AnsweredQuestion } from '../machine/state.ts'
import type { Parsed } from './reply-sections.ts'

/** What an executor cannot settle by itself. */
export interface OpenQuestion {
  readonly text: string
  /** `outside`: only a person knows the answer. `decision`: somebody has to choose, without a person a reviewer may. */
  readonly kind: 'outside' | 'decision'
}

/** By its mark, [OUTSIDE] or [DECISION]; without one, by what it asks for. */
export function readQuestion(text: string): OpenQuestion {
  const [whole = '', mark] = /^(?:\*\*)?\[(OUTSIDE|DECISION)\](?:\*\*)?:?\s*/i.exec(text) ?? []
  const question = text.slice(whole.length)
  const isOutside = mark === undefined ? outside.test(question) : mark.toUpperCase() === 'OUTSIDE'
  return { text: question, kind: isOutside ? 'outside' : 'decision' }
}

/** 'None.', 'N/A', '**No further questions.**', and not one word more: that would be asked. */
export function asksNothing(text: string): boolean {
  const words = text.replace(/^[\s>*_+(-]+|[\s*_).]+$/g, '')
  return /^(?:none|n\/a|no (?:(?:open|further|other|more|additional) )?questions?)(?: (?:at this time|for now))?$/i.test(
    words,
  )
}

/** What no reviewer can find in the repository: secrets and access, other people's systems, plans and agreements. */
const outside =
  /\b(?:credentials?|passwords?|api[ -]keys?|secret|account|licen[cs]e|contract|deadline|legal|compliance|stakeholders?|customers?|product owner|budget)\b|\b(?:who|whom) (?:owns|decides|approves|maintains|is responsible)\b|\baccess to\b|\b(?:production|staging) (?:url|address|host|data|traffic|values?)\b/i

/** In the same words; blank space, case and what stands at the end do not count. */
export function isAnswered({ text }: OpenQuestion, answers: readonly AnsweredQuestion[]): boolean {
  const plain = (words: string) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return answers.some(({ question, answer }) => {
    return answer.choice === 'text' && question.about.some((about) => plain(about) === plain(text))
  })
}

export interface Decision {
  readonly decision: string
  readonly reason: string
}

export type DecisionCode = 'missing_decision' | 'missing_reason' | 'duplicate_decision'

/** How a reviewer answers a question when no person is there: `DECISION:` and below it `REASON:`. */
export function parseDecision(text: string): Parsed<Decision, DecisionCode> {
  const lines = text.split(/\r\n?|\n/)
  const find = (label: string) =>
    lines.flatMap((line, index) => (new RegExp(`^(?:\\*\\*)?${label}:`).test(line) ? [index] : []))
  const [decision, ...others] = find('DECISION')
  const [reason, ...more] = find('REASON')
  if (others.length > 0 || more.length > 0)
    return failed(
      'duplicate_decision',
      '"DECISION:" and "REASON:" are there once each.',
      (others[0] ?? more[0] ?? 0) + 1,
    )
  if (decision === undefined) return failed('missing_decision', 'There is no "DECISION: …".', 1)
  const isBelow = reason !== undefined && reason > decision
  const decided = textOf(lines.slice(decision, isBelow ? reason : lines.length))
  if (decided === '') return failed('missing_decision', 'There is nothing behind "DECISION:".', decision + 1)
  const why = isBelow ? textOf(lines.slice(reason)) : ''
  if (why === '') return failed('missing_reason', 'There is no "REASON: …" below the decision.', decision + 1)
  return { value: { decision: decided, reason: why } }
}

function textOf(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:\*\*)?(?:DECISION|REASON):(?:\*\*)?/, '')
    .trim()
}

function failed(code: DecisionCode, text: string, line: number): Parsed<Decision, DecisionCode> {
  return { problems: [{ code, text, line }] }
}
