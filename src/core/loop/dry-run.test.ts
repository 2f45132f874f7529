import { expect, it } from 'vitest'
import { dryRunLines } from './dry-run.ts'
import type { LoopPolicy } from './types.ts'

const policy: LoopPolicy = {
  maxRounds: 2,
  hardCap: 5,
  onLimit: 'ask',
  commit: true,
  validate: ['npm test'],
  baseline: 'block',
  scopeGuard: 'report',
  maxDollars: null,
  maxTimeMs: null,
}
const agents = { reviewer: 'claude', fixer: 'codex', verifier: 'none' }
const input = { policy, agents, branch: 'feature', base: 'main', push: false, postReview: false }

it('says every step, and ends on a review', () => {
  expect(dryRunLines(input)).toEqual([
    '[DRY-RUN] Would run `npm test` before the first round',
    '[DRY-RUN] Would review feature against main with claude: round 1 of 2',
    '[DRY-RUN] Would write the findings document of round 1, and end if nothing blocks',
    '[DRY-RUN] Would have codex fix the blocking findings of round 1',
    '[DRY-RUN] Would run `npm test` after the fix of round 1, and take the fix back if it breaks that',
    '[DRY-RUN] Would commit the files of the fix of round 1',
    '[DRY-RUN] Would review feature against main with claude: round 2 of 2',
    '[DRY-RUN] Would write the findings document of round 2, and end if nothing blocks',
    '[DRY-RUN] Would ask a person if findings that block are left after round 2',
  ])
})

it.each([
  [{ ...input, policy: { ...policy, commit: false } }, /leave the fix of round 1 uncommitted/],
  [{ ...input, policy: { ...policy, onLimit: 'block' as const } }, /Would stop and say so if findings/],
  [{ ...input, push: true }, /Would push feature if it is approved/],
  [{ ...input, push: true, isByMail: true }, /Would push feature for round 2/],
  [{ ...input, postReview: true }, /Would review the finished work once more if it is approved/],
  [{ ...input, agents: { ...agents, verifier: 'codex' } }, /have codex verify what blocks/],
])('follows the policy %#', (values, line) => {
  expect(dryRunLines(values).some((text) => line.test(text))).toBe(true)
})

it('fixes nothing without a fixer or with one round', () => {
  const lines = [
    ...dryRunLines({ ...input, agents: { ...agents, fixer: 'none' } }),
    ...dryRunLines({ ...input, policy: { ...policy, maxRounds: 1 } }),
  ]
  expect(lines.filter((line) => /fix the|commit|after the fix/.test(line))).toEqual([])
})
