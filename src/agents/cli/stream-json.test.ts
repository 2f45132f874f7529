import { expect, it } from 'vitest'
import type { Json } from '../../types.ts'
import { claude } from '../claude.ts'
import { exampleCall } from './example.ts'

const say = (id: string, model?: string): Json => ({
  type: 'assistant',
  message: { id, ...(model === undefined ? {} : { model }), usage: { output_tokens: 1 }, content: [] },
})
const start = { type: 'system', subtype: 'init', model: 'started', tools: [] }
const result = { type: 'result', subtype: 'success', usage: { output_tokens: 9 } }

it.each<[string, Json[], models: (string | null)[]]>([
  ['the model of a message', [start, say('1', 'said')], ['said']],
  ['else the one of the start', [start, say('1')], ['started']],
  ['else the one that was asked for', [say('1')], ['asked']],
  ['one for the result when all messages agree', [start, say('1'), say('2'), result], ['started']],
  ['none for the result of several models', [start, say('1', 'a'), say('2', 'b'), result], [null]],
  ['none for a result without messages', [start, result], [null]],
])('names %s', (_, lines, models) => {
  const reader = claude.reader(exampleCall({ model: 'asked' }))
  for (const line of lines) reader.line(JSON.stringify(line))
  expect(reader.progress().byModel?.map(({ model }) => model)).toEqual(models)
})
