import { expect, it } from 'vitest'
import { plainPolicy, plainStart, plainWork, playStory } from '../../../../test/support/staged-story.ts'
import { toRunResult } from '../run-result.ts'
import { readHistory } from '../session-file/session-history.ts'
import { readTiming } from '../session-file/timing-log.ts'
import { stages } from '../stages.ts'
import { decideRun } from './decide.ts'
import type { Fact, RunEvent, RunFact } from './facts.ts'
import { foldRun } from './fold.ts'
import { sessionOf } from './to-session.ts'

const document = (events: readonly RunEvent[]) => sessionOf(events)!
const start = (policy: Partial<typeof plainPolicy> = {}): Fact<'run-started'> => ({
  ...plainStart,
  policy: { ...plainPolicy, ...policy },
})
const reviewOnly: RunFact = {
  ...plainStart,
  begin: { entry: 'review-only', description: '', target: 'HEAD' },
}
const userPlan = { entry: 'execute-from-plan', title: 'T', description: '', plan: '1. x' } as const

it('has no session file before the files are read, and the same one however often that was cut off', () => {
  const cutOff: readonly RunFact[] = [
    { type: 'interrupted', why: 'it was cancelled' },
    { type: 'resumed', policy: plainPolicy },
  ]
  const timed = (facts: readonly RunFact[]) => facts.map((fact): RunEvent => ({ at: '', ...fact }))
  const unread = timed([reviewOnly, ...cutOff, ...cutOff])
  expect(sessionOf(unread)).toBeNull()
  expect(decideRun(foldRun(unread))).toEqual({ step: 'read-work' })
  const read: Fact<'work-read'> = { ...plainWork, tree: { head: 'a'.repeat(40), dirty: { 'a.ts': 'e5' } } }
  const again = [...unread, ...timed([read])]
  expect(document(again)).toEqual(document(timed([reviewOnly, read])))
  expect(document(again).filesChanged).toBe('- `a.ts`')
  expect(decideRun(foldRun(again))).toEqual({ step: 'enter', pass: 'exec' })
})

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
    completed_stages: stages,
    delivery_blocked_by: null,
    reviewer_backend: 'played',
  })
  const rounds = readHistory(reviewHistory).map(({ heading, verdict }) => [heading, verdict])
  expect(rounds.at(-1)).toEqual(['Security Preflight Round 1', null])
  expect(rounds.slice(0, 6)).toEqual([
    ['Planning Round 1', 'REQUEST_CHANGES'],
    ['Planning Round 2', 'APPROVE'],
    ['Execution Round 1', 'APPROVE'],
    ['Quality Polish Round 1 (language)', 'APPROVE'],
    ['Quality Polish Round 2 (quality)', 'APPROVE'],
    ['Quality Polish Round 3 (simplify)', null],
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
  const tests = readHistory(reviewHistory).find(({ heading }) => heading === 'Quality Polish Round 4 (tests)')
  expect(tests?.notes).toEqual(['npm test does not pass'])
})

it('knows what commands left behind, until an executor works on it', () => {
  const { events } = playStory([start({ validates: true, stopAfter: 'before-polish' })])
  const told = events.map((event) =>
    event.type === 'baseline-validated' ? { ...event, wrote: ['a.ts', 'out/'] } : event,
  )
  const written = told.findIndex((event) => event.type === 'written' && event.pass === 'exec')
  expect(foldRun(told.slice(0, written)).outputs).toEqual(['a.ts', 'out/'])
  expect(foldRun(told).outputs).toEqual(['out/'])
  expect(toRunResult(told).validationOutputs).toEqual(['out/'])
  expect(document(told).reviewHistory).toContain(
    '- Note: Written by validation commands, and not delivered: a.ts, out/\n',
  )
})

it('says that nobody wrote in the first round of a review', () => {
  const { reviewHistory } = document(playStory([reviewOnly]).events)
  expect(reviewHistory).toContain('- Executor backend: skipped (review-only first round)')
})

