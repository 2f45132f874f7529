import { describe, expect, it } from 'vitest'
import { changeOf, finding } from '../../../test/support/change.ts'
import type { Finding } from '../../types.ts'
import { carryOver, decideIncremental, type IncrementalInput } from './incremental.ts'
import { openIn } from './open-in.ts'

const followUp: IncrementalInput = {
  asked: 'nothing',
  automatic: true,
  scopeKind: 'branch',
  last: {
    headCommit: '1234567890abcdef',
    headTree: 'tree-1',
    wasIncremental: false,
    isAncestor: true,
    delta: { files: 3, lines: 40 },
    takenBack: [],
  },
  outdated: null,
  headTree: 'tree-2',
  withAgent: false,
  withImports: false,
  limits: { files: 30, lines: 1500 },
}

const last = followUp.last!

describe('by itself', () => {
  it.each<[string, Partial<IncrementalInput>, string, RegExp]>([
    ['a small follow-up', {}, 'incremental', /3 files, 40 lines since 1234567/],
    ['exactly at the limits', { last: { ...last, delta: { files: 30, lines: 1500 } } }, 'incremental', /./],
    ['one file too many', { last: { ...last, delta: { files: 31, lines: 5 } } }, 'full', /31 files/],
    ['one line too many', { last: { ...last, delta: { files: 1, lines: 1501 } } }, 'full', /1 file, 1501 lines/],
    ['other limits', { limits: { files: 2, lines: 5 } }, 'full', /./],
    ['no review before', { last: null }, 'full', /first/],
    ['the same tree', { headTree: 'tree-1' }, 'full', /nothing changed/],
    ['rewritten history', { last: { ...last, isAncestor: false } }, 'full', /rewritten/],
    ['turned off', { automatic: false }, 'full', /off/],
    ['staged changes', { scopeKind: 'staged' }, 'full', /branch/],
    ['a full review asked for', { asked: 'full_review' }, 'full', /asked/],
  ])('%s', (_, values, mode, line) => {
    const decision = decideIncremental({ ...followUp, ...values })
    expect(decision).toEqual({ mode, line: expect.stringMatching(line), isExpected: mode === 'full' })
    expect(decision).toMatchObject({ line: expect.stringMatching(/^Review mode: /) })
  })
})

it.each(['nothing', 'since_last_review'] as const)(
  'the review is full, and says why, when part of the change was taken back (asked for: %s)',
  (asked) => {
    const takenBack = ['a.js', 'b.js', 'c.js', 'd.js']
    expect(decideIncremental({ ...followUp, asked, last: { ...last, takenBack } })).toEqual({
      mode: 'full',
      line: 'Review mode: full (part of the change was taken back since the last review: a.js, b.js, c.js, and 1 more)',
      isExpected: false,
    })
  },
)

describe('after an incremental review', () => {
  const same: Partial<IncrementalInput> = {
    headTree: 'tree-1',
    withAgent: true,
    last: { ...last, wasIncremental: true },
  }

  it.each<[string, Partial<IncrementalInput>, string]>([
    ['the same once more spares the agents again', {}, 'incremental'],
    [
      'also when only the message of a commit was changed',
      { last: { ...same.last!, isAncestor: false } },
      'incremental',
    ],
    ['but not where there is no agent to spare', { withAgent: false }, 'full'],
    ['nor when turned off', { automatic: false }, 'full'],
    ['nor for another scope that ends at the same tree', { scopeKind: 'range' }, 'full'],
    ['nor when a full review is asked for', { asked: 'full_review' }, 'full'],
    ['and after a full review all replies are kept', { last }, 'full'],
  ])('%s', (_, values, mode) => {
    expect(decideIncremental({ ...followUp, ...same, ...values })).toMatchObject({ mode })
  })
})

describe('after a review by others or under other rules', () => {
  const other: IncrementalInput = { ...followUp, last: null, outdated: 'the agent changed' }
  const said = { mode: 'full', line: 'Review mode: full (the agent changed)', isExpected: false }

  it.each<[string, Partial<IncrementalInput>, object]>([
    ['says why it is full', {}, said],
    ['says it also when a full review is asked for', { asked: 'full_review' }, said],
    ['says it also when turned off', { automatic: false }, said],
    ['says nothing of it for another scope', { scopeKind: 'paths' }, { mode: 'full', isExpected: true }],
  ])('%s', (_, values, expected) => {
    expect(decideIncremental({ ...other, ...values })).toMatchObject(expected)
  })
})

