import { expect, it } from 'vitest'
import { finding, rawFinding } from '../../../test/support/change.ts'
import type { RawFinding } from '../../types.ts'
import { broughtIn, failingChecks } from './brought-in.ts'

const marker = rawFinding({ rule: 'hygiene/conflict-marker', evidence: '<<<<<<< HEAD' })
const secret = rawFinding({ rule: 'secret/github-token', evidence: "token = 'ghp_", discriminator: 'one' })

it.each<[string, RawFinding, readonly RawFinding[], boolean]>([
  ['what was nowhere', marker, [], true],
  ['what another rule found there', marker, [secret], true],
  ['not what only moved to another line', { ...marker, line: 9 }, [marker], false],
  ['not what is only indented', { ...marker, evidence: '  <<<<<<< HEAD' }, [marker], false],
  ['the same in another file', { ...marker, file: 'src/b.ts' }, [marker], true],
  ['not a secret that moved there from another file', { ...secret, file: 'src/b.ts' }, [secret], false],
  ['another secret in the place of one', { ...secret, discriminator: 'two' }, [secret], true],
])('a fix brings in %s', (_, found, before, isNew) => {
  expect(broughtIn([found], before)).toEqual(isNew ? [found] : [])
})

it('tells of what blocks where it is and by which rule, without its quote', () => {
  const blocking = finding({
    rule: 'secret/github-token',
    blocking: true,
    title: 'GitHub token',
    problem: 'It looks real.',
    fix: 'Revoke it.',
    evidence: "token = 'ghp_",
  })
  const whole = finding({ rule: 'hygiene/sensitive-file', blocking: true, file: '.env', line: null })
  const [one, other, ...none] = failingChecks([blocking, finding({ rule: 'hygiene/debug' }), whole])
  expect(one).toMatchObject({
    command: 'the built-in check secret/github-token (src/a.ts:1)',
    status: 'failed',
    output: 'GitHub token. It looks real. Revoke it.',
  })
  expect(other?.command).toBe('the built-in check hygiene/sensitive-file (.env)')
  expect(none).toEqual([])
})
