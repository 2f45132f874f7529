import pc from 'picocolors'
import type { RunAction } from '../../core/staged/machine/actions.ts'
import type { RunEvent } from '../../core/staged/machine/facts.ts'
import type { LoopEvent } from '../../types.ts'
import { createLiveClock } from '../live-clock.ts'
import type { LoopProgressOptions } from '../loop/loop-progress.ts'
import { createProgress } from '../review/progress.ts'
import { visibleLine } from '../visible.ts'
import { countEndedAgents } from './run-agents.ts'
import { issueText, runEventText, silentStep, stepText } from './run-words.ts'

export interface RunProgress {
  /** Of the agents inside. */
  readonly onEvent: (event: LoopEvent) => void
  /** Every line of the journal, as it is written. */
  readonly onRunEvent: (event: RunEvent) => void
  readonly onStep: (action: RunAction) => void
  readonly onNotice: (message: string) => void
  /** What is live on the terminal goes. */
  readonly stop: () => void
}

/** A line for each thing that happened, for each look what it found, and for each round how many agents ended with it. */
export function createRunProgress(options: LoopProgressOptions): RunProgress {
  if (options.quiet) return silent
  const { bold, dim } = pc.createColors(options.color)
  const inner = createProgress(options)
  const clock = createLiveClock(options, dim)
  const endedAgents = countEndedAgents()
  return {
    onEvent: (event) => {
      clock.stop()
      inner.onEvent(event)
    },
    onRunEvent: (event) => {
      // What was begun goes on; whatever else is written down is the end of a step.
      if (event.type !== 'intended') clock.stop()
      const text = unsaid.has(event.type) ? '' : runEventText(event)
      say(text !== '' && answers.has(event.type) ? `  ${text}` : text)
      if ('issues' in event) for (const issue of event.issues) say(`    ${issueText(issue)}`)
      const ended = endedAgents(event)
      if (ended !== '') say(dim(`  ${ended}`))
    },
    onStep: (action) => {
      clock.stop()
      const text = stepText(action)
      if (text !== '') say(bold(text))
      clock.start(text === '' ? silentStep(action) : '')
    },
    onNotice: (message) => say(dim(`Notice: ${visibleLine(message)}`)),
    stop: () => {
      clock.stop()
      inner.stop()
    },
  }

  function say(line: string): void {
    if (line === '') return
    clock.clear()
    inner.stop()
    options.write(`${line}\n`)
  }
}

/** What came of the step that was announced. */
const answers: ReadonlySet<RunEvent['type']> = new Set([
  'written',
  'writer-rejected',
  'reviewed',
  'reviewer-failed',
  'gate-passed',
  'gate-blocked',
  'decided',
  'undecided',
])

/** What others say: a question is asked, an end is the result. */
export const unsaid: ReadonlySet<RunEvent['type']> = new Set(['asked', 'stopped', 'delivered', 'ended'])

const silent: RunProgress = {
  onEvent: () => {},
  onRunEvent: () => {},
  onStep: () => {},
  onNotice: () => {},
  stop: () => {},
}
