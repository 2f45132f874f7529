import { describe, expect, it } from 'vitest'
import { changeOf } from '../../../test/support/change.ts'
import { type Anchor, anchorClaim, type Claim, canRefute } from './anchor.ts'
import { anchorIndex } from './anchor-index.ts'

const before = Array.from({ length: 60 }, (_, index) => `const before${index + 1} = ${index + 1}`)
before[9] = '  if (isAllowed(user)) {'
before[39] = 'release(lock)'
// Lines 20–21 are new, line 30 is changed, the old line 40 is gone (its place is the new line 42), the last one is new.
const after = [...before]
after.splice(39, 1)
after[29] = 'const changed30 = compute(30)'
after.splice(19, 0, 'const fresh20 = load()', 'const fresh21 = load()')
after.push('}')
const file = changeOf('src/a.ts', text(before), text(after))
const index = anchorIndex(file, { new: text(after), old: text(before) })

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

function claim(line: number | null, evidence: string, endLine: number | null = null): Claim {
  return { line, endLine, evidence, masked: false }
}

function short(anchor: Anchor): unknown {
  return anchor.kind === 'refused' ? anchor.code : [anchor.line, anchor.endLine, anchor.sameLines]
}

describe('the evidence decides first', () => {
  it.each<[string, Claim, unknown]>([
    ['found at its line', claim(20, 'const fresh20 = load()'), [20, null, true]],
    ['found at another line than reported', claim(24, 'fresh20 = load()'), [20, null, true]],
    ['found, with no line', claim(null, 'fresh21 = load()'), [21, null, false]],
    ['found, with line 0', claim(0, 'fresh21 = load()'), [21, null, false]],
    ['found, with a negative line', claim(-4, 'fresh21 = load()'), [21, null, false]],
    ['found, with a line far behind the end', claim(1e12, 'fresh21 = load()'), [21, null, true]],
    ['found, with NaN', claim(Number.NaN, 'fresh21 = load()'), [21, null, false]],
    ['found nowhere, on a changed line', claim(20, 'const stale20 = load()'), 'evidence_not_found'],
    ['several lines', claim(20, 'const fresh20 = load()\n   const fresh21 = load()', 21), [20, 21, true]],
    ['several lines, reported as one', claim(3, 'const fresh20 = load()\nconst fresh21 = load()'), [20, 21, false]],
    ['inside the reported lines', claim(18, 'const fresh20 = load()', 22), [18, 22, true]],
    ['in a range that ends before it starts', claim(20, 'const fresh20 = load()', 3), [20, 20, true]],
    ['in a range to the end of the world', claim(20, 'const fresh20 = load()', 1e12), [20, after.length, true]],
    ['far inside a very long range', claim(1, 'const before52 = 52', 60), 'line_not_changed'],
  ])('%s', (_, given, expected) => {
    expect(short(anchorClaim(index, given, 'hunk'))).toEqual(expected)
  })

  it('prefers the occurrence in the change when no line says which', () => {
    const twice = ['call(handler)', ...before, 'call(handler)']
    const changed = changeOf('src/a.ts', text(twice.slice(0, -1)), text(twice))
    const found = anchorClaim(
      anchorIndex(changed, { new: text(twice), old: null }),
      claim(null, 'call(handler)'),
      'hunk',
    )
    expect(short(found)).toEqual([twice.length, null, false])
  })
})

describe('then the place must touch the change', () => {
  it.each<[string, Claim, unknown, unknown]>([
    ['on an added line', claim(20, 'const fresh20 = load()'), [20, null, true], [20, null, true]],
    ['on a context line', claim(18, 'const before18 = 18'), [20, null, false], 'line_not_changed'],
    ['three lines from a hunk', claim(14, 'const before14 = 14'), [20, null, false], 'line_not_changed'],
    ['four lines from a hunk', claim(13, 'const before13 = 13'), 'line_not_changed', 'line_not_changed'],
    ['behind a changed line', claim(34, 'const before32 = 32'), [32, null, false], 'line_not_changed'],
    ['far away', claim(8, 'const before8 = 8'), 'line_not_changed', 'line_not_changed'],
    ['before a removal', claim(41, 'const before39 = 39'), [42, null, false], 'line_not_changed'],
  ])('%s', (_, given, hunk, strict) => {
    expect(short(anchorClaim(index, given, 'hunk'))).toEqual(hunk)
    expect(short(anchorClaim(index, given, 'strict'))).toEqual(strict)
  })
})

