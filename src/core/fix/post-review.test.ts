import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { postReviewed } from '../../../test/support/post-review.ts'
import type { FixResult, Gate, ReviewResult } from '../../types.ts'
import { noUsage } from '../cost/usage.ts'
import type { ValidationResult } from '../loop/types.ts'
import {
  cutByBudget,
  filesOf,
  type PostReviewed,
  reviewedAfter,
  toPostReview,
  uncommittedFiles,
  whyBroken,
  whyNotOurs,
} from './post-review.ts'

const point = { head: 'a', tree: 'b' }
const paid = { ...noUsage, inputTokens: 10 }

function look(ids: readonly string[], result: Gate['result'] = 'pass', blocking = true): ReviewResult {
  return {
    schemaVersion: 1,
    verdict: 'approve',
    label: '',
    gate: { result, reasons: [] },
    scope: { kind: 'branch', base: 'main', head: 'topic', files: 1, addedLines: 1, removedLines: 0 },
    findings: ids.map((id) => finding({ id, blocking })),
    discarded: [],
    reviewers: [],
    usage: paid,
    durationMs: 1,
    reviewDir: null,
    notices: [],
  }
}

function fix(changes: Partial<FixResult> = {}): FixResult {
  const outcome = { name: 'fixer', agent: 'x', status: 'ok', reason: null, durationMs: 1, findings: 0, usage: paid }
  return {
    status: 'fixed',
    addressed: [],
    unable: [],
    changedFiles: ['b.ts', 'a.ts'],
    unnamedFiles: [],
    beyondFiles: [],
    restored: false,
    problems: [],
    outcome: { ...outcome, status: 'ok' },
    ...changes,
  }
}

const end = { outcome: 'approved', reason: 'x' } as const

describe('what is kept', () => {
  it.each<[string, readonly ReviewResult[], readonly (readonly [string, string])[]]>([
    [
      'gone in the last review',
      [look(['f1', 'f2']), look(['f2'])],
      [
        ['f1', 'fixed'],
        ['f2', 'open'],
      ],
    ],
    ['back in the last review', [look(['f1']), look([]), look(['f1'])], [['f1', 'open']]],
    ['raised before a review without a verdict', [look(['f1']), look([], 'inconclusive')], [['f1', 'open']]],
  ])('says of a finding that it is %s', (_, reviews, expected) => {
    const { findings } = reviewedAfter({ ...end, reviews, fixes: [] }, point)
    expect(findings.map(({ id, status }) => [id, status])).toEqual(expected)
  })

  it('leaves out what does not block, and files of a fix that was undone; adds up what it cost', () => {
    const minor = look(['f3'], 'pass', false)
    const fixes = [fix({ status: 'failed', restored: true }), fix()]
    const kept = reviewedAfter({ ...end, reviews: [look(['f1']), minor], fixes }, point)
    expect(kept).toMatchObject({ reviews: 2, findings: [{ id: 'f1', status: 'fixed' }], commit: null, point })
    expect(kept.fixes.map(({ files }) => files)).toEqual([[], ['b.ts', 'a.ts']])
    expect(filesOf(kept)).toEqual(['a.ts', 'b.ts'])
    expect(kept.usage.inputTokens - kept.reviewUsage.inputTokens).toBe(20)
  })
})

it.each<[string, Partial<FixResult>, boolean, string | null]>([
  ['all that changed is named', {}, true, null],
  [
    'something is not named',
    { unnamedFiles: ['a.ts'] },
    false,
    'The fixer does not name what changed meanwhile: a.ts.',
  ],
  ['something is beyond the findings', { beyondFiles: ['b.ts'] }, false, null],
  ['that is forbidden', { beyondFiles: ['b.ts'] }, true, 'A fix touched files beyond its findings: b.ts.'],
  ['it was undone', { unnamedFiles: ['a.ts'], restored: true }, true, null],
])('knows whether a fix may stay where %s', (_, changes, isStrict, why) => {
  expect(whyNotOurs([fix(changes)], { isStrict })).toBe(why)
})

const ran = (status: ValidationResult['status'], command = 'npm test'): ValidationResult => {
  return { command, status, exitCode: 1, durationMs: 1, output: '' }
}

it.each<[string, readonly ValidationResult[], readonly ValidationResult[], string | null]>([
  ['passes', [], [ran('passed')], null],
  ['failed before', [ran('failed')], [ran('timed_out')], null],
  ['fails now', [ran('passed')], [ran('failed')], 'npm test fails with its fixes.'],
  [
    'fails, and nobody knows how it was',
    [],
    [ran('failed'), ran('failed', 'lint')],
    'npm test, lint fail with its fixes.',
  ],
])('blames fixes for a command that %s', (_, before, after, why) => {
  expect(whyBroken(before, after)).toBe(why)
})

describe('what is told', () => {
  it('is nothing before its end', () => {
    expect([toPostReview(null, []), toPostReview('due', [])]).toEqual([null, null])
  })

  it('has each command before and after', () => {
    expect(toPostReview(postReviewed(), [ran('failed')])?.validations).toEqual([
      { command: 'npm test', before: 'failed', after: 'passed' },
    ])
    expect(toPostReview(postReviewed(), [])?.validations).toMatchObject([{ before: null }])
  })

  it('names files as uncommitted only without a commit', () => {
    expect(uncommittedFiles(postReviewed())).toEqual([])
    expect(uncommittedFiles(postReviewed({ commit: null }))).toEqual(['src/a.ts'])
  })
})

it.each<[string, Partial<PostReviewed>, Partial<PostReviewed>]>([
  [
    'came to no verdict: it is for a person',
    { outcome: 'inconclusive', reason: 'reviewer ran out of time.' },
    { outcome: 'blocked', reason: 'The budget is used up. reviewer ran out of time.' },
  ],
  ['blocks', { outcome: 'blocked', reason: 'No.' }, { outcome: 'blocked', reason: 'No.' }],
  ['approves', { outcome: 'approved', reason: 'Yes.' }, { outcome: 'approved', reason: 'Yes.' }],
])('at the end of the budget a review that %s', (_, values, expected) => {
  expect(cutByBudget(postReviewed(values))).toEqual(postReviewed(expected))
})
