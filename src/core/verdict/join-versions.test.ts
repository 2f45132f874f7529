import { expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { Finding } from '../../types.ts'
import { joinVersions } from './join-versions.ts'
import type { Judgement } from './judge.ts'
import { openIn } from './open-in.ts'

const judged = (findings: readonly Finding[], values: Partial<Judgement> = {}): Judgement => ({
  findings,
  discarded: [],
  waiverNotices: [],
  ...values,
})
const everywhere = { isInWork: () => true, isStaged: () => true }
const nowhere = { isInWork: () => false, isStaged: () => true }
const grave = { severity: 'P1', blocking: true } as const
const leak = { title: 'The file handle leaks', problem: 'The handle is never closed when reading fails.' }
const race = { title: 'Two writers race', problem: 'Both threads write the counter without a lock.' }

it('tells what both versions have once, where the work tree has it', () => {
  const work = [finding({ id: 'F-1', line: 7 }), finding({ id: 'F-2', line: 9, ...leak })]
  const staged = [finding({ id: 'F-1', line: 5 }), finding({ id: 'F-3', line: 6, ...leak })]
  expect(joinVersions(judged(work), judged(staged), everywhere).findings).toEqual(work)
})

it.each<[string, Finding, boolean]>([
  ['another thing', finding({ id: 'F-3', ...race }), true],
  ['the same words about code that the work tree no longer has', finding({ id: 'F-3', ...leak }), false],
])('keeps %s, as staged', (_, other, isInWork) => {
  const work = [finding({ id: 'F-2', ...leak })]
  const { findings } = joinVersions(judged(work), judged([other]), isInWork ? everywhere : nowhere)
  const title = `${other.title} (staged version)`
  expect(findings).toMatchObject([...work, { id: 'F-3', staged: true, title, fix: expect.stringContaining('git add') }])
  expect(openIn({ findings, discarded: [] })).toEqual([...work, other])
})

it('says of no other file that it is staged', () => {
  const other = finding({ id: 'F-3', ...race })
  expect(joinVersions(judged([]), judged([other]), { ...nowhere, isStaged: () => false }).findings).toEqual([other])
})

it('lets one finding stand for one other, not for two in sibling functions', () => {
  const staged = [finding({ id: 'F-3', line: 3, ...leak }), finding({ id: 'F-4', line: 30, ...leak })]
  const { findings } = joinVersions(judged([finding({ id: 'F-2', line: 3, ...leak })]), judged(staged), everywhere)
  expect(findings.map(({ id }) => id)).toEqual(['F-2', 'F-4'])
})

it('blocks where the staged version blocks', () => {
  const work = finding({ id: 'F-1', severity: 'P3', blocking: false, ...leak })
  const staged = finding({ id: 'F-1', ...grave, ...leak })
  expect(joinVersions(judged([work]), judged([staged]), everywhere).findings).toMatchObject([{ id: 'F-1', ...grave }])
})

it('keeps a graver claim, or one discarded for another reason, under a name that the work tree has, too', () => {
  const work = judged([finding({ id: 'F-1', severity: 'P3', blocking: false })], {
    discarded: [{ ...finding({ id: 'F-2', ...grave }), code: 'refuted', reason: 'so' }],
  })
  const unchecked = ['F-1', 'F-2'].map((id) => ({
    ...finding({ id, ...grave }),
    code: 'evidence_not_found' as const,
    reason: 'so',
  }))
  const { discarded } = joinVersions(work, judged([], { discarded: unchecked }), everywhere)
  expect(discarded.map(({ id, code }) => `${id} ${code}`)).toEqual([
    'F-2 refuted',
    'F-1 evidence_not_found',
    'F-2 evidence_not_found',
  ])
})

it('keeps what is discarded, each once', () => {
  const refuted = { ...finding({ id: 'F-1' }), code: 'refuted' as const, reason: 'so' }
  const waived = { ...finding({ id: 'F-2' }), code: 'waived' as const, reason: 'so' }
  const joined = joinVersions(
    judged([], { discarded: [refuted], waiverNotices: ['a'] }),
    judged([], { discarded: [refuted, waived], waiverNotices: ['a', 'b'] }),
    everywhere,
  )
  expect(joined.discarded).toMatchObject([refuted, { id: 'F-2', code: 'waived', staged: true }])
  expect(joined.waiverNotices).toEqual(['a', 'b'])
})