describe('when asked for', () => {
  it.each<[string, Partial<IncrementalInput>, object]>([
    ['what is new', {}, { mode: 'incremental' }],
    ['what is new, however much', { last: { ...last, delta: { files: 900, lines: 9e5 } } }, { mode: 'incremental' }],
    ['although turned off', { automatic: false }, { mode: 'incremental' }],
    ['nothing new', { headTree: 'tree-1' }, { mode: 'repeat' }],
    [
      'nothing new but imported reports',
      { headTree: 'tree-1', withImports: true },
      { mode: 'full', isExpected: false },
    ],
    ['no review before', { last: null }, { refused: expect.stringContaining('no completed review') }],
    ['rewritten history', { last: { ...last, isAncestor: false } }, { refused: expect.stringContaining('rewritten') }],
    ['not a branch', { scopeKind: 'range' }, { refused: expect.stringContaining('branch') }],
  ])('%s', (_, values, expected) => {
    expect(decideIncremental({ ...followUp, asked: 'since_last_review', ...values })).toMatchObject(expected)
  })
})

describe('carryOver', () => {
  const before = 'one()\ntwo()\nthree()\n'
  const after = 'zero()\none()\nconst risky = eval(input)\ntwo()\nthree()\n'
  const input = {
    files: [changeOf('src/a.ts', before, after)],
    since: [],
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

  it('knows a quote whose spaces were changed, and shows it as the file has it now', () => {
    const spaced = { ...risky, evidence: 'const risky = eval( input )' }
    expect(carryOver([spaced], input).held).toMatchObject([{ id: risky.id, line: 3, evidence: risky.evidence }])
  })

  it('keeps what still stands in the change, where it now stands, under its name', () => {
    expect(carryOver([risky], input)).toEqual({
      held: [{ ...risky, line: 3, endLine: 3, carriedOver: true }],
      setAside: [],
      gone: [],
    })
  })

  it.each<[string, string, boolean]>([
    ['where its file did not change since', 'src/b.ts', true],
    ['but not where it did', 'src/a.ts', false],
  ])('keeps what was confirmed, %s', (_, path, kept) => {
    const verification = { by: 'ben', quote: 'const risky = eval(input)', reason: 'seen' }
    const since = [changeOf(path, 'one()\n', 'two()\n')]
    const { held } = carryOver([{ ...risky, verification }], { ...input, since })
    expect(held).toMatchObject([{ id: risky.id, verification: kept ? verification : null }])
  })

  it.each<[string, Partial<Finding>]>([
    ['the code is gone', { evidence: 'const risky = parse(input)' }],
    ['the file is no longer part of the change', { file: 'src/b.ts' }],
    ['it has no quote', { evidence: null }],
    ['it has no file', { file: null }],
  ])('lets go what does not hold: %s', (_, values) => {
    const old = { ...risky, ...values }
    expect(carryOver([old], input)).toEqual({ held: [], setAside: [], gone: [old] })
  })

  it('sets aside what only the setting for lines keeps out, and takes it back under another', () => {
    const near = { ...risky, line: 4, endLine: null, evidence: 'two()' }
    const strict = carryOver([near], { ...input, lines: 'strict' })
    expect(strict).toMatchObject({ held: [], setAside: [{ id: near.id, code: 'line_not_changed' }], gone: [] })
    const taken = openIn({ findings: [], discarded: strict.setAside })
    expect(carryOver(taken, input)).toMatchObject({ held: [{ id: near.id, evidence: 'two()' }], setAside: [] })
  })

  it.each<[string, string, Partial<Finding>, boolean]>([
    ['what it quotes', 'lib/time.ts', {}, true],
    ['its folder, for what is about all of it', 'src/time.ts', { evidence: 'src/a.ts' }, true],
    ['its folder, for a short quote', 'src/time.ts', { evidence: 'two()' }, true],
    ['nothing, for a short quote elsewhere', 'lib/time.ts', { evidence: 'two()' }, false],
  ])('follows a file that git no longer knows under its old name by %s', (_, path, values, expected) => {
    const moved = changeOf(path, null, after)
    const contents = new Map([[path, { new: after, old: null }]])
    const { held } = carryOver([{ ...risky, ...values }], { ...input, files: [moved], since: [moved], contents })
    expect(held.map(({ id, file }) => [id, file])).toEqual(expected ? [[risky.id, path]] : [])
  })

  it('knows a quote again in which a secret was masked', () => {
    const masked = finding({ line: 1, evidence: 'const risky = ev…' })
    expect(carryOver([masked], input).held).toMatchObject([{ line: 3, evidence: masked.evidence }])
  })

  it('keeps what is about a whole file that is still changed', () => {
    const whole = finding({ line: null, evidence: 'src/a.ts' })
    expect(carryOver([whole], input).held).toEqual([{ ...whole, carriedOver: true }])
  })
})
