import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/schemas/sample-results.ts'
import { findingMarker } from './marker.ts'
import { type ReviewThread, settleThreads, type ThreadReview } from './outdated-threads.ts'

const bot = 'github-actions[bot]'
const marked = (id: string) => `Wrong.\r\n\r\n${findingMarker(id)}`
const thread = (body: string, changes: Partial<ReviewThread> = {}): ReviewThread => ({
  id: 'T',
  resolved: false,
  path: 'src/a.ts',
  line: 10,
  isOutdated: true,
  commit: null,
  comments: [{ author: bot, body }],
  ...changes,
})
const open = [finding({ id: 'F-11111111', file: 'src/a.ts', line: 10 })]
const review: ThreadReview = { findings: open, decided: [], conclusive: true, bots: [] }
const unchanged: ReadonlySet<string> = new Set()
const outdatedIn = (given: ReviewThread, about: ThreadReview = review) =>
  settleThreads([given], about, unchanged).outdated

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
          { author: 'other[bot]', body: marked('F-11111111') },
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
    expect(outdatedIn(given)).toEqual(outdated ? ['T'] : [])
  })

  it('is never outdated by a review that is incomplete', () => {
    expect(settleThreads([thread(marked('F-22222222'))], { ...review, conclusive: false }, unchanged)).toEqual({
      outdated: [],
      kept: [],
    })
  })
})

describe('a thread without a mark, of an account that posts for us', () => {
  const ours: ThreadReview = { ...review, bots: ['github-actions'] }

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
    expect(outdatedIn(thread('Hm.', changes), ours)).toEqual(outdated ? ['T'] : [])
  })

  it('is nobody’s business without the setting', () => {
    expect(outdatedIn(thread('Hm.', { line: 50 }))).toEqual([])
  })
})

describe('a thread of ours whose finding is not raised again', () => {
  const silent = marked('F-22222222')
  const said = (...comments: readonly (readonly [string | null, string])[]) => ({
    comments: [{ author: bot, body: silent }, ...comments.map(([author, body]) => ({ author, body }))],
  })
  const asItWas = { isOutdated: false }

  it.each<[string, Partial<ReviewThread>, readonly string[], 'code' | 'person' | null]>([
    ['ends where its line changed', {}, [], null],
    ['ends where its line is gone', { ...asItWas, line: null }, [], null],
    ['ends where its file changed', asItWas, ['T'], null],
    ['stays where the code is as it was', asItWas, [], 'code'],
    ['stays where a person spoke last', said(['maria', 'Keep this open.']), ['T'], 'person'],
    ['stays where an account that is gone spoke last', said([null, 'Keep this open.']), ['T'], 'person'],
    ['stays where a bot spoke after a person', said(['maria', 'Keep it.'], ['other[bot]', 'Noted.']), [], 'person'],
    ['ends where only a bot answered', said(['other[bot]', 'Right.']), [], null],
    ['ends where we answered the person', said(['maria', 'Keep it.'], [bot, silent]), [], null],
  ])('%s', (_, changes, changed, why) => {
    const kept = why === null ? [] : [{ path: 'src/a.ts', line: 10, why }]
    const outdated = why === null ? ['T'] : []
    expect(settleThreads([thread(silent, changes)], review, new Set(changed))).toEqual({ outdated, kept })
  })

  it('stays where a person writes with the account that began it, without our mark', () => {
    const comments = [silent, 'Keep this open.'].map((body) => ({ author: 'maria', body }))
    expect(settleThreads([thread('', { comments })], review, unchanged).kept).toMatchObject([{ why: 'person' }])
  })

  it('ends where somebody decided that it is none, whatever the code is', () => {
    const decided = { ...review, decided: ['F-22222222'] }
    expect(settleThreads([thread(silent, asItWas)], decided, unchanged).outdated).toEqual(['T'])
  })
})
