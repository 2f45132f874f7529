import { describe, expect, it } from 'vitest'
import { acceptTree, clearStages, verifyTree, withMetadata } from './session-changes.ts'
import { baselineOf, completedStagesOf, deliveryBlockOf, planSourceOf } from './session-defaults.ts'
import { supplementText, withSupplement } from './session-document.ts'
import { parseSession } from './session-parse.ts'
import { approvePlan, planText } from './session-plan.ts'
import { renderSession } from './session-render.ts'
import { type SessionStart, startSession } from './start-session.ts'

const id = 'ab'.repeat(20)
const tree = { head: id, dirty: new Map([['a.ts', id]]) }
const backends = {
  session_origin: 'review-loop',
  orchestrator_backend: 'review-loop',
  executor_backend: 'codex',
  reviewer_backend: 'claude-cli',
}
const planning: SessionStart = { entry: 'review-loop', title: 'T', problem: 'P', context: 'C', criteria: '- A' }
const fromPlan: SessionStart = { entry: 'execute-from-plan', title: 'T', description: '', plan: '## Context\nDo it.' }
const reviewOnly: SessionStart = {
  entry: 'review-only',
  description: '',
  target: '- `a.ts`',
}
const session = startSession(planning, tree, backends)

describe('startSession', () => {
  it.each<[SessionStart, object]>([
    [planning, { currentPhase: 'planning', approvedPlan: null, problemDescription: 'P', acceptanceCriteria: '- A' }],
    [
      fromPlan,
      {
        currentPhase: 'execution',
        approvedPlan: { source: 'user-supplied', text: '## Context\nDo it.' },
        problemDescription: 'T',
        context: expect.stringContaining('supplied by the user'),
        metadata: { values: { plan_source: 'user-supplied' } },
      },
    ],
    [
      reviewOnly,
      {
        currentPhase: 'execution',
        approvedPlan: { source: 'review-only' },
        filesChanged: '- `a.ts`',
        supplements: [{ title: 'Review Target', text: '- `a.ts`', after: 'Approved Plan' }],
      },
    ],
  ])('makes a file that can be read again: %j', (start, expected) => {
    const document = startSession(start, tree, backends)
    expect(document).toMatchObject({ metadata: { values: { entry_point: start.entry, base_dirty: tree.dirty } } })
    expect(document).toMatchObject(expected)
    expect(parseSession(renderSession(document))).toEqual({ value: document })
  })

  it('has no source of a plan before there is one', () => {
    expect(session.metadata.values).not.toHaveProperty('plan_source')
  })
})

describe('what an old file does not say', () => {
  const old = { ...session, metadata: { values: {}, foreign: [] } }

  it('has a meaning', () => {
    expect([planSourceOf(old), completedStagesOf(old.metadata), deliveryBlockOf(old.metadata)]).toEqual([
      'reviewer-approved',
      [],
      null,
    ])
  })

  it('is the source of its plan where the plan itself tells', () => {
    expect(planSourceOf({ ...old, approvedPlan: { source: 'user-supplied', text: 'x' } })).toBe('user-supplied')
  })

  it('is asked for where it is a part of the baseline', () => {
    expect(baselineOf(old.metadata)).toEqual({
      missing: ['base_head', 'base_dirty', 'last_verified_head', 'last_verified_dirty', 'session_commits'],
    })
    const partly = withMetadata(session, { last_verified_dirty: null, base_head: null })
    expect(baselineOf(partly.metadata)).toEqual({ missing: ['last_verified_dirty'] })
  })
})

describe('a session', () => {
  it('tells its baseline', () => {
    expect(baselineOf(session.metadata)).toEqual({ value: { base: tree, lastVerified: tree, sessionCommits: [] } })
  })

  const later = { head: 'cd'.repeat(20), dirty: new Map<string, string>() }
  const done = withMetadata(session, { completed_stages: ['exec', 'polish'], session_commits: [id] })

  it('remembers the tree of a batch that ended well', () => {
    expect(verifyTree(done, later).metadata.values).toMatchObject({
      base_head: id,
      last_verified_head: later.head,
      completed_stages: ['exec', 'polish'],
    })
  })

  it('begins anew from a tree that was accepted', () => {
    expect(acceptTree(done, later).metadata.values).toMatchObject({
      base_head: later.head,
      base_dirty: later.dirty,
      last_verified_head: later.head,
      last_verified_dirty: later.dirty,
      session_commits: [id],
      completed_stages: [],
    })
  })

  it('keeps what only another tool understands', () => {
    const foreign = { ...session, metadata: { ...session.metadata, foreign: ['- completed_at: x'] } }
    expect(clearStages(foreign).metadata.foreign).toEqual(['- completed_at: x'])
  })

  it('has its draft until a reviewer approves it', () => {
    const drafted = withSupplement(withSupplement(session, 'Draft Plan', 'one'), 'Draft Plan', 'two')
    expect(supplementText(drafted, 'Draft Plan')).toBe('two')
    const approved = approvePlan(drafted, 'two')
    expect(approved.supplements).toEqual([])
    expect(planText(approved)).toBe('two')
    expect(approved.metadata.values.plan_source).toBe('reviewer-approved')
  })
})
