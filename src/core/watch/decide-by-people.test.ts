import { describe, expect, it } from 'vitest'
import { comment, message, postedSnapshot, review, thread } from '../../../test/support/snapshot.ts'
import { knownReviewers } from '../outside/reviewers/index.ts'
import type { AgentHeard } from '../outside/types.ts'
import { hashText } from '../values/hash.ts'
import { collectItems } from './collect-items.ts'
import { groupItems, toFinding, triageGroups } from './group-items.ts'
import type { Snapshot } from './snapshot.ts'

const bug = '_⚠️ Potential issue_ | _🔴 Critical_\n\n**The file is never closed.**\n\nEvery call leaks a handle: a bug.'
const other = '_⚠️ Potential issue_ | _🔴 Critical_\n\n**The cache grows.**\n\nNothing is ever removed from the map.'
const nit = '_🧹 Nitpick_ | _🔵 Trivial_\n\nNaming could be more consistent.'
const early = { at: '2026-01-01T10:01:00Z' }
const late = { isBot: false, at: '2026-01-01T10:05:00Z' }
const later = { isBot: false, at: '2026-01-01T10:06:00Z' }
const said = (login: string, body: string, when: typeof late = late) => ({ ...comment(login, body, when), at: when.at })
const replied = (login: string, body: string, when: typeof late = late) => message(login, body, when)
const leak = thread('coderabbitai', bug, { id: 'T1', path: 'src/a.ts', line: 2, endLine: 2 })
const cache = thread('coderabbitai', other, { id: 'T2', path: 'src/cache.ts', line: 40, endLine: 40 })

function all(snapshot: Partial<Snapshot>, heard = new Map<string, AgentHeard>()) {
  const writers = new Set(['maria', 'joe', 'octocat'])
  const question = { reviewers: knownReviewers, writers, pathOf: new Map(), unconfirmed: new Map(), heard }
  return groupItems(collectItems(postedSnapshot(snapshot), question))
}

/** By title: what becomes of it. */
const statusOf = (snapshot: Partial<Snapshot>, heard?: Map<string, AgentHeard>) =>
  Object.fromEntries(all(snapshot, heard).map(({ members, status }) => [members[0]!.title.replace(/\.$/, ''), status]))
const [first, second] = ['The file is never closed', 'The cache grows']
const threads = [leak, cache]

describe('an objection stops the fix that it is about', () => {
  it.each<[string, Partial<Snapshot>, [string, string]]>([
    [
      'which names its file',
      { comments: [said('maria', 'Please do not change a.ts, leave the eval')] },
      ['left', 'open'],
    ],
    ['which names its path and line', { comments: [said('maria', 'src/cache.ts:41 is meant so')] }, ['open', 'left']],
    ['which names its line', { comments: [said('maria', 'line 2 has to stay')] }, ['left', 'open']],
    ['which cannot be tied to anything', { comments: [said('maria', 'Please hold on with this')] }, ['left', 'left']],
    ['which names something else', { comments: [said('maria', 'See notes.md at 10:30')] }, ['left', 'left']],
    ['in a review', { reviews: [review('maria', 'Leave the eval in a.ts', late)] }, ['left', 'open']],
    [
      'in a thread of their own on that line',
      {
        threads: [
          ...threads,
          {
            ...thread('maria', 'Leave the eval', { id: 'T3', path: 'src/a.ts' }),
            comments: [replied('maria', 'Leave the eval')],
          },
        ],
      },
      ['left', 'open'],
    ],
    [
      'in its thread',
      { threads: [{ ...leak, comments: [...leak.comments, replied('maria', 'Hm.')] }, cache] },
      ['left', 'open'],
    ],
    ['as a command about a file', { comments: [said('maria', '/review-loop leave cache.ts')] }, ['open', 'left']],
    ['as a command about everything', { comments: [said('maria', '/review-loop leave')] }, ['left', 'left']],
    ['of the user, which names its file', { comments: [said('octocat', 'Not in a.ts, please')] }, ['left', 'open']],
    ['not of somebody without a say', { comments: [said('eve', 'Please do not change a.ts')] }, ['open', 'open']],
  ])('%s', (_, changes, [one, two]) => {
    expect(statusOf({ threads, ...changes })).toMatchObject({ [first!]: one, [second!]: two })
  })

  it('and what is raised after an order about everything is not decided by it', () => {
    const comments = [said('maria', '/review-loop leave', { isBot: false, at: '2026-01-01T10:00:30Z' })]
    expect(statusOf({ threads, comments })).toEqual({ [first!]: 'open', [second!]: 'open' })
  })
})

