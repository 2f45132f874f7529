import { expect, it } from 'vitest'
import { changedFile } from '../../../test/support/change.ts'
import type { Intent } from '../../types.ts'
import { type CriticGates, noCriticGates } from './critic-gates.ts'
import { routeReview } from './route.ts'

const file = (path: string, addedLines: number, removedLines = 0) => changedFile({ path, addedLines, removedLines })

const gates: CriticGates = {
  ...noCriticGates,
  reviewBudget: 8,
  moduleCritics: [
    { patterns: ['Auth', 'session'], critics: ['security', 'privacy'] },
    { patterns: ['auth'], critics: ['access'] },
    { patterns: ['payment'], critics: ['money'] },
  ],
}

it.each<[number, string, boolean]>([
  [0, 'Small', true],
  [200, 'Small', true],
  [201, 'Small', false],
  [500, 'Small', false],
  [501, 'Medium', false],
  [2000, 'Medium', false],
  [2001, 'Large', false],
])('%d changed lines are %s, on the fast path: %s', (lines, size, fast) => {
  const route = routeReview({
    files: [file('a.ts', lines - (lines >> 1), lines >> 1)],
    gates: noCriticGates,
    intent: 'fix',
  })
  expect(route).toMatchObject({ size_category: size, total_loc: lines, fast_path: fast, max_bha_agents: 6 })
})

it('lets the configuration move the fast path', () => {
  expect(routeReview({ files: [file('a.ts', 150)], gates, intent: 'fix', fastPathLines: 100 }).fast_path).toBe(false)
})

it.each<[Intent, string]>([
  ['feature', 'standard'],
  ['fix', 'strong'],
  ['refactor', 'strong'],
  ['mixed', 'strong'],
])('the premise of a %s is looked at by a %s model', (intent, tier) => {
  const { models } = routeReview({ files: [], gates: noCriticGates, intent })
  expect(models).toEqual({
    bug_hunter_a: { default: 'strong', test_only: 'standard' },
    bug_hunter_b: 'standard',
    unified_auditor: 'standard',
    premise_reviewer: tier,
    fast_path_reviewer: 'standard',
  })
})

it('ranks files by the modules they touch and their length, and names five at most', () => {
  const files = [
    file('src/plain.ts', 10),
    file('src/long.ts', 60),
    file('src/AUTH/login.ts', 5),
    file('src/session.ts', 51),
    file('src/payment.ts', 1),
    file('src/longer.ts', 70),
    file('src/b-long.ts', 60),
  ]
  const { high_risk_files, domain_critics, max_bha_agents } = routeReview({ files, gates, intent: 'fix' })
  expect(high_risk_files).toEqual([
    'src/AUTH/login.ts',
    'src/session.ts',
    'src/payment.ts',
    'src/longer.ts',
    'src/b-long.ts',
  ])
  expect(domain_critics).toEqual(['access'])
  expect(max_bha_agents).toBe(5)
})

it('has no critics beyond the budget, and none that match across two names', () => {
  const files = [file('src/a', 1), file('uth.ts', 1)]
  expect(routeReview({ files, gates, intent: 'fix' }).domain_critics).toEqual([])
  expect(
    routeReview({ files: [file('auth.ts', 1)], gates: { ...gates, reviewBudget: 0 }, intent: 'fix' }).domain_critics,
  ).toEqual([])
})
