import { expect, it } from 'vitest'
import { plainPolicy, plainStart, playStory } from '../../../../test/support/staged-story.ts'
import type { DeliveryBlock } from '../delivery-block.ts'
import { renderSession } from '../session-file/session-render.ts'
import { startSession } from '../session-file/start-session.ts'
import type { RunFact } from './facts.ts'
import { foldRun } from './fold.ts'

const begun = startSession(
  { entry: 'execute-from-plan', title: 'T', description: '', plan: '1. x' },
  { head: null, dirty: new Map() },
  { session_origin: 'o', orchestrator_backend: 'o', executor_backend: 'e', reviewer_backend: 'r' },
)
const withHistory = (reviewHistory: string, completed: readonly 'exec'[] = [], block: DeliveryBlock | null = null) =>
  renderSession({
    ...begun,
    reviewHistory,
    metadata: {
      ...begun.metadata,
      values: { ...begun.metadata.values, completed_stages: completed, delivery_blocked_by: block },
    },
  })
const refused = '### Execution Round 2\n- Verdict: REQUEST_CHANGES\n- Issues:\n  - [CRITICAL] Wrong sign'
const policy = { ...plainPolicy, stopAfter: 'before-polish' } as const
const from = (text: string): RunFact[] => [
  { ...plainStart, begin: null, policy },
  { type: 'imported', text, point: plainStart.point },
]

it.each([
  [
    'begins with the executor where nobody has worked',
    withHistory(''),
    ['enter exec', 'write exec', 'review exec', 'mint exec'],
  ],
  ['repairs first what was refused', withHistory(refused), ['enter exec', 'write exec', 'review exec', 'mint exec']],
  [
    'looks first at what was approved and not minted',
    withHistory('### Round 1\n- Verdict: APPROVE'),
    ['enter exec', 'review exec', 'mint exec'],
  ],
  ['does not repeat a stage that is complete', withHistory('', ['exec']), []],
])('a session of another tool %s', (_, text, steps) => {
  expect(playStory(from(text)).steps).toEqual([...steps, 'stop', 'end stopped'])
})

it('asks about a session that says why it was not delivered', () => {
  expect(playStory(from(withHistory('', [], 'security'))).steps).toEqual(['ask blocked'])
})

it('goes on counting rounds, and gives the executor what is left', () => {
  const { events } = playStory(from(withHistory(refused)))
  expect(events.find(({ type }) => type === 'written')).toMatchObject({ round: 3 })
})

it.each(['drift', 'baseline'] as const)('keeps what is left when the tree is accepted: %s', (kind) => {
  const { point, tree } = plainStart
  const found: RunFact = { type: 'drift-found', kind, reasons: [], point, tree }
  const { events, steps } = playStory([...from(withHistory(refused)), found], { 'wait drift': ['accept'] })
  expect(steps.slice(0, 4)).toEqual(['ask drift', 'accept-drift', 'enter exec', 'write exec'])
  const entered = events.findIndex(({ type }) => type === 'entered')
  expect(foldRun(events.slice(0, entered + 1)).pass?.review?.issues).toMatchObject([{ text: 'Wrong sign' }])
})

it('refuses a text that nobody parsed before', () => {
  expect(() => playStory(from('no session'))).toThrow('not one')
})
