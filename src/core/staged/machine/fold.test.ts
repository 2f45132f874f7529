import { describe, expect, it } from 'vitest'
import { postReviewed } from '../../../../test/support/post-review.ts'
import { runEvents, runStories } from '../../../../test/support/session-runs.ts'
import { plainStart, playStory } from '../../../../test/support/staged-story.ts'
import type { PostReview } from '../../loop/post-review.ts'
import type { DeliveryBlock } from '../delivery-block.ts'
import { toRunResult } from '../run-result.ts'
import { summariseRun } from '../run-summary.ts'
import { renderSession } from '../session-file/session-render.ts'
import { stages } from '../stages.ts'
import type { RunEvent, RunFact } from './facts.ts'
import { foldRun } from './fold.ts'
import type { RunAnswer } from './questions.ts'
import { isOver } from './state.ts'
import { sessionOf } from './to-session.ts'

const at = '2026-03-02T10:00:00.000Z'
const id = '3f2a91c4-0000-4000-8000-000000000000'
const delivered = runEvents(id, runStories.delivered)
const begun: RunFact = { type: 'post-review-started', loop: '7d2a91c4-0000-4000-8000-000000000000' }
const andThen = (...facts: readonly RunFact[]): readonly RunEvent[] => [
  ...delivered,
  ...[begun, ...facts].map((fact) => ({ at, ...fact })),
]
const nothing = { findings: [], files: [], commits: [] }
const all = stages

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
  it.each<[string, Partial<PostReview>, string, readonly string[]]>([
    ['approves', nothing, 'delivered', all],
    ['is skipped', { ...nothing, outcome: 'skipped' }, 'delivered', all],
    ['approves with fixes', {}, 'delivered', []],
    ['blocks', { ...nothing, outcome: 'blocked' }, 'blocked', all],
    ['asks', { ...nothing, outcome: 'escalated' }, 'blocked', all],
    ['is silent after a fix', { outcome: 'inconclusive', commits: [] }, 'failed', []],
  ])('has the last word when it %s', (_, values, outcome, completedStages) => {
    const events = andThen(postReviewed(values))
    expect(toRunResult(events)).toMatchObject({ outcome, completedStages, postReview: { reviews: 2 } })
    expect(sessionOf(events)?.metadata.values.completed_stages).toEqual(completedStages)
    expect(summariseRun(events, false)).toMatchObject({ status: 'finished', outcome })
    const state = foldRun([...events, { at, type: 'resumed', policy: foldRun(events).policy! }])
    expect([state.outcome, isOver(state)]).toEqual([outcome, true])
  })

  it('is in the session file, with its commit and the files that changed', () => {
    const document = sessionOf(andThen(postReviewed()))!
    expect(document.reviewHistory).toContain(
      '- Note: Review after the run (approved): The gate passed. Its fixes changed src/a.ts: no stage is complete for that.',
    )
    expect(document.metadata.values).toMatchObject({
      session_commits: ['9'.repeat(40)],
      last_verified_head: 'f'.repeat(40),
      delivery_blocked_by: null,
    })
    expect(renderSession(document)).toContain('- completed_stages: []')
  })

  it('is interrupted until it came to something', () => {
    expect(isOver(foldRun(andThen()))).toBe(true)
    expect(toRunResult(andThen())).toMatchObject({ outcome: 'interrupted', postReview: null })
    expect(summariseRun(andThen(), false)).toMatchObject({ status: 'stopped' })
  })

  it('is delivered once a person has answered its loop', () => {
    const events = andThen(postReviewed({ outcome: 'escalated' }), postReviewed({ outcome: 'accepted' }))
    expect(toRunResult(events)).toMatchObject({ outcome: 'delivered', postReview: { outcome: 'accepted' } })
  })

  it('counts what it cost and changed', () => {
    const cost = (events: readonly RunEvent[]) => toRunResult(events).usage.costUsd ?? 0
    expect(cost(andThen(postReviewed(), postReviewed())) - cost(delivered)).toBe(0.5)
    expect(toRunResult(andThen(postReviewed())).files).toContain('src/a.ts')
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
