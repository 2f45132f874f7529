import type { PassName } from '../stage-table.ts'

// What a run asks when it may not go on by itself.

export type QuestionKind =
  /** Of a planner, executor or reviewer: what only a person knows, and what somebody has to choose. */
  | 'outside'
  | 'decision'
  /** The rounds that nobody has to be asked for are used up. */
  | 'soft-limit'
  /** The same issue three rounds running. */
  | 'stuck'
  /** The gate refused files that an executor left as they are. */
  | 'gate'
  /** Nothing was done: the files are as they were when the run began. */
  | 'unchanged'
  /** Somebody else worked in the tree. */
  | 'drift'
  /** A session is resumed that says why it was not delivered. */
  | 'blocked'
  /** Patterns that the ignore file lacks. */
  | 'ignores'

export type AnswerChoice = 'text' | 'continue' | 'accept' | 'write' | 'leave' | 'stop'

export interface RunAnswer {
  readonly choice: AnswerChoice
  /** What was said, or why. */
  readonly text: string
}

/** A question without its words. */
export interface AskedQuestion {
  readonly kind: QuestionKind
  readonly pass: PassName | null
  readonly round: number
  /** The questions, issues, reasons or patterns it is about. */
  readonly about: readonly string[]
  readonly allowed: readonly AnswerChoice[]
}

export interface RunQuestion extends AskedQuestion {
  readonly text: string
}

/** In order of how far they go; the last one ends the run. */
export const allowedAnswers: Readonly<Record<QuestionKind, readonly AnswerChoice[]>> = {
  outside: ['text', 'stop'],
  decision: ['text', 'stop'],
  'soft-limit': ['continue', 'stop'],
  stuck: ['continue', 'stop'],
  gate: ['continue', 'stop'],
  unchanged: ['continue', 'stop'],
  drift: ['accept', 'stop'],
  blocked: ['continue', 'stop'],
  ignores: ['write', 'leave', 'stop'],
}
