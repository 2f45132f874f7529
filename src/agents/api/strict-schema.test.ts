import { expect, it } from 'vitest'
import type { Json } from '../../types.ts'
import { isStrictSchema } from './strict-schema.ts'

const closed = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }

it.each<[expected: boolean, schema: Json]>([
  [true, closed],
  [true, { ...closed, properties: { a: { type: 'array', items: closed } } }],
  [false, { ...closed, required: [] }],
  [false, { ...closed, additionalProperties: true }],
  [false, { type: 'object', properties: {} }],
  [false, { ...closed, properties: { a: { type: 'array', items: { ...closed, required: [] } } } }],
  [false, { anyOf: [closed, { ...closed, required: ['b'] }] }],
])('says %s for %j', (expected, schema) => {
  expect(isStrictSchema(schema)).toBe(expected)
})
