import { expect, it } from 'vitest'
import type { JsonObject } from '../cli/json.ts'
import { createProgress } from './progress.ts'

const say = (text: string) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
const call = (toolCallId: string, status = 'pending') => ({ sessionUpdate: 'tool_call', toolCallId, status })
const done = (toolCallId: string) => ({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' })

it.each<[what: string, updates: readonly JsonObject[], text: string, turns: number, toolCalls: number]>([
  ['nothing', [], '', 1, 0],
  ['pieces', [say('a'), say('b')], 'ab', 1, 0],
  ['words before a call', [say('Let me see.'), call('1'), done('1'), say('Answer')], 'Answer', 2, 1],
  ['a call after the answer', [say('Answer'), call('1'), done('1')], 'Answer', 2, 1],
  ['calls side by side', [call('1'), call('2'), done('1'), done('2'), say('x')], 'x', 2, 2],
  ['calls one after the other', [call('1'), done('1'), call('2'), done('2'), say('x')], 'x', 3, 2],
  ['calls that are over at once', [call('1', 'completed'), call('2', 'failed'), say('x')], 'x', 3, 2],
  ['what it does not know', [{ sessionUpdate: 'new_thing' }, {}, say('x')], 'x', 1, 0],
])('follows %s', (_, updates, text, turns, toolCalls) => {
  const progress = after(updates)
  expect([progress.text(), progress.turns(), progress.toolCalls()]).toEqual([text, turns, toolCalls])
})

it.each([
  ['cached inside the input', { inputTokens: 1200, outputTokens: 50, cachedReadTokens: 200, totalTokens: 1250 }, 1000],
  ['cached apart', { inputTokens: 1000, outputTokens: 50, cachedReadTokens: 200, totalTokens: 1250 }, 1000],
  [
    'written to the cache',
    { inputTokens: 700, outputTokens: 50, cachedReadTokens: 200, cachedWriteTokens: 300, totalTokens: 1250 },
    1000,
  ],
])('normalises usage with tokens %s', (_, usage, inputTokens) => {
  const progress = after([])
  progress.finish({ usage })
  expect(progress.usage()).toEqual({ inputTokens, outputTokens: 50, cachedTokens: 200, costUsd: null })
})

it.each([
  [{ amount: 0.5, currency: 'USD' }, 0.5],
  [{ amount: 3, currency: 'credits' }, null],
  [null, null],
])('takes a cost only in dollars: %j', (cost, expected) => {
  expect(after([{ sessionUpdate: 'usage_update', used: 10, size: 100, cost }]).usage().costUsd).toBe(expected)
})

it('says which limit is exceeded', () => {
  const none = { seconds: 1, turns: null, tokens: null, dollars: null }
  const cost = { amount: 0.5, currency: 'USD' }
  const progress = after([call('1'), done('1'), call('2'), { sessionUpdate: 'usage_update', used: 900, cost }])
  expect(progress.exceeded(none)).toBeNull()
  expect(progress.exceeded({ ...none, turns: 2 })).toBeNull()
  expect(progress.exceeded({ ...none, turns: 1 })).toBe('1 turns')
  expect(progress.exceeded({ ...none, tokens: 899 })).toBe('899 tokens')
  expect(progress.exceeded({ ...none, dollars: 0.4 })).toBe('0.4 dollars')
})

function after(updates: readonly JsonObject[]) {
  const progress = createProgress()
  for (const update of updates) progress.update({ sessionId: 's', update })
  return progress
}
