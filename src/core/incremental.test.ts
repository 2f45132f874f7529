import { describe, expect, it } from 'vitest'
import { changeOf, finding } from '../../test/support/change.ts'
import type { Finding } from '../types.ts'
import { carryOver, decideIncremental, type IncrementalInput } from './incremental.ts'

const followUp: IncrementalInput = {
  asked: 'nothing',
  automatic: true,
  scopeKind: 'branch',
  last: { headCommit: '1234567890abcdef', headTree: 'tree-1', gate: 'blocked' },
  headTree: 'tree-2',
  isAncestor: true,
  delta: { files: 3, lines: 40 },
  limits: { files: 30, lines: 1500 },
}

const last = followUp.last!

describe('by itself', () => {
  it.each<[string, Partial<IncrementalInput>, string, RegExp]>([
    ['a small follow-up', {}, 'incremental', /3 files, 40 lines since 1234567/],
    ['exactly at the limits', { delta: { files: 30, lines: 1500 } }, 'incremental', /./],
    ['one file too many', { delta: { files: 31, lines: 5 } }, 'full', /31 files/],
    ['one line too many', { delta: { files: 1, lines: 1501 } }, 'full', /1 file, 1501 lines/],
    ['other limits', { limits: { files: 2, lines: 5 } }, 'full', /./],
    ['no review before', { last: null }, 'full', /first/],
    ['the same tree', { headTree: 'tree-1' }, 'full', /nothing changed/],
    ['an inconclusive review before', { last: { ...last, gate: 'inconclusive' } }, 'full', /inconclusive/],
    ['rewritten history', { isAncestor: false }, 'full', /rewritten/],
    ['turned off', { automatic: false }, 'full', /off/],
    ['staged changes', { scopeKind: 'staged' }, 'full', /branch/],
    ['a full review asked for', { asked: 'full_review' }, 'full', /asked/],
  ])('%s', (_, values, mode, line) => {
    const decision = decideIncremental({ ...followUp, ...values })
    expect(decision).toEqual({ mode, line: expect.stringMatching(line) })
    expect(decision).toMatchObject({ line: expect.stringMatching(/^Review mode: /) })
  })
})

describe('when asked for', () => {
  it.each<[string, Partial<IncrementalInput>, object]>([
    ['what is new', {}, { mode: 'incremental' }],
    ['what is new, however much', { delta: { files: 900, lines: 9e5 } }, { mode: 'incremental' }],
    ['although turned off', { automatic: false }, { mode: 'incremental' }],
    ['nothing new', { headTree: 'tree-1' }, { mode: 'repeat' }],
    ['no review before', { last: null }, { refused: expect.stringContaining('no completed review') }],
    ['rewritten history', { isAncestor: false }, { refused: expect.stringContaining('rewritten') }],
    ['not a branch', { scopeKind: 'range' }, { refused: expect.stringContaining('branch') }],
    ['after an inconclusive review', { last: { ...last, gate: 'inconclusive' } }, { mode: 'full' }],
  ])('%s', (_, values, expected) => {
    expect(decideIncremental({ ...followUp, asked: 'since_last_review', ...values })).toMatchObject(expected)
  })
})

describe('carryOver', () => {
  const before = 'one()\ntwo()\nthree()\n'
  const after = 'zero()\none()\nconst risky = eval(input)\ntwo()\nthree()\n'
  const input = {
    files: [changeOf('src/a.ts', before, after)],
    contents: new Map([['src/a.ts', { new: after, old: before }]]),
    lines: 'hunk' as const,
  }
  const risky = finding({
    id: 'F-0000000a',
    line: 2,
    endLine: 2,
    evidence: 'const risky = eval(input)',
    suggestion: 'x',
  })

  it('keeps what still stands in the change, where it now stands, under its name', () => {
    expect(carryOver([risky], input)).toEqual({ held: [{ ...risky, line: 3, endLine: 3 }], gone: [] })
  })

  it.each<[string, Partial<Finding>]>([
    ['the code is gone', { evidence: 'const risky = parse(input)' }],
    ['the file is no longer part of the change', { file: 'src/b.ts' }],
    ['it has no quote', { evidence: null }],
    ['it has no file', { file: null }],
  ])('lets go what does not hold: %s', (_, values) => {
    const old = { ...risky, ...values }
    expect(carryOver([old], input)).toEqual({ held: [], gone: [old] })
  })

  it('knows a quote again in which a secret was masked', () => {
    const masked = finding({ line: 1, evidence: 'const risky = ev…' })
    expect(carryOver([masked], input).held).toMatchObject([{ line: 3, evidence: masked.evidence }])
  })

  it('keeps what is about a whole file that is still changed', () => {
    const whole = finding({ line: null, evidence: 'src/a.ts' })
    expect(carryOver([whole], input).held).toEqual([whole])
  })
})
