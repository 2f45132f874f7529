import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/schemas/sample-results.ts'
import { codeKey, noCodeKey } from './code-key.ts'
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
  comments: [{ author: bot, body }],
  ...changes,
})
const open = [finding({ id: 'F-11111111', file: 'src/a.ts', line: 10 })]
const review: ThreadReview = { findings: open, decided: [], conclusive: true, bots: [] }
const noTexts: ReadonlyMap<string, string> = new Map()
const outdatedIn = (given: ReviewThread, about: ThreadReview = review) =>
  settleThreads([given], about, noTexts).outdated

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
    expect(settleThreads([thread(marked('F-22222222'))], { ...review, conclusive: false }, noTexts)).toEqual({
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

  const judged = (given: ReviewThread, texts: ReadonlyMap<string, string> = noTexts) => {
    const { outdated, kept } = settleThreads([given], review, texts)
    return outdated.length > 0 ? null : kept[0]?.why
  }

  it.each<[string, Partial<ReviewThread>, 'code' | 'person' | null]>([
    ['ends where its line changed', {}, null],
    ['ends where its line is gone', { ...asItWas, line: null }, null],
    ['stays where the code is as it was', asItWas, 'code'],
    ['stays where a person spoke last', said(['maria', 'Keep this open.']), 'person'],
    ['stays where an account that is gone spoke last', said([null, 'Keep this open.']), 'person'],
    ['stays where a bot spoke after a person', said(['maria', 'Keep it.'], ['other[bot]', 'Noted.']), 'person'],
    ['ends where only a bot answered', said(['other[bot]', 'Right.']), null],
    ['ends where we answered the person', said(['maria', 'Keep it.'], [bot, silent]), null],
  ])('%s', (_, changes, why) => {
    expect(judged(thread(silent, changes))).toBe(why)
  })

  const code = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join('')
  const keyed = `${silent}\n<!-- review-loop code ${codeKey(code, 10, 10)} -->`

  it.each<[string, Partial<ReviewThread>, string | null, 'code' | null]>([
    ['stays where only another part of the file changed', asItWas, `new\n${code}`, 'code'],
    ['ends where a line near it changed', asItWas, code.replace('line 8', 'guarded'), null],
    ['ends where the file went', asItWas, null, null],
    ['stays where the code is as it was when it was raised last, not first', { isOutdated: true }, code, 'code'],
  ])('and whose mark tells of the code %s', (_, changes, text, why) => {
    expect(judged(thread(keyed, changes), new Map(text === null ? [] : [['src/a.ts', text]]))).toBe(why)
  })

  it('ends where a rule found it, which is not forgotten, wherever it was mended', () => {
    const body = `${silent}\n<!-- review-loop code ${noCodeKey} -->`
    expect(judged(thread(body, asItWas), new Map([['src/a.ts', code]]))).toBe(null)
  })

  it('stays where a person writes with the account that began it, without our mark', () => {
    const comments = [silent, 'Keep this open.'].map((body) => ({ author: 'maria', body }))
    expect(settleThreads([thread('', { comments })], review, noTexts).kept).toMatchObject([{ why: 'person' }])
  })

  it('ends where somebody decided that it is none, whatever the code is', () => {
    const decided = { ...review, decided: ['F-22222222'] }
    expect(settleThreads([thread(silent, asItWas)], decided, noTexts).outdated).toEqual(['T'])
  })
})
