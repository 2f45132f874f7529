import { expect, it } from 'vitest'
import { plainPolicy, plainStart, playStory } from '../../../../test/support/staged-story.ts'
import { readHistory } from '../session-file/session-history.ts'
import { readTiming } from '../session-file/timing-log.ts'
import type { Fact, RunEvent, RunFact } from './facts.ts'
import { sessionOf } from './to-session.ts'

const document = (events: readonly RunEvent[]) => sessionOf(events)!
const start = (policy: Partial<typeof plainPolicy> = {}): Fact<'run-started'> => ({
  ...plainStart,
  policy: { ...plainPolicy, ...policy },
})
const reviewOnly: RunFact = {
  ...plainStart,
  begin: { entry: 'review-only', description: '', target: 'HEAD', files: [] },
}
const userPlan = { entry: 'execute-from-plan', title: 'T', description: '', plan: '1. x' } as const

it('tells a run from its plan to its delivery', () => {
  const { events } = playStory([start()], { 'review plan': ['refused no tests'] })
  const { currentPhase, approvedPlan, reviewHistory, timingLog, filesChanged, supplements, metadata } = document(events)
  expect(currentPhase).toBe('execution')
  expect(approvedPlan).toEqual({ source: 'reviewer-approved', text: '## Solution Plan: x' })
  expect(supplements).toEqual([])
  expect(filesChanged).toBe('- `a.ts`')
  expect(metadata.values).toMatchObject({
    entry_point: 'review-loop',
    plan_source: 'reviewer-approved',
    completed_stages: ['exec', 'polish', 'docs', 'security'],
    delivery_blocked_by: null,
    reviewer_backend: 'played',
  })
  expect(readHistory(reviewHistory).map(({ heading, verdict }) => [heading, verdict])).toEqual([
    ['Planning Round 1', 'REQUEST_CHANGES'],
    ['Planning Round 2', 'APPROVE'],
    ['Execution Round 1', 'APPROVE'],
    ['Quality Polish Round 1', 'APPROVE'],
    ['Quality Polish Round 2', 'APPROVE'],
    ['Quality Polish Round 3', null],
    ['Quality Polish Round 4', 'APPROVE'],
    ['Documentation Round 1', null],
    ['Security Preflight Round 1', null],
  ])
  expect(readTiming(timingLog).slice(0, 2)).toEqual([
    { phase: 'Planning', round: '1', role: 'planner', duration: '1s' },
    { phase: 'Planning', round: '1', role: 'reviewer', duration: '1s' },
  ])
})

it.each([
  ['after the plan', start({ validates: true })],
  ['where nothing was planned', { ...start({ validates: true }), begin: userPlan }],
])('tells what the commands said before and after the work, %s', (_, begin) => {
  const { events } = playStory([begin], { baseline: ['broken'], 'check tests': ['broken'] })
  const { reviewHistory } = document(events)
  expect(reviewHistory).toContain('- Note: Before the execution: npm test does not pass')
  expect(readHistory(reviewHistory).find(({ heading }) => heading === 'Quality Polish Round 4')?.notes).toEqual([
    'npm test does not pass',
  ])
})

it('says that nobody wrote in the first round of a review', () => {
  const { reviewHistory } = document(playStory([reviewOnly]).events)
  expect(reviewHistory).toContain('- Executor backend: skipped (review-only first round)')
})

it('names how a reviewer failed', () => {
  const { events } = playStory([reviewOnly], { 'review exec': ['failed'] })
  expect(readHistory(document(events).reviewHistory)[0]).toMatchObject({
    failure: { kind: 'JSON parsing', reason: 'x' },
    verdict: null,
    notes: ['Ended (failed): The reviewer gave no answer that counts (JSON parsing): x'],
  })
})

it('keeps a draft, and what is wrong with an answer, until a plan is approved', () => {
  const { events } = playStory([start()], { 'write plan': ['rejected', 'outside'] })
  const { supplements, approvedPlan, reviewHistory } = document(events)
  expect(approvedPlan).toBeNull()
  expect(supplements).toEqual([{ title: 'Draft Plan', text: '## Solution Plan: x', after: 'Approved Plan' }])
  expect(reviewHistory).toBe('')
})

it('names the stage that blocks the delivery, until somebody answers', () => {
  const words = { 'review quality': ['refused', 'refused', 'refused'] }
  const blocked = playStory([start()], words)
  expect(document(blocked.events).metadata.values.delivery_blocked_by).toBe('polish')
  const resumed = playStory([...blocked.events, { type: 'resumed', policy: plainPolicy }], { 'wait blocked': ['stop'] })
  expect(resumed.steps).toEqual(['ask blocked', 'end aborted'])
  expect(document(resumed.events).metadata.values.delivery_blocked_by).toBeNull()
})

it('says where a secret is, in the history and in the reason', () => {
  const { events, state } = playStory([start({ handsfree: true, skipPolish: true })], { preflight: ['secret'] })
  expect(state).toMatchObject({
    outcome: 'blocked',
    block: 'security',
    reason: 'Files hold secrets: a.ts:3 Token (secret/x, F-1)',
  })
  const last = readHistory(document(events).reviewHistory).at(-1)
  expect(last).toMatchObject({ heading: 'Security Preflight Round 1', outcome: 'delivery is blocked' })
  expect(last?.issues).toEqual([{ severity: 'CRITICAL', text: 'Token (secret/x, F-1)', file: 'a.ts', line: 3 }])
})

it('clears the stages when edits of somebody else are accepted', () => {
  const { events } = playStory([start({ skipPolish: true })], { 'write docs': ['edited'], 'wait drift': ['accept'] })
  const index = events.findIndex(({ type }) => type === 'drift-accepted')
  expect(document(events.slice(0, index)).metadata.values.completed_stages).toEqual(['exec', 'polish'])
  expect(document(events.slice(0, index + 1)).metadata.values.completed_stages).toEqual([])
})
