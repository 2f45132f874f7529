import { describe, expect, it } from 'vitest'
import { knownReviewers } from '../outside/reviewers/index.ts'
import type { AgentHeard } from '../outside/types.ts'
import { hashText } from '../values/hash.ts'
import { meaningOf } from './words.ts'

const listener = { reviewers: knownReviewers }
const inThread = (body: string) => meaningOf(body, true, listener)
const ordersOf = (body: string, isReply = true) => {
  const meaning = meaningOf(body, isReply, listener)
  return meaning.kind === 'orders' ? meaning.orders.map(({ order }) => order) : meaning.kind
}

describe('what a person writes', () => {
  it.each([
    ['/review-loop leave', ['leave']],
    ['It is legacy code.\n\n/review-loop leave', ['leave']],
    ['/Review-Loop FIX a.js', ['fix']],
    ['/review-loop leave F-12345678\n/review-loop fix F-87654321', ['leave', 'fix']],
    ['/review-loop stop', ['stop']],
    ['/review-loop retry', ['retry']],
    ['/review-loop explain', ['explain']],
    ['Leave it.', ['leave']],
    ['please leave it', ['leave']],
    ['wontfix', ['leave']],
    ['Won’t fix!', ['leave']],
    ['Fixed.', ['done']],
    ['Not fixed.', ['retry']],
    ["Don't leave it.", ['fix']],
    ['Do not fix it', ['leave']],
    ['```suggestion\nclose()\n```', ['fix']],
  ])('orders: %j', (body, orders) => {
    expect(ordersOf(body)).toEqual(orders)
  })

  it.each([
    'Leave it, but close the socket.',
    'Bitte nicht ändern!',
    'Please do not change a.js, leave the eval',
    'Looks good, thanks for the fix',
    'Say /review-loop leave to leave it',
    '/review-loop deploy',
    '```\n/review-loop leave\n```',
    '> /review-loop leave\n\nNo.',
    '/deploy staging',
    'bugbot should run',
    '@coderabbitai review the locks, they are wrong',
    'Not like this:\n```suggestion\nclose()\n```',
    '👎',
    '?',
  ])('is not guessed at: %j', (body) => {
    expect(inThread(body).kind).toBe('unread')
  })

  it.each([
    '👍',
    ':tada: :+1:',
    '🎉 @maria',
    'Thanks!',
    'LGTM',
    '+1',
    '> quoted',
    '@coderabbitai review',
    '@coderabbitai full review!',
    'bugbot run',
    '',
  ])('is no demand: %j', (body) => {
    expect(inThread(body).kind).toBe('nothing')
  })

  it('knows short replies in threads only: below the pull request nobody knows what they are about', () => {
    expect(ordersOf('Leave it.', false)).toBe('unread')
    expect(ordersOf('/review-loop leave', false)).toEqual(['leave'])
    expect(ordersOf('Thanks!', false)).toBe('nothing')
  })

  it.each<[AgentHeard['asks'], string, string | undefined]>([
    ['change', 'orders', 'fix'],
    ['leave', 'orders', 'leave'],
    ['stop', 'orders', 'stop'],
    ['question', 'unread', undefined],
    ['nothing', 'nothing', undefined],
  ])('may be read by an agent: %s', (asks, kind, order) => {
    const body = 'Could the handle be closed?'
    const heard = new Map([[hashText(body), { asks, about: 'F-12345678', quote: 'closed' }]])
    const meaning = meaningOf(body, true, { ...listener, heard })
    expect(meaning.kind).toBe(kind)
    if (meaning.kind === 'orders') expect(meaning.orders).toEqual([{ order, about: 'F-12345678' }])
    // A command is plain: no agent is needed for it.
    expect(meaningOf(`${body}\n/review-loop leave`, true, { ...listener, heard }).kind).toBe('orders')
  })
})
