import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import { pointOf, reviewed, started, stateOf } from '../../../test/support/loop-journal.ts'
import { dryRunLines, resumedDryRunLines } from './dry-run.ts'
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
const input = { policy, agents, branch: 'feature', base: 'main', push: false }

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
  [{ ...input, push: true, isOutside: true }, /Would push feature for round 2/],
  [{ ...input, uncommitted: ['a.ts'] }, /Would make one commit of uncommitted work first: a\.ts$/],
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

it('speaks of the session that would be gone on with', () => {
  const facts = [started(), reviewed(1, 'a', [finding({ severity: 'P1', blocking: true })])]
  const cutOff = stateOf(...facts, { type: 'intended', step: 'fix', point: pointOf('a') })
  expect(resumedDryRunLines(cutOff, 's')).toEqual([
    '[DRY-RUN] Would go on with session s after 1 of 3 rounds',
    '[DRY-RUN] Would undo what was half done when it was cut off (fix)',
    '[DRY-RUN] Would have the blocking findings fixed',
  ])
  const ended = stateOf(...facts, { type: 'ended', outcome: 'blocked', reason: 'Too much.', head: '' })
  expect(resumedDryRunLines(ended, 's')).toEqual([
    '[DRY-RUN] Would show the result of session s again: blocked, Too much.',
  ])
})
