import { expect, it } from 'vitest'
import { strictSchema } from './schema.ts'

it('requires every property and allows no other, at every depth', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      properties: { type: 'string' },
      list: { type: 'array', items: { type: 'object', properties: { a: { enum: ['x', null] } }, required: [] } },
      either: { anyOf: [{ type: 'null' }, { type: 'object', properties: { b: {} } }] },
    },
    required: ['list'],
  }
  expect(strictSchema(schema)).toEqual({
    type: 'object',
    properties: {
      properties: { type: 'string' },
      list: {
        type: 'array',
        items: {
          type: 'object',
          properties: { a: { enum: ['x', null] } },
          required: ['a'],
          additionalProperties: false,
        },
      },
      either: {
        anyOf: [
          { type: 'null' },
          { type: 'object', properties: { b: {} }, required: ['b'], additionalProperties: false },
        ],
      },
    },
    required: ['properties', 'list', 'either'],
    additionalProperties: false,
  })
})
