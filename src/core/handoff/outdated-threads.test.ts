import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/schemas/sample-results.ts'
import { findingMarker } from './marker.ts'
import { outdatedThreads, type ReviewThread } from './outdated-threads.ts'

const bot = 'github-actions[bot]'
const marked = (id: string) => `Wrong.\r\n\r\n${findingMarker(id)}`
const thread = (body: string, changes: Partial<ReviewThread> = {}): ReviewThread => ({
  id: 'T',
  resolved: false,
  path: 'src/a.ts',
  line: 10,
  comments: [{ author: bot, body }],
  ...changes,
})
const open = [finding({ id: 'F-11111111', file: 'src/a.ts', line: 10 })]
const review = { findings: open, conclusive: true, bots: [] }

describe('a thread with our mark', () => {
  it.each<[string, ReviewThread, boolean]>([
    ['whose finding is gone', thread(marked('F-22222222')), true],
    ['whose finding is open', thread(marked('F-11111111')), false],
    ['whose finding is gone, but which is resolved', thread(marked('F-22222222'), { resolved: true }), false],
    ['that a person quotes', thread(`> ${findingMarker('F-22222222')}\nI disagree.`), false],
    ['whose mark is cut off', thread('<!-- review-loop:F-22 -->'), false],
    [
      'whose author went on under an open id',
      thread('', { comments: [marked('F-22222222'), marked('F-11111111')].map((body) => ({ author: bot, body })) }),
      false,
    ],
    [
      'in which someone else names an open id',
      thread('', {
        comments: [
          { author: bot, body: marked('F-22222222') },
          { author: 'someone', body: marked('F-11111111') },
        ],
      }),
      true,
    ],
    [
      'that a person opened and we answered',
      thread('', {
        comments: ['Why?', marked('F-22222222')].map((body, at) => ({ author: at ? bot : 'someone', body })),
      }),
      false,
    ],
    ['without comments', thread('', { comments: [] }), false],
  ])('%s', (_, given, outdated) => {
    expect(outdatedThreads([given], review)).toEqual(outdated ? ['T'] : [])
  })

  it('is never outdated by a review that is incomplete', () => {
    expect(outdatedThreads([thread(marked('F-22222222'))], { ...review, conclusive: false })).toEqual([])
  })
})

describe('a thread without a mark, of an account that posts for us', () => {
  const ours = { ...review, bots: ['github-actions'] }

  it.each<[string, Partial<ReviewThread>, boolean]>([
    ['near an open finding', { line: 13 }, false],
    ['far from every finding', { line: 14 }, true],
    ['in another file', { path: 'src/b.ts' }, true],
    ['that lost its line in a file with a finding', { line: null }, false],
    ['that lost its line in a file without one', { line: null, path: 'src/b.ts' }, true],
    ['of an account of that very name', { line: 50, comments: [{ author: 'github-actions', body: 'Hm.' }] }, true],
    ['of a person', { line: 50, comments: [{ author: 'someone', body: 'Hm.' }] }, false],
    ['of an account that is gone', { line: 50, comments: [{ author: null, body: 'Hm.' }] }, false],
  ])('%s', (_, changes, outdated) => {
    expect(outdatedThreads([thread('Hm.', changes)], ours)).toEqual(outdated ? ['T'] : [])
  })

  it('is nobody’s business without the setting', () => {
    expect(outdatedThreads([thread('Hm.', { line: 50 })], review)).toEqual([])
  })
})
