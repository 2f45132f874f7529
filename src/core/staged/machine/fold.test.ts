import { describe, expect, it } from 'vitest'
import { postReviewed } from '../../../../test/support/post-review.ts'
import { runEvents, runStories } from '../../../../test/support/session-runs.ts'
import { plainStart, playStory } from '../../../../test/support/staged-story.ts'
import type { PostReviewed } from '../../fix/post-review.ts'
import type { DeliveryBlock } from '../delivery-block.ts'
import { toRunResult } from '../run-result.ts'
import { runWork } from '../run-stats.ts'
import { summariseRun } from '../run-summary.ts'
import { renderSession } from '../session-file/session-render.ts'
import type { RunEvent, RunFact } from './facts.ts'
import { foldRun } from './fold.ts'
import type { RunAnswer } from './questions.ts'
import { isOver, needsPostReview } from './state.ts'
import { sessionOf } from './to-session.ts'

const at = '2026-03-02T10:00:00.000Z'
const id = '3f2a91c4-0000-4000-8000-000000000000'
const delivered = runEvents(id, runStories.delivered)
const begun: RunFact = { type: 'intended', step: 'post-review', point: { head: 'a', tree: 'b' } }
const andThen = (...facts: readonly RunFact[]): readonly RunEvent[] => [
  ...delivered,
  ...[begun, ...facts].map((fact) => ({ at, ...fact })),
]
const reviewed = (values: Partial<PostReviewed> = {}): RunFact => {
  return { type: 'post-reviewed', ...postReviewed(values), tree: { head: 'f'.repeat(40), dirty: {} } }
}
const nothing = { findings: [], fixes: [], commit: null, validations: [] }
const all = ['exec', 'polish', 'docs', 'security']

it.each<[RunAnswer['choice'], DeliveryBlock | null]>([
  ['text', null],
  ['stop', 'user-abort'],
])('interrupted while a question waits, is not asked whether to go on when the answer is %s', (choice, block) => {
  const { events } = playStory([plainStart], { 'write plan': ['outside'] })
  const facts: readonly RunFact[] = [
    { type: 'interrupted', why: 'it was cancelled' },
    { type: 'answered', answer: { choice, text: 'this' }, by: 'Ada' },
  ]
  const after = [...events, ...facts.map((fact) => ({ at, ...fact }))]
  expect([foldRun(after).block, sessionOf(after)?.metadata.values.delivery_blocked_by]).toEqual([block, block])
})

describe('a review after the run', () => {
  it.each<[string, Partial<PostReviewed>, string, readonly string[]]>([
    ['approves', nothing, 'delivered', all],
    ['is skipped', { ...nothing, outcome: 'skipped' }, 'delivered', all],
    ['approves with fixes', {}, 'delivered', []],
    ['blocks', { ...nothing, outcome: 'blocked' }, 'blocked', all],
    ['is silent after a fix', { outcome: 'inconclusive', commit: null }, 'failed', []],
  ])('has the last word when it %s', (_, values, outcome, completedStages) => {
    const events = andThen(reviewed(values))
    expect(toRunResult(events)).toMatchObject({ outcome, completedStages, postReview: { reviews: 2 } })
    expect(sessionOf(events)?.metadata.values.completed_stages).toEqual(completedStages)
    expect(summariseRun(events, false)).toMatchObject({ status: 'finished', outcome })
    const state = foldRun([...events, { at, type: 'resumed', policy: foldRun(events).policy! }])
    expect([state.outcome, isOver(state), needsPostReview(state, true)]).toEqual([outcome, true, false])
  })

  it('is in the session file, with its commit and the files that changed', () => {
    const document = sessionOf(andThen(reviewed()))!
    expect(document.reviewHistory).toContain(
      '- Note: Review after the run (approved): The review approves. Its fixes changed src/a.ts: no stage is complete for that.',
    )
    expect(document.metadata.values).toMatchObject({
      session_commits: [postReviewed().commit],
      last_verified_head: 'f'.repeat(40),
      delivery_blocked_by: null,
    })
    expect(renderSession(document)).toContain('- completed_stages: []')
  })

  it('is gone on with where it was cut off', () => {
    const state = foldRun(andThen())
    expect([isOver(state), needsPostReview(state, false)]).toEqual([true, true])
    expect(toRunResult(andThen())).toMatchObject({ outcome: 'interrupted', postReview: null })
    expect(summariseRun(andThen(), false)).toMatchObject({ status: 'stopped' })
  })

  it('is begun only after a delivery, and only when asked for', () => {
    expect(needsPostReview(foldRun(delivered), true)).toBe(true)
    expect(needsPostReview(foldRun(delivered), false)).toBe(false)
    expect(needsPostReview(foldRun(runEvents(id, runStories.failed)), true)).toBe(false)
  })

  it('counts: what it cost, changed and mended', () => {
    const [before, counted] = [runWork(delivered)!, runWork(andThen(reviewed()))!]
    expect(counted.fixed - before.fixed).toBe(1)
    expect((counted.usage.costUsd ?? 0) - (before.usage.costUsd ?? 0)).toBe(0.5)
    expect(counted.agents.some(({ fixes, fixed }) => fixes === 1 && fixed === 1)).toBe(true)
    expect(toRunResult(andThen(reviewed())).files).toContain('src/a.ts')
  })
})

describe('a drift', () => {
  const left = { head: 'a', tree: 'b' }
  const found = { head: 'a', tree: 'c' }
  const begunAt = delivered
    .slice(0, 2)
    .map((event): RunEvent => (event.type === 'work-read' ? { ...event, point: left } : event))
  const driftAt = (point: typeof left): RunEvent => {
    return { at, type: 'drift-found', kind: 'drift', reasons: [], point, tree: { head: 'a', dirty: {} } }
  }
  const { policy } = foldRun(delivered)
  const again: readonly RunFact[] = [
    { type: 'ended', outcome: 'blocked', reason: 'drift', blockedBy: null, tree: null },
    { type: 'resumed', policy: policy! },
  ]
  const driftThen = (point: typeof left, facts: readonly RunFact[]) =>
    foldRun([...begunAt, driftAt(point), ...facts.map((fact) => ({ at, ...fact }))] as readonly RunEvent[])

  it('of the run itself is looked for again when it is resumed', () => {
    expect(driftThen(found, again).drift).toBeNull()
  })

  it('from what another tool says is nowhere else, and stays until somebody decides about it', () => {
    expect(driftThen(left, again).drift).toMatchObject({ point: left })
  })

  it('that is withdrawn takes back what was asked and answered about it', () => {
    const asked = { kind: 'drift', pass: null, round: 0, about: [], allowed: ['accept', 'stop'], text: 'x' } as const
    const facts: readonly RunFact[] = [
      { type: 'asked', question: asked, tree: null },
      { type: 'answered', answer: { choice: 'accept', text: '' }, by: 'Ada' },
    ]
    const gone: RunFact = { type: 'drift-withdrawn', isAsLeft: true }
    expect(driftThen(found, facts).driftAcceptedBy).toBe('Ada')
    expect(driftThen(found, [...facts, gone])).toMatchObject({ drift: null, driftAcceptedBy: null, question: null })
    expect(driftThen(found, [...facts.slice(0, 1), gone])).toMatchObject({ drift: null, question: null })
  })
})
