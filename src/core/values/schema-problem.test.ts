import * as v from 'valibot'
import { expect, it } from 'vitest'
import { schemaProblem } from './schema-problem.ts'

const schema = v.strictObject({
  name: v.pipe(v.string(), v.nonEmpty()),
  sizes: v.optional(v.array(v.number()), []),
  kind: v.optional(v.picklist(['a', 'b'], 'must be a or b'), 'a'),
})

it.each<[unknown, string]>([
  [undefined, 'the reply: is not JSON'],
  [7, 'the reply: expected Object, found 7'],
  [{}, 'name: is missing'],
  [{ name: '' }, 'name: must not be empty'],
  [{ name: 'x', size: 1 }, 'size: is a key that does not belong there'],
  [{ name: 'x', sizes: [1, 'two'] }, 'sizes.1: expected number, found "two"'],
  [{ name: 'x', kind: 'c' }, 'kind: must be a or b'],
  [{ name: 'x', sizes: ['\n::error::\u2028y'] }, 'sizes.0: expected number, found " ::error:: y"'],
])('says of %j: %s', (value, problem) => {
  const result = v.safeParse(schema, value)
  expect(result.issues?.map((issue) => schemaProblem(issue, 'the reply'))[0]).toBe(problem)
})

it('does not repeat all of what was found', () => {
  const result = v.safeParse(v.number(), 'x'.repeat(10_000))
  expect(schemaProblem(result.issues?.[0] as v.BaseIssue<unknown>, 'it')).toHaveLength(200)
})
