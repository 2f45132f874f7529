import { expect, it } from 'vitest'
import { changeOf, finding } from '../../../test/support/change.ts'
import type { DiscardCode } from '../../types.ts'
import { applyHouseRules } from './house-rules.ts'
import { blockingBesides, openIn, openWith, reopenRefuted } from './open-in.ts'

it('says of severities what the reviewer said, whatever the configuration made of them', () => {
  const said = { severity: 'P1', blocking: true } as const
  const severity = [{ rule: null, category: null, path: 'src/', severity: 'P3' } as const]
  const rules = { builtin: { disable: [], rulesOff: [] }, ignore: [], severity }
  const [lowered] = applyHouseRules([finding({ ...said })], rules).kept
  expect(lowered).toMatchObject({ severity: 'P3', blocking: false, reported: said })
  expect(openIn({ findings: [lowered!], discarded: [] })).toEqual([finding({ ...said })])
  expect(openIn({ findings: [], discarded: [{ ...lowered!, code: 'waived', reason: 'so' }] })).toMatchObject([said])
})

it.each<[DiscardCode, true | undefined, boolean]>([
  ['waived', undefined, true],
  ['ignored_path', undefined, true],
  ['line_not_changed', true, true],
  ['line_not_changed', undefined, false],
  ['refuted', true, false],
  ['duplicate', undefined, false],
])('what is discarded as %s (carried over: %s) comes along: %s', (code, carriedOver, expected) => {
  const open = finding({ id: 'F-1' })
  const said = finding({ id: 'F-2', ...(carriedOver ? { carriedOver } : {}) })
  const discarded = [{ ...said, code, reason: 'a reason' }]
  expect(openIn({ findings: [open], discarded })).toEqual(expected ? [open, said] : [open])
})

it('of other reviews what blocks comes along, unless it is known to block', () => {
  const blocking = (id: string) => finding({ id, severity: 'P1', blocking: true })
  const elsewhere = [finding({ id: 'F-3' }), blocking('F-1'), blocking('F-2'), blocking('F-2'), blocking('F-3')]
  expect(blockingBesides([blocking('F-1')], elsewhere).map(({ id }) => id)).toEqual(['F-2', 'F-3'])
})

const said = {
  P0: finding({ severity: 'P0', blocking: true, title: 'a leak' }),
  P1: finding({ severity: 'P1', blocking: true, title: 'a crash' }),
  'blocking P2': finding({ severity: 'P2', blocking: true, title: 'a slow loop' }),
  P2: finding({ severity: 'P2', blocking: false, title: 'a long loop' }),
  P3: finding({ severity: 'P3', blocking: false, title: 'a loop' }),
}

it.each<[keyof typeof said, (keyof typeof said)[], keyof typeof said]>([
  ['P3', ['P1'], 'P1'],
  ['P2', ['blocking P2'], 'blocking P2'],
  ['P1', ['P0'], 'P0'],
  ['P3', ['P1', 'P0', 'blocking P2'], 'P0'],
  ['P1', ['blocking P2'], 'P1'],
  ['P1', ['P1'], 'P1'],
  ['P3', ['P2'], 'P3'],
])('of a %s known here and %s said elsewhere of the same code, the %s stays open, alone', (here, there, expected) => {
  const known = [said[here], finding({ id: 'F-other' })]
  const elsewhere = there.map((severity) => said[severity])
  const open = openWith(known, blockingBesides(known, elsewhere))
  expect(open.map(({ id }) => id).sort()).toEqual([said[here].id, 'F-other'].sort())
  expect(open).toContainEqual(expect.objectContaining({ ...said[expected] }))
})

it('a graver finding of another review says what the milder one said of the same code', () => {
  const { title, problem } = said.P3
  expect(blockingBesides([said.P3], [said.P1])).toEqual([{ ...said.P1, otherClaims: [{ title, problem }] }])
})

it.each<[string, readonly string[], readonly string[], boolean]>([
  ['nothing changed', ['a.js', 'guard.js'], [], false],
  ['another file changed', ['a.js', 'guard.js', 'b.js'], ['b.js'], false],
  ['its file changed', ['a.js', 'guard.js'], ['a.js'], true],
  ['the file with the line that refutes it changed', ['a.js', 'guard.js'], ['guard.js'], true],
  ['that file is no longer part of the change', ['a.js'], [], true],
])('what was refuted is open again where %s', (_, whole, since, expected) => {
  const files = (paths: readonly string[]) => paths.map((path) => changeOf(path, null, 'x\n'))
  const said = finding({ file: 'a.js' })
  const discarded = [{ ...said, code: 'refuted' as const, reason: 'Refuted: guarded.', refutedIn: ['guard.js'] }]
  const { open, refuted } = reopenRefuted({ discarded }, files(whole), files(since))
  expect(open).toEqual(expected ? [said] : [])
  expect(refuted).toEqual(expected ? [] : [{ ...discarded[0], carriedOver: true }])
})
