import { expect, it } from 'vitest'
import { reverses } from './reverses.ts'

const demand = (body: string, file: string | null = 'src/a.ts') => ({ file, line: 3, body })

it.each([
  ['Remove `@cached`: the result changes.', 'Add `@cached` here for consistency.', true],
  ['Use `@cached` here.', 'The decorator `@cached` is unnecessary.', true],
  ['`@cached` は不要です。', '他と同じく `@cached` を使用してください。', true],
  ['Remove `@cached`.', 'Remove `@traced`.', false],
  ['Remove `@cached`.', 'Remove `@cached` as well.', false],
  ['Remove `@cached`. Or add `@cached` everywhere.', 'Add `@cached`.', false],
  ['```diff\n-let a = 1\n+const a = 1\n```', '```diff\n-const a = 1\n+let a = 1\n```', true],
  ['```diff\n-let a = 1\n+const a = 1\n```', '```diff\n-const a = 1\n+const b = 1\n```', false],
  ['Use `<` instead of `<=` here.', 'Use `<=` instead of `<`: one slot stays unused.', true],
  ['Use `<` instead of `<=` here.', 'Use `<=` instead of `<`: with `<` one slot stays unused.', true],
  ['Replace `<` with `<=`.', 'Compare with `<`, not with `<=`.', true],
  ['Use `<` instead of `<=` here.', 'Keep `<=`, do not use `<`; compare with `limit - 1`.', true],
  ['Replace `&&` with `||`.', 'It should be `&&` rather than `||`.', true],
  ['Replace `a <= 0` with `a === -1`.', 'Do not replace `a <= 0` with `a === -1`: it would break callers.', true],
  ['Do not replace `a <= 0` with `a === -1`.', 'Replace `a <= 0` with `a === -1`.', true],
  ['Change `a <= 0` to `a === -1`.', "Don't change `a <= 0` to `a === -1`.", true],
  ['Swap `a` for `b`.', 'Never swap `a` for `b`.', true],
  ['Change `a <= 0` to `a === -1`.', 'It must stay `a <= 0` and must not become `a === -1`.', true],
  ['Change `a <= 0` to `a === -1`.', 'Revert any change to `a <= 0`; it must not become `a === -1`.', true],
  ['Revert the change of `<= 0`, it must not be `=== -1`.', 'Use `=== -1` instead of `<= 0`.', true],
  ['Change `a <= 0` to `a === -1`.', '`a <= 0` is correct here and must not become `a === -1`.', true],
  ['Replace `a` with `b`.', 'Please revert the change from `a` to `b`.', true],
  ['Do not replace `a` with `b`.', 'Never change `a` to `b`.', false],
  ['Change `a` to `b`.', 'Revert the change from `b` to `a`.', false],
  ['Change `a` to `b`.', '`a` is not correct and must not become `c`.', false],
  ['Change `a` to `b`.', 'Revert any change to `c`.', false],
  ['Replace `a` with `b`.', 'Change `a` to `b` here too.', false],
  ['Replace `a` with `b`.', 'Use `b` instead of `a`.', false],
  ['Replace `a` with `b`.', 'Why not replace `a` with `b`?', false],
  ['Use `b` instead of `a`.', 'Use `x a` instead of `x b`.', false],
  ['Replace `a` with `b`.', 'Do not replace `c` with `d`.', false],
  ['Use `<` instead of `<=` here.', 'Use `<` instead of `<=` here too.', false],
  ['Use `<` instead of `<=` here.', 'Use `!==` instead of `!=`.', false],
  ['Use `<` instead of `<=` here.', 'Keep `<=` in the tests.', false],
  ['It must be `active < limit`.', 'The size must be `limit`.', false],
  ['It must be `active < limit`.', 'It should be `active < limit`, as everywhere.', false],
  ['It should be `a.read()`.', 'It should be `a.read`.', false],
  ['It should be `read(a)`.', 'It should be `read(b)`.', false],
])('%s, then: %s → %s', (earlier, later, expected) => {
  expect(reverses(demand(earlier), demand(later))).toBe(expected)
})

it('compares short code only near by, also where the line was before', () => {
  const there = { ...demand('Use `<` instead of `<=`.'), line: null, originalLine: 3 }
  const back = demand('Use `<=` instead of `<`.')
  expect(reverses(there, back)).toBe(true)
  expect(reverses(there, { ...back, line: 300 })).toBe(false)
})

it('compares only what is about the same file', () => {
  expect(reverses(demand('Remove `@cached`.'), demand('Add `@cached`.', 'src/b.ts'))).toBe(false)
  expect(reverses(demand('Remove `@cached`.', null), demand('Add `@cached`.', null))).toBe(false)
})
