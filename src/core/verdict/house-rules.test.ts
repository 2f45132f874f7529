import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { SeverityOverride } from '../../types.ts'
import { applyHouseRules, pathMatcher, ruleMatches } from './house-rules.ts'

const noRules = { builtin: { disable: [], rulesOff: [] }, ignore: [], severity: [] }

const override = (values: Partial<SeverityOverride>): SeverityOverride => ({
  rule: null,
  category: null,
  path: null,
  severity: 'P3',
  ...values,
})

it('keeps findings in ignored paths apart, with the reason', () => {
  const [generated, own, nowhere] = [
    finding({ id: 'F-00000001', file: 'dist/deep/a.js' }),
    finding({ id: 'F-00000002', file: 'src/a.js' }),
    finding({ id: 'F-00000003', file: null }),
  ]
  const rules = { ...noRules, ignore: ['dist/', '*.snap'] }
  const { kept, discarded } = applyHouseRules([generated, own, nowhere], rules)
  expect(kept).toEqual([own, nowhere])
  expect(discarded).toEqual([{ ...generated, code: 'ignored_path', reason: expect.stringContaining('dist/deep/a.js') }])
})

it.each<[readonly string[], string, boolean]>([
  [['*.snap'], 'a/b/c.snap', true],
  [['/docs'], 'docs/a.md', true],
  [['/docs'], 'src/docs/a.md', false],
  [['**/gen/**', '!**/gen/keep.ts'], 'a/gen/keep.ts', false],
  [[], 'a.ts', false],
  [['*'], '../a.ts', false],
  [['*'], '/etc/passwd', false],
])('patterns %j fit %s: %s', (patterns, path, fits) => {
  expect(pathMatcher(patterns)(path)).toBe(fits)
})

it.each<[string, string | null, boolean]>([
  ['secret/github-token', 'secret/github-token', true],
  ['secret/*', 'secret/github-token', true],
  ['secret/*', 'secrets/x', false],
  ['secret', 'secret/github-token', false],
  ['*', null, false],
])('rule %s fits %s: %s', (pattern, rule, fits) => {
  expect(ruleMatches(pattern, rule)).toBe(fits)
})

it.each<[string, SeverityOverride[], ReturnType<typeof finding>, string, boolean]>([
  ['a rule', [override({ rule: 'secret/*', severity: 'P0' })], finding({ rule: 'secret/x' }), 'P0', true],
  ['a category in any case', [override({ category: 'Bug', severity: 'P1' })], finding(), 'P1', true],
  ['a path', [override({ path: 'src/**', severity: 'P3' })], finding({ severity: 'P0', blocking: true }), 'P3', false],
  ['all it names', [override({ category: 'bug', path: 'test/', severity: 'P0' })], finding(), 'P2', false],
  ['nothing, when it names nothing', [override({ severity: 'P0' })], finding(), 'P2', false],
  [
    'by the last that fits',
    [override({ category: 'bug', severity: 'P0' }), override({ path: 'src/', severity: 'P1' })],
    finding(),
    'P1',
    true,
  ],
  [
    'without inheriting that a P1 blocked',
    [override({ category: 'bug', severity: 'P2' })],
    finding({ severity: 'P1', blocking: true, impact: 'Wrong total.' }),
    'P2',
    false,
  ],
  [
    'and leaves a P2 that blocks',
    [override({ category: 'bug', severity: 'P2' })],
    finding({ blocking: true, impact: 'Wrong total.' }),
    'P2',
    true,
  ],
])('overrides the severity by %s', (_, overrides, before, severity, blocking) => {
  const said = { severity: before.severity, blocking: before.blocking }
  const reported = said.severity === severity && said.blocking === blocking ? {} : { reported: said }
  const { kept } = applyHouseRules([before], { ...noRules, severity: overrides })
  expect(kept).toEqual([{ ...before, severity, blocking, ...reported }])
})
