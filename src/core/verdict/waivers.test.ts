import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { Waiver } from '../../types.ts'
import { applyWaivers } from './waivers.ts'

const waiver = (values: Partial<Waiver>): Waiver => ({
  id: null,
  rule: null,
  path: null,
  title: null,
  reason: 'known test data',
  expires: null,
  ...values,
})

const secret = finding({ id: 'F-1a2b3c4d', rule: 'secret/github-token', file: 'test/data/keys.ts' })

it.each<[string, Waiver, boolean]>([
  ['its id', waiver({ id: 'F-1a2b3c4d' }), true],
  ['another id', waiver({ id: 'F-1a2b3c4' }), false],
  ['its rule and path', waiver({ rule: 'secret/github-token', path: 'test/**' }), true],
  ['the family and a folder', waiver({ rule: 'secret/*', path: '/test/' }), true],
  ['another rule', waiver({ rule: 'secret/aws*', path: 'test/**' }), false],
  ['another path', waiver({ rule: 'secret/*', path: 'src/' }), false],
  ['a rule without a path', waiver({ rule: 'secret/*' }), false],
  ['a path without a rule', waiver({ path: '**' }), false],
  ['its id until today', waiver({ id: 'F-1a2b3c4d', expires: '2026-03-01' }), true],
  ['its id until yesterday', waiver({ id: 'F-1a2b3c4d', expires: '2026-02-28' }), false],
  ['its id until a day that cannot be read', waiver({ id: 'F-1a2b3c4d', expires: 'soon' }), false],
])('a waiver for %s works: %s', (_, given, works) => {
  const { kept, waived } = applyWaivers([secret], [given], '2026-03-01')
  expect(kept).toEqual(works ? [] : [secret])
  expect(waived).toEqual(
    works ? [{ ...secret, code: 'waived', reason: expect.stringContaining('known test data') }] : [],
  )
})

it('does not waive by rule what a reviewer without rules says', () => {
  const spoken = finding({ rule: null })
  expect(applyWaivers([spoken], [waiver({ rule: '*', path: '**' })], '2026-03-01').kept).toEqual([spoken])
})

it('reports every expired waiver by what it was for, its last day and its reason', () => {
  const { notices } = applyWaivers(
    [],
    [waiver({ rule: 'secret/*', path: 'test/**', expires: '2025-12-31' }), waiver({ id: 'F-1a2b3c4d' })],
    '2026-03-01',
  )
  expect(notices).toEqual([expect.stringMatching(/secret\/\* in test\/\*\*.*2025-12-31.*known test data/)])
})

const radix = finding({
  id: 'F-1a2b3c4d',
  rule: null,
  title: 'parseInt is called without a radix',
  problem: 'Text that begins with 0x is read as hexadecimal.',
  evidence: 'const n = parseInt(text)',
})
const execution: typeof radix = {
  ...radix,
  title: 'Remote code execution by a crafted token',
  problem: 'The text of the token reaches the interpreter without any check.',
}

it.each([
  ['a P2 without saying which', { ...radix, severity: 'P2' as const }, null, true],
  ['a P1 without saying which', { ...radix, severity: 'P1' as const }, null, false],
  ['a P1 by its title', { ...radix, severity: 'P1' as const }, radix.title, true],
  [
    'a P1 in other words',
    { ...radix, severity: 'P1' as const },
    'parseInt without a radix reads hexadecimal text',
    true,
  ],
  ['a P1 that says something else of the same code', { ...execution, severity: 'P1' as const }, radix.title, false],
])("a waiver by id for an agent's finding covers %s: %s", (_, spoken, title, works) => {
  const { kept, notices } = applyWaivers([spoken], [waiver({ id: spoken.id, title })], '2026-03-01')
  expect(kept).toEqual(works ? [] : [spoken])
  expect(notices).toEqual(works ? [] : [expect.stringContaining(spoken.title)])
})
