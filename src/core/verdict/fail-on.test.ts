import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { Finding, GateResult, Severity } from '../../types.ts'
import { decideFailOn } from './fail-on.ts'

const p1 = finding({ id: 'F-1', severity: 'P1', blocking: true, file: 'a.js', line: 3 })
const p2 = finding({ id: 'F-2', severity: 'P2', blocking: false, file: 'b.js', line: null })

it.each<[string, GateResult, readonly Finding[], Severity, number, string | null]>([
  ['a gate that passed', 'pass', [p2], 'P2', 1, '1 finding reaches --fail-on P2, so the exit code is 1: P2 b.js.'],
  ['a gate that is blocked', 'blocked', [p1, p2], 'P0', 0, 'No finding reaches --fail-on P0, so the exit code is 0.'],
  ['a gate that fails anyway', 'blocked', [p1], 'P2', 1, null],
  ['a gate that passes anyway', 'pass', [p2], 'P1', 0, null],
  ['an incomplete review', 'inconclusive', [p1], 'P0', 3, null],
])('of %s (%s)', (_, result, findings, severity, exitCode, reason) => {
  const gate = { result, reasons: result === 'pass' ? [] : ['so'] }
  expect(decideFailOn({ gate, findings }, severity)).toMatchObject({ severity, exitCode, reason })
})

it('names all that reach it by their ids, and the first few in the sentence', () => {
  const many = Array.from({ length: 7 }, (_, at) =>
    finding({ id: `F-${at}`, severity: 'P3', blocking: false, line: at }),
  )
  const { findings, reason } = decideFailOn({ gate: { result: 'pass', reasons: [] }, findings: many }, 'P3')
  expect(findings).toHaveLength(7)
  expect(reason).toMatch(/^7 findings reach --fail-on P3, .*: P3 src\/a\.ts:0, .* and 2 more\.$/)
})
