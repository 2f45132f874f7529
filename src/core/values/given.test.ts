import { expect, expectTypeOf, it } from 'vitest'
import { given } from './given.ts'

it('leaves out what has no value, and nothing else', () => {
  const values: { one: string | undefined; two: number | undefined; three: null } = {
    one: undefined,
    two: 0,
    three: null,
  }
  expect(Object.entries(given(values))).toEqual([
    ['two', 0],
    ['three', null],
  ])
  expectTypeOf(given(values)).toEqualTypeOf<{ one?: string; two?: number; three?: null }>()
})