it('names how a reviewer failed, each time, and goes on with the round when it is resumed', () => {
  const begin = { ...reviewOnly, policy: { ...plainPolicy, reviewerRetries: 1, stopAfter: 'before-polish' } } as const
  const { events } = playStory([begin], { 'review exec': ['failed', 'failed'] })
  const failure = { kind: 'JSON parsing', reason: 'x' }
  const notes = ['Ended (failed): The reviewer gave no answer that counts (JSON parsing): x']
  const failed = { heading: 'Execution Round 1', failures: [failure, failure], verdict: null, notes }
  expect(readHistory(document(events).reviewHistory)).toMatchObject([failed])
  const resumed = playStory([...events, { type: 'resumed', policy: begin.policy }])
  expect(readHistory(document(resumed.events).reviewHistory)).toMatchObject([
    { ...failed, verdict: 'APPROVE', notes: [...notes, 'Resumed: the reviewer is asked again.'] },
  ])
})

it('tells how long the gate took, and what it advises', () => {
  const { events } = playStory([start({ gate: true, stopAfter: 'before-polish' })])
  const issues = [{ severity: 'MINOR', text: 'Terse', file: 'a.ts', line: 1 }] as const
  const advised = events.map((event) => (event.type === 'gate-passed' ? { ...event, issues } : event))
  const { reviewHistory, timingLog } = document(advised)
  const gate = readHistory(reviewHistory).find(({ heading }) => heading === 'Adversarial Gate Round 1')
  expect(gate).toMatchObject({ verdict: 'APPROVE', issues, outcome: 'fine' })
  expect(readTiming(timingLog)).toContainEqual({
    phase: 'Adversarial Gate',
    round: '1',
    role: 'reviewer',
    duration: '1s',
  })
})

it('tells a question while it is open, and what was answered to it', () => {
  const { events } = playStory([start({ planOnly: true })], { 'write plan': ['outside'] })
  const asked = 'Question: only you know this: which? (words or stop)'
  expect(readHistory(document(events).reviewHistory)).toMatchObject([{ heading: 'Planning Round 1', notes: [asked] }])
  const answer: RunFact = { type: 'answered', answer: { choice: 'text', text: 'this' }, by: 'Ada' }
  const { events: after } = playStory([...events, answer])
  expect(readHistory(document(after).reviewHistory)).toMatchObject([
    { heading: 'Planning Round 1', notes: [asked, 'Answer of Ada: this'] },
    { heading: 'Planning Round 2', verdict: 'APPROVE' },
  ])
})

it('says which files hold work of others as well, so that nothing was committed', () => {
  const { events } = playStory([start({ skipPolish: true })])
  const told = events.map((event) => (event.type === 'delivered' ? { ...event, mixed: ['a.ts'] } : event))
  expect(document(told).reviewHistory).toMatch(/- Note: Not committed: in a\.ts is /)
})

it('tells what was undone when a step was cut off, and how to have it again', () => {
  const { events } = playStory([start({ skipPolish: true })])
  const undone: RunEvent = { at: '', type: 'undone', files: ['a.ts', 'b.ts'], kept: ['refs/x-1'] }
  const { reviewHistory } = document([...events.slice(0, -1), undone])
  expect(reviewHistory).toContain('- Note: What was half done is undone (a.ts, b.ts), and kept under refs/x-1.')
  expect(reviewHistory).toContain('git restore --source=refs/x-1 -- FILE')
  expect(toRunResult([...events, undone]).undone).toEqual([{ files: ['a.ts', 'b.ts'], kept: ['refs/x-1'] }])
})

it('keeps a draft, and what is wrong with an answer, until a plan is approved', () => {
  const { events } = playStory([start()], { 'write plan': ['rejected', 'outside'] })
  const { supplements, approvedPlan, reviewHistory } = document(events)
  expect(approvedPlan).toBeNull()
  expect(supplements).toEqual([{ title: 'Draft Plan', text: '## Solution Plan: x', after: 'Approved Plan' }])
  expect(readHistory(reviewHistory)).toMatchObject([
    { heading: 'Planning Round 1', notes: ['Answer 1 was rejected: no', expect.stringMatching(/^Question: /)] },
  ])
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
