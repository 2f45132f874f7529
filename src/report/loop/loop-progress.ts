import pc from 'picocolors'
import { emptyState, fold, foldEvent } from '../../core/loop/fold.ts'
import type { SessionEvent } from '../../core/loop/types.ts'
import type { LoopEvent } from '../../types.ts'
import { createProgress, type ProgressOptions } from '../review/progress.ts'
import { eventText } from '../sessions/session-event.ts'
import { visible, visibleLine } from '../visible.ts'

export interface LoopProgressOptions extends ProgressOptions {
  /** Says nothing at all. */
  readonly quiet: boolean
}

export interface LoopProgress {
  /** Of the reviews and fixes inside. */
  readonly onEvent: (event: LoopEvent) => void
  /** What is in the journal of a session that is gone on with. */
  readonly onResume: (events: readonly SessionEvent[]) => void
  /** Every line of the journal, as it is written. */
  readonly onSessionEvent: (event: SessionEvent) => void
  readonly onNotice: (message: string) => void
  /** How waiting for others goes. */
  readonly onLine: (text: string) => void
  /** What is live on the terminal goes. */
  readonly stop: () => void
}

/** Rounds go by: what stays is a line for each thing that happened; what is live belongs to the review or fix at work. */
export function createLoopProgress(options: LoopProgressOptions): LoopProgress {
  if (options.quiet) return silent
  const { bold } = pc.createColors(options.color)
  let inner = createProgress(options)
  let state = emptyState
  return {
    onEvent,
    onResume: (events) => {
      state = fold(events)
    },
    onSessionEvent,
    onNotice: (message) => say(`Notice: ${visibleLine(message)}`),
    onLine: (text) => say(visible(text)),
    stop: () => inner.stop(),
  }

  function onEvent(event: LoopEvent): void {
    if (event.type === 'review-start') begin(reviewHeader())
    if (event.type === 'fix-start') begin(`Fix of round ${event.round}`)
    // What a fix of a round came to is in the journal, and so is what holds the loop up: a review alone does not know that.
    if (event.type === 'fix-end') inner.stop()
    else if (event.type !== 'gate-decided') inner.onEvent(event)
  }

  function onSessionEvent(event: SessionEvent): void {
    state = foldEvent(state, event)
    if (!unsaid.has(event.type)) say(eventText(event, state))
  }

  /** Each review and each fix is a thing of its own on the terminal. */
  function begin(header: string): void {
    say(bold(`── ${header} ──`))
    inner = createProgress(options)
  }

  function say(line: string): void {
    inner.stop()
    options.write(`${line}\n`)
  }

  function reviewHeader(): string {
    const { rounds, allowedRounds } = state
    const round = `Round ${rounds.length + 1}`
    return rounds.length < allowedRounds ? `${round} of ${allowedRounds}` : round
  }
}

/** What others say: a question is asked, an end is the result. */
const unsaid: ReadonlySet<SessionEvent['type']> = new Set(['intended', 'thread-resolved', 'asked', 'ended'])

const silent: LoopProgress = {
  onEvent: () => {},
  onResume: () => {},
  onSessionEvent: () => {},
  onNotice: () => {},
  onLine: () => {},
  stop: () => {},
}