describe('what a person writes and nobody has read', () => {
  const asks = said('maria', 'Where are the tests?')
  it.each<[string, Partial<Snapshot>, string | undefined]>([
    ['is for a person', { comments: [asks] }, 'left'],
    ['is released by a thumb of the user', { comments: [{ ...asks, hasOurThumb: true }] }, undefined],
    ['is released by a command', { comments: [asks, said('joe', '/review-loop leave', later)] }, 'closed'],
    [
      'is not by one from before',
      { comments: [said('joe', '/review-loop leave', { isBot: false, at: early.at }), asks] },
      'left',
    ],
    ['is done by a command', { comments: [asks, said('joe', '/review-loop fix', later)] }, 'open'],
    [
      'is taken back by an approval',
      { comments: [asks], reviews: [review('maria', '', { ...later, state: 'approved' })] },
      undefined,
    ],
    [
      'is not by that of another',
      { comments: [asks], reviews: [review('joe', '', { ...later, state: 'approved' })] },
      'left',
    ],
    ['is no demand of the user, who can give commands', { comments: [said('octocat', asks.body)] }, undefined],
    [
      'stays released for a later head',
      {
        comments: [asks, said('joe', '/review-loop leave', later)],
        head: 'b'.repeat(40),
        headSince: '2026-01-01T11:00:00Z',
      },
      'closed',
    ],
  ])('%s', (_, snapshot, status) => {
    expect(statusOf(snapshot)['Where are the tests?']).toBe(status)
  })

  it('holds nothing any more once somebody has closed its thread', () => {
    const mine = { id: 'T3', path: 'src/a.ts', comments: [replied('maria', 'Leave the eval')] }
    const closed = (resolvedBy: string) => thread('maria', '', { ...mine, isResolved: true, resolvedBy })
    expect(statusOf({ threads: [leak, closed('maria')] })[first!]).toBe('open')
    expect(statusOf({ threads: [leak, { ...closed('maria'), isResolved: false }] })[first!]).toBe('left')
  })

  it('names nothing else and is of the user, or beside an approval: it holds nothing', () => {
    const reviews = [review('maria', 'Nice work', { ...late, state: 'approved' })]
    const changes = { threads, comments: [said('octocat', 'Ready for another look')], reviews }
    expect(statusOf(changes)).toMatchObject({ [first!]: 'open', [second!]: 'open' })
    expect(triageGroups(all(changes)).left).toEqual([])
  })

  it('blocks a nitpick, too, and a thumb or a later order sets it free', () => {
    const open = (...replies: ReturnType<typeof message>[]) =>
      triageGroups(all({ threads: [thread('coderabbitai', nit, {}, ...replies)] }))
    expect(open(replied('maria', 'Hm, really?')).left).toHaveLength(1)
    expect(open({ ...replied('maria', 'Hm, really?'), hasOurThumb: true })).toMatchObject({ left: [], open: [] })
    expect(open(replied('maria', 'Hm, really?'), replied('maria', '/review-loop fix', later)).open).toHaveLength(1)
    expect(open(replied('maria', 'Hm, really?'), replied('joe', '/review-loop fix', later)).left).toHaveLength(1)
    expect(open(replied('maria', 'Hm, really?'), replied('octocat', '/review-loop fix', later)).open).toHaveLength(1)
  })
})

describe('orders', () => {
  it('of two people that contradict each other go to a person', () => {
    const both = [replied('maria', '/review-loop leave'), replied('joe', '/review-loop fix', later)]
    const [item] = all({ threads: [{ ...leak, comments: [...leak.comments, ...both] }] })
    expect(item).toMatchObject({ status: 'left', held: 'maria wants it left as it is, and joe wants it fixed' })
  })

  it('of one person count by the last', () => {
    const both = [replied('maria', '/review-loop leave'), replied('maria', '/review-loop fix', later)]
    expect(statusOf({ threads: [{ ...leak, comments: [...leak.comments, ...both] }] })).toEqual({ [first!]: 'open' })
  })

  it('stop everything until it is taken back', () => {
    const comments = [said('maria', '/review-loop stop', { isBot: false, at: early.at })]
    expect(statusOf({ threads, comments })).toEqual({
      [first!]: 'left',
      [second!]: 'left',
      '/review-loop stop': 'left',
    })
    const again = [...comments, said('maria', '/review-loop retry', later)]
    expect(statusOf({ threads, comments: again })).toMatchObject({ [first!]: 'open', '/review-loop stop': 'closed' })
  })

  it('that somebody else edited are none', () => {
    const edited = { ...said('maria', '/review-loop leave a.ts'), editedBy: { login: 'eve', isBot: false } }
    expect(all({ threads, comments: [edited] })[0]?.held).toContain('for a person to read')
  })

  it('name an item by its id', () => {
    const id = all({ threads })[1]!.id
    expect(statusOf({ threads, comments: [said('maria', `/review-loop leave ${id}`)] })).toEqual({
      [first!]: 'open',
      [second!]: 'left',
    })
  })
})

describe('what an agent read', () => {
  const body = 'Could somebody close the socket in the caller?'
  const heardAs = (asks: AgentHeard['asks'], about: string | null = null) =>
    new Map([[hashText(body), { asks, about, quote: 'close the socket' }]])

  it.each<[AgentHeard['asks'], string | undefined, string]>([
    ['change', 'open', 'open'],
    ['nothing', undefined, 'open'],
    ['leave', undefined, 'left'],
    ['stop', 'left', 'left'],
    ['question', 'left', 'left'],
  ])('asks for %s', (asks, own, leaks) => {
    const status = statusOf({ threads: [leak], comments: [said('maria', body)] }, heardAs(asks))
    expect([status[body], status[first!]]).toEqual([own, leaks])
  })

  it('is about the item that it names', () => {
    const id = all({ threads })[0]!.id
    const status = statusOf({ threads, comments: [said('maria', body)] }, heardAs('leave', id))
    expect(status).toEqual({ [first!]: 'left', [second!]: 'open' })
  })
})

it.each([
  ['../shared/db.ts:42', null],
  ['/etc/passwd:1', null],
  ['src/db.ts:99999999999999999999', 'src/db.ts'],
])('nothing in a text ends a watch: %s', (place, file) => {
  const text = `## OpenAI Code Review\n\n- **High**: ${place} leaks a handle ${'x'.repeat(200_000)}`
  const items = all({ comments: [{ ...comment('github-actions', text), updatedAt: late.at }] })
  for (const each of items) {
    const finding = toFinding(each)
    expect(finding.file === file || finding.file === null).toBe(true)
    expect(finding.line === null || finding.line < 1e8).toBe(true)
    expect(finding.problem.length).toBeLessThan(21_000)
  }
})