describe('removed code stands where it was', () => {
  it.each<[string, Claim, unknown, unknown]>([
    ['a removed line', claim(40, 'release(lock)'), [42, null, false], 'line_not_changed'],
    ['a removed line with its mark', claim(null, '-release(lock)'), [42, null, false], 'line_not_changed'],
    ['a replaced line', claim(null, 'const before30 = 30'), [32, null, false], [32, null, false]],
    [
      'a removed line with the unchanged one before it',
      claim(41, 'before39 = 39\nrelease(lock)'),
      [42, null, false],
      'line_not_changed',
    ],
  ])('%s', (_, given, hunk, strict) => {
    expect(short(anchorClaim(index, given, 'hunk'))).toEqual(hunk)
    expect(short(anchorClaim(index, given, 'strict'))).toEqual(strict)
  })

  it('also when the same code still stands elsewhere, if the reviewer pointed there', () => {
    const [old, now] = [
      ['unlock(door)', ...before, 'unlock(door)'],
      ['unlock(door)', ...before],
    ]
    const both = anchorIndex(changeOf('src/a.ts', text(old), text(now)), { new: text(now), old: text(old) })
    expect(short(anchorClaim(both, claim(61, 'unlock(door)'), 'hunk'))).toEqual([61, null, false])
    expect(short(anchorClaim(both, claim(2, 'unlock(door)'), 'hunk'))).toBe('line_not_changed')
  })

  it('in a deleted file at its old line', () => {
    const deleted = anchorIndex(changeOf('src/a.ts', text(before), null), { new: null, old: text(before) })
    expect(short(anchorClaim(deleted, claim(3, 'release(lock)'), 'hunk'))).toEqual([40, null, false])
  })
})

describe('a short quote does not carry a finding away', () => {
  it.each<[string, Claim, unknown]>([
    ['a bracket far from its line', claim(20, '}'), [20, null, true]],
    ['a bracket far from a line outside the change', claim(8, '}'), 'line_not_changed'],
    ['a bracket without a line', claim(null, '}'), 'no_location'],
    ['a bracket at its line', claim(62, '}'), [62, null, true]],
    ['a word that stands in many lines', claim(20, 'const'), [20, null, true]],
    ['a word that stands in many lines, without a line', claim(null, 'const'), 'no_location'],
    ['a name that stands there once', claim(2, 'fresh20'), [20, null, true]],
  ])('%s', (_, given, expected) => {
    expect(short(anchorClaim(index, given, 'hunk'))).toEqual(expected)
  })
})

describe('the path as evidence means the whole file', () => {
  it.each<[string, Claim, unknown]>([
    ['without a line', claim(null, 'src/a.ts'), [null, null, false]],
    ['with a changed line', claim(20, ' src/a.ts'), [20, null, true]],
    ['with another line', claim(3, 'src/a.ts'), [null, null, false]],
    ['of a file without text', claim(null, 'src/a.ts'), [null, null, false]],
  ])('%s', (_, given, expected) => {
    expect(short(anchorClaim(index, given, 'strict'))).toEqual(expected)
    const binary = anchorIndex({ ...file, binary: true, hunks: [], added: [], removed: [] }, { new: null, old: null })
    expect(short(anchorClaim(binary, given, 'strict'))).toEqual([null, null, false])
  })
})

it('finds a masked quote by what is visible, only when the mask is meant', () => {
  const hidden = { line: 3, endLine: null, evidence: 'const fresh20 = l…' }
  expect(short(anchorClaim(index, { ...hidden, masked: true }, 'hunk'))).toEqual([20, null, true])
  expect(short(anchorClaim(index, { ...hidden, masked: false }, 'hunk'))).toBe('evidence_not_found')
})

it.each([
  ['a line that is there', 'const fresh20 = load()', true],
  ['a line that is gone', 'release(lock)', false],
])('lets %s refute a finding: %j', (_, quote, expected) => {
  expect(canRefute(index, quote, true)).toBe(expected)
})

it.each<[number | null, unknown]>([
  [1, [2, null, false]],
  [null, [2, null, false]],
  [0, [2, null, false]],
  [999, [2, null, false]],
  [12, 'line_not_changed'],
])('takes a removed line that stands elsewhere, too, for meant when the line is %j: %j', (line, expected) => {
  const rest = Array.from({ length: 10 }, (_, at) => `const rest${at} = ${at}`)
  const old = text(['start()', 'if (isReady) {', ...rest, 'if (isReady) {'])
  const now = text(['start()', ...rest, 'if (isReady) {'])
  const twice = anchorIndex(changeOf('src/a.ts', old, now), { new: now, old })
  expect(short(anchorClaim(twice, claim(line, 'if (isReady) {'), 'hunk'))).toEqual(expected)
})
