import { expect, it } from 'vitest'
import { finding } from '../../test/support/change.ts'
import type { DiscardCode } from '../types.ts'
import { applySeverityOverrides } from './house-rules.ts'
import { blockingBesides, openIn } from './open-in.ts'

it('says of severities what the reviewer said, whatever the configuration made of them', () => {
  const said = { severity: 'P1', blocking: true } as const
  const [lowered] = applySeverityOverrides(
    [finding({ ...said })],
    [{ rule: null, category: null, path: 'src/', severity: 'P3' }],
  )
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

it('of other reviews what blocks comes along, unless it is known', () => {
  const blocking = (id: string) => finding({ id, severity: 'P1', blocking: true })
  const elsewhere = [finding({ id: 'F-3' }), blocking('F-1'), blocking('F-2'), blocking('F-2'), blocking('F-3')]
  expect(blockingBesides([finding({ id: 'F-1' })], elsewhere).map(({ id }) => id)).toEqual(['F-2', 'F-3'])
})
