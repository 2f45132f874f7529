import { describe, expect, it } from 'vitest'
import { knownReviewers } from '../outside/reviewers/index.ts'
import type { AgentHeard } from '../outside/types.ts'
import { hashText } from '../values/hash.ts'
import { readPersonText } from './person-comments.ts'

const listener = { reviewers: knownReviewers }
const ordersOf = (body: string, isReply = true) =>
  readPersonText(body, isReply, listener).orders.map(({ order }) => order)

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
    expect(ordersOf(body)).toEqual(['unclear'])
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
    expect(ordersOf(body)).toEqual([])
  })

  it('knows short replies in threads only: below the pull request nobody knows what they are about', () => {
    expect(ordersOf('Leave it.', false)).toEqual(['unclear'])
    expect(ordersOf('/review-loop leave', false)).toEqual(['leave'])
    expect(ordersOf('Thanks!', false)).toEqual([])
  })

  const named = 'F-12345678'
  const question = 'Could the handle be closed?'
  it.each<[AgentHeard['asks'], readonly object[]]>([
    ['change', [{ order: 'fix', about: named }]],
    ['leave', [{ order: 'leave', about: named }]],
    ['stop', [{ order: 'stop', about: named }]],
    ['question', [{ order: 'unclear', about: question }]],
    ['nothing', []],
  ])('may be read by an agent: %s', (asks, orders) => {
    const heard = new Map([[hashText(question), { asks, about: named, quote: 'closed' }]])
    expect(readPersonText(question, true, { ...listener, heard }).orders).toEqual(orders)
    // A command is plain: no agent is needed for it.
    const commanded = readPersonText(`${question}\n/review-loop leave`, true, { ...listener, heard })
    expect(commanded).toMatchObject({ orders: [{ order: 'leave' }], heard: null })
  })
})
