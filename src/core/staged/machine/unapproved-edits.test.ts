import { expect, it } from 'vitest'
import type { SessionDocument } from '../session-file/session-document.ts'
import { startSession } from '../session-file/start-session.ts'
import { supportedDocument } from './supported-claims.ts'
import { unapprovedEdits } from './unapproved-edits.ts'

const begun = startSession(
  { entry: 'review-loop', title: 'T', problem: 'p', context: '', criteria: '- c' },
  { head: null, dirty: new Map() },
  { session_origin: 'o', orchestrator_backend: 'o', executor_backend: 'e', reviewer_backend: 'r' },
)
const planned = '### Planning Round 1\n- Verdict: APPROVE'
const executed = `${planned}\n\n### Execution Round 1\n- Verdict: APPROVE`
const planOf = (text: string): Pick<SessionDocument, 'approvedPlan'> => ({
  approvedPlan: { source: 'reviewer-approved', text },
})
const approved: SessionDocument = {
  ...begun,
  ...planOf('1. x'),
  currentPhase: 'execution',
  reviewHistory: executed,
  metadata: { ...begun.metadata, values: { ...begun.metadata.values, completed_stages: ['exec'] } },
}
const open: SessionDocument = { ...approved, reviewHistory: planned, metadata: begun.metadata }

it.each<[string, SessionDocument, Partial<SessionDocument>, readonly string[]]>([
  ['nothing', approved, { context: 'more' }, []],
  ['the plan', approved, planOf('1. x\n2. y'), ['plan', 'execution']],
  [
    'the plan, and says who supplied it',
    approved,
    { approvedPlan: { source: 'user-supplied', text: '1. y' } },
    ['execution'],
  ],
  ['the criteria', approved, { acceptanceCriteria: '- c\n- d' }, ['execution']],
  ['the problem', approved, { problemDescription: 'another' }, ['execution']],
  ['the plan before it was carried out', open, planOf('1. y'), ['plan']],
  ['the criteria before anything was carried out', open, { acceptanceCriteria: '- d' }, []],
  ['a plan where there was none', { ...open, approvedPlan: null }, planOf('1. y'), []],
  [
    'the plan, and has it approved and carried out',
    approved,
    {
      ...planOf('1. y'),
      reviewHistory: `${executed}\n\n### Planning Round 2\n- Verdict: APPROVE\n\n### Execution Round 2\n- Verdict: APPROVE`,
    },
    [],
  ],
  [
    'the plan, and has it carried out without an approval of it',
    approved,
    { ...planOf('1. y'), reviewHistory: `${executed}\n\n### Execution Round 2\n- Verdict: APPROVE` },
    ['plan'],
  ],
])('who edits %s', (_, before, edit, unapproved) => {
  expect(unapprovedEdits(before, { ...before, ...edit }).unapproved).toEqual(unapproved)
})

it('neither calls an edited plan approved nor what was made of the other one complete', () => {
  const { approvedPlan, metadata } = supportedDocument({ ...approved, ...planOf('1. y') }, ['plan', 'execution'])
  expect(approvedPlan).toEqual({ source: 'user-supplied', text: '1. y' })
  expect(metadata.values).toMatchObject({ plan_source: 'user-supplied', completed_stages: [] })
})
