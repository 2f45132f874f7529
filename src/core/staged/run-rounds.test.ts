import { expect, it } from 'vitest'
import { plainStart, plainWork, playStory } from '../../../test/support/staged-story.ts'
import type { RunEvent } from './machine/facts.ts'
import { type RunRound, runRounds } from './run-rounds.ts'
import { renderSession } from './session-file/session-render.ts'
import { startSession } from './session-file/start-session.ts'

const approval = playStory([plainStart]).events.find((event) => event.type === 'reviewed' && event.pass === 'exec')!
const begun = startSession(
  { entry: 'execute-from-plan', title: 'T', description: '', plan: '1. x' },
  { head: null, dirty: new Map() },
  { session_origin: 'o', orchestrator_backend: 'o', executor_backend: 'e', reviewer_backend: 'r' },
)
const telling = (...history: readonly string[]): RunEvent => {
  const text = renderSession({ ...begun, reviewHistory: history.join('\n') })
  return { at: '', type: 'imported', text, point: plainWork.point }
}
const shown = ({ phase, pass, round, verdict, reviewer }: RunRound) =>
  [phase, pass, round, verdict, reviewer].map(String).join(' ')

it.each<[string, readonly RunEvent[], readonly string[]]>([
  ['of ours', [approval], ['execution exec 1 APPROVE played']],
  [
    'as another tool or a person has them by now',
    [approval, telling('### Execution Round 1', '- Reviewer backend: claude-cli', '- Verdict: REQUEST_CHANGES')],
    ['execution exec 1 REQUEST_CHANGES claude-cli'],
  ],
  [
    'of another tool, and ours since',
    [telling('### Planning Round 2', '- Verdict: APPROVE'), approval],
    ['planning plan 2 APPROVE unknown', 'execution exec 1 APPROVE played'],
  ],
  [
    'that another tool tells in its own way',
    [telling('### Quality Polish', '- Verdict: APPROVE', '', '### Quality Polish (tests)', '- Verdict: APPROVE')],
    ['polish null 1 APPROVE unknown', 'polish tests 2 APPROVE unknown'],
  ],
  ['that came to nothing', [telling('### Execution Round 1', '- Failure: JSON parsing - x')], []],
])('tells the rounds %s', (_, events, rounds) => {
  expect(runRounds(events).map(shown)).toEqual(rounds)
})
