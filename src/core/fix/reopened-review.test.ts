import { expect, it } from 'vitest'
import { postReviewed } from '../../../test/support/post-review.ts'
import { decisionsOnClaims, joinPasses } from './reopened-review.ts'

const open = { id: 'F-7', severity: 'P1', file: 'src/a.ts', line: 3, title: 'Inverted', status: 'open' } as const
const waiting = postReviewed({
  outcome: 'inconclusive',
  findings: [open],
  commit: null,
  unverified: ['F-8'],
})
const quiet = postReviewed({ findings: [], fixes: [], reviews: 1, commit: 'c' })

it('joins the passes: a review that was judged again counts once, and what is not raised again is fixed', () => {
  const { reviews, findings, fixes, commit, outcome, unverified } = joinPasses([waiting], quiet)
  expect({ reviews, outcome, commit, unverified }).toEqual({
    reviews: 2,
    outcome: 'approved',
    commit: 'c',
    unverified: undefined,
  })
  expect(findings).toEqual([{ ...open, status: 'fixed' }])
  expect(fixes).toEqual(waiting.fixes)
  expect(joinPasses([waiting], { ...quiet, outcome: 'inconclusive' }).findings).toEqual([open])
  expect(joinPasses([], quiet)).toEqual(quiet)
})

it('hears only decisions about claims that are open', () => {
  const decision = (id: string) => ({ id, decision: 'dismiss', by: 'Ada', why: 'no', at: 'now' }) as const
  expect(decisionsOnClaims(waiting, [decision('F-7'), decision('F-8')])).toEqual([decision('F-8')])
  for (const state of [quiet, 'due', null] as const) expect(decisionsOnClaims(state, [decision('F-8')])).toEqual([])
})
