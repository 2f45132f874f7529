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
])('%s, then: %s → %s', (earlier, later, expected) => {
  expect(reverses(demand(earlier), demand(later))).toBe(expected)
})

it('compares only what is about the same file', () => {
  expect(reverses(demand('Remove `@cached`.'), demand('Add `@cached`.', 'src/b.ts'))).toBe(false)
  expect(reverses(demand('Remove `@cached`.', null), demand('Add `@cached`.', null))).toBe(false)
})
