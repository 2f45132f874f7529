import { describe, expect, it } from 'vitest'
import { comment, head, message, postedSnapshot, review, thread } from '../../../test/support/snapshot.ts'
import { answersTo } from '../../report/watch/answers.ts'
import { findingMarker } from '../handoff/marker.ts'
import { knownReviewers } from '../outside/reviewers/index.ts'
import { summaryMark } from '../post/marks.ts'
import { collectItems } from './collect-items.ts'
import type { FixReply, ReplyTo } from './fix-replies.ts'
import { groupItems, isMadeOf, toFinding, triageGroups } from './group-items.ts'
import { markOf } from './mark.ts'
import type { ReviewerStatus } from './reviewer-status.ts'
import type { Snapshot } from './snapshot.ts'
import { watchEnd } from './watch-report.ts'

const bug = '_⚠️ Potential issue_ | _🔴 Critical_\n\n**The file is never closed.**\n\nEvery call leaks a handle: a bug.'
const nit = '_🧹 Nitpick_ | _🔵 Trivial_\n\nNaming could be more consistent.'

function gathered(snapshot: Partial<Snapshot>, writers: readonly string[] = ['maria']) {
  const question = {
    reviewers: knownReviewers,
    writers: new Set(writers),
    pathOf: new Map<string, string>(),
    unconfirmed: new Map([['doubted', 'untouched' as const]]),
  }
  return groupItems(collectItems(postedSnapshot(snapshot), question))
}

const statusesOf = (snapshot: Partial<Snapshot>, writers?: readonly string[]) =>
  gathered(snapshot, writers).map(({ status }) => status)

const answersFor = (all: ReturnType<typeof gathered>, replyTo: ReplyTo, commit: string) =>
  answersTo(all, replyTo, commit, {
    prose: (words, longest) => words.slice(0, longest).trim(),
    code: (text) => `\`${text}\``,
  })

const posted = (words: string) => `${findingMarker('F-12345678')}\n\n${words}`
const leak = posted('**P1: The file is never closed**\n\nEvery call leaks a handle.\n\n**Fix:** Close it.')
const summary = (words: string) => `${summaryMark}\n\n## Code Review\n\n${words}`

const ours = (kind: 'fixed' | 'skipped', words = 'Done.') =>
  message('octocat', `${words}\n\n${markOf(kind, `T ${head}`)}`, { isBot: false })
const asOurs = (login: string, kind: 'fixed' | 'skipped', isBot: boolean) => message(login, ours(kind).body, { isBot })
const person = (login: string, words: string) => message(login, words, { isBot: false })

describe('our own review', () => {
  const by = (login: string) => ({
    threads: [{ ...thread(login, leak), comments: [message(login, leak, { isBot: false })] }],
    comments: [comment(login, summary('1 finding (1 P1).'), { isBot: false })],
  })
  const itemsBy = (login: string) =>
    gathered(by(login)).flatMap(({ members }) => members.map(({ reviewer, title }) => [reviewer, title]))

  it.each([
    ['with our own token', 'octocat'],
    ['with the token of somebody who has a say', 'maria'],
  ])('is read as ours where it was posted %s', (_, login) => {
    expect(itemsBy(login)).toEqual([['review-loop', 'The file is never closed']])
  })

  it('is nobody’s where somebody without a say wrote its mark', () => {
    expect(itemsBy('eve')).toEqual([])
  })

  it('asks for nothing where it found nothing', () => {
    expect(gathered({ comments: [comment('maria', summary('No findings.'), { isBot: false })] })).toEqual([])
  })
})

it.each([
  ['that wants it done', 'Before we merge.\n/review-loop fix', true],
  ['with thanks', 'Thanks!', false],
  ['that wants it left', 'Leave it.', false],
  ['of somebody without a say', 'eve', false],
])('a matter of taste is one no longer by a word %s', (_, words, isDemand) => {
  const said = words === 'eve' ? person('eve', '/review-loop fix') : person('maria', words)
  const { open } = triageGroups(gathered({ threads: [thread('coderabbitai', nit, {}, said)] }))
  expect(open.length > 0).toBe(isDemand)
})

describe('what a thread asks for', () => {
  it.each<[string, Partial<Snapshot>, readonly string[]]>([
    ['is open', { threads: [thread('coderabbitai', bug)] }, ['open']],
    [
      'is closed when somebody resolves it',
      { threads: [thread('coderabbitai', bug, { isResolved: true })] },
      ['closed'],
    ],
    [
      'is closed when we said that it is fixed',
      { threads: [thread('coderabbitai', bug, {}, ours('fixed'))] },
      ['closed'],
    ],
    [
      'is closed or left when we said that with the account of somebody with a say, or of a bot that reviews nothing',
      {
        threads: [
          [asOurs('maria', 'fixed', false)],
          [asOurs('github-actions', 'fixed', true), message('coderabbitai', 'Thanks!')],
          [asOurs('maria', 'skipped', false)],
        ].map((said, index) => thread('coderabbitai', bug, { id: `T${index}`, path: `${index}.ts` }, ...said)),
      },
      ['closed', 'closed', 'left'],
    ],
    [
      'is open when a stranger copies that, or a reviewer says it',
      {
        threads: [
          asOurs('eve', 'fixed', false),
          asOurs('eve', 'skipped', false),
          asOurs('coderabbitai', 'fixed', true),
        ].map((said, index) => thread('coderabbitai', bug, { id: `T${index}`, path: `${index}.ts` }, said)),
      },
      ['open', 'open', 'open'],
    ],
    [
      'is for a person when a person objects to what was closed with another account of ours',
      {
        threads: [
          thread(
            'coderabbitai',
            bug,
            { isResolved: true, resolvedBy: 'github-actions' },
            asOurs('github-actions', 'fixed', true),
            person('maria', 'It is still there.'),
          ),
        ],
      },
      ['left'],
    ],
    [
      'is for a person when a person objects to that after we closed it',
      {
        threads: [
          thread(
            'coderabbitai',
            bug,
            { isResolved: true, resolvedBy: 'octocat' },
            ours('fixed'),
            person('maria', 'It is still there.'),
          ),
        ],
      },
      ['left'],
    ],
    [
      'is closed when somebody else closed it after that',
      {
        threads: [
          thread(
            'coderabbitai',
            bug,
            { isResolved: true, resolvedBy: 'maria' },
            ours('fixed'),
            person('maria', 'It is still there.'),
          ),
        ],
      },
      ['closed'],
    ],
    [
      'is closed when we closed it and a person says thanks, or somebody without a say objects',
      {
        threads: [
          thread(
            'coderabbitai',
            bug,
            { isResolved: true, resolvedBy: 'octocat' },
            ours('fixed'),
            person('maria', 'Thank you!'),
            person('eve', 'It is still there.'),
          ),
        ],
      },
      ['closed'],
    ],
    [
      'is left when a bot asks again for what was left',
      { threads: [thread('coderabbitai', bug, {}, ours('skipped'), message('coderabbitai', 'Please fix this.'))] },
      ['left'],
    ],
    [
      'is left when we said that it is fixed, and a person has to look at it',
      { threads: [thread('coderabbitai', bug, { id: 'doubted' }, ours('fixed'))] },
      ['left'],
    ],
    [
      'is open when it is said anew beside that',
      { threads: [thread('coderabbitai', bug, { id: 'doubted' }, ours('fixed')), thread('coderabbitai', bug)] },
      ['open'],
    ],
    ['is left when we said why', { threads: [thread('coderabbitai', bug, {}, ours('skipped'))] }, ['left']],
    [
      'is open when our account spoke without a mark',
      { threads: [thread('coderabbitai', bug, {}, person('octocat', 'Hm.'))] },
      ['open'],
    ],
    [
      'is open when another account copies our mark',
      { threads: [thread('coderabbitai', bug, {}, { ...ours('fixed'), author: { login: 'eve', isBot: false } })] },
      ['open'],
    ],
    [
      'is for a person when a person with a say comes back to it',
      { threads: [thread('coderabbitai', bug, {}, ours('fixed'), person('maria', 'No, it still leaks'))] },
      ['left'],
    ],
    [
      'is closed when that person only thanks for it',
      { threads: [thread('coderabbitai', bug, {}, ours('fixed'), person('maria', 'Thanks!'))] },
      ['closed'],
    ],
    [
      'is not when somebody else does, or a bot',
      {
        threads: [
          thread(
            'coderabbitai',
            bug,
            {},
            ours('fixed'),
            person('eve', 'No, it leaks'),
            message('coderabbitai', 'Thanks!'),
          ),
        ],
      },
      ['closed'],
    ],
    [
      'is left when a person with a say wants it so',
      { threads: [thread('coderabbitai', bug, {}, person('maria', 'Leave it, this is on purpose.'))] },
      ['left'],
    ],
    [
      'is left when they say that to the bot, or to what we left',
      {
        threads: [
          thread(
            'coderabbitai',
            bug,
            {},
            person('maria', '@coderabbitai this is intended.\n/review-loop leave'),
            message('coderabbitai', 'Noted!'),
          ),
          thread('coderabbitai', nit, { line: 90, endLine: 90 }, ours('skipped'), person('maria', 'Yes, leave it.')),
        ],
      },
      ['left', 'left'],
    ],
    [
      'is open when they think better of it, and for a person when they say more than that, or want a fix taken back',
      {
        threads: [
          [person('maria', 'Leave it.'), person('maria', 'Close it after all.\n/review-loop fix')],
          [person('maria', 'Leave it, but close the socket.')],
          [ours('fixed'), person('maria', 'Leave it as it was.')],
        ].map((said, index) => thread('coderabbitai', bug, { id: `T${index}`, path: `${index}.ts` }, ...said)),
      },
      ['open', 'left', 'left'],
    ],
    [
      'is open when somebody else wants it left',
      { threads: [thread('coderabbitai', bug, {}, person('eve', 'Leave it.'))] },
      ['open'],
    ],
    [
      'is for a person where a person wrote it',
      { threads: [thread('maria', 'Close the file', {})].map(asPerson) },
      ['left'],
    ],
    [
      'is open where they say so',
      { threads: [thread('maria', 'Close the file\n/review-loop fix', {})].map(asPerson) },
      ['open'],
    ],
    ['does not from others', { threads: [thread('eve', 'Close the file')].map(asPerson) }, []],
    ['is nothing where it is praise', { threads: [thread('maria', 'Thanks! 🎉')].map(asPerson) }, []],
  ])('%s', (_, snapshot, statuses) => {
    expect(statusesOf(snapshot)).toEqual(statuses)
  })
})

function asPerson(each: ReturnType<typeof thread>): ReturnType<typeof thread> {
  return {
    ...each,
    comments: each.comments.map((said) => ({ ...said, author: { login: said.author!.login, isBot: false } })),
  }
}

function fromReview(each: ReturnType<typeof thread>): ReturnType<typeof thread> {
  return { ...each, comments: each.comments.map((said) => ({ ...said, review: 'R1' })) }
}

describe('what is said about the whole', () => {
  it.each<[string, Partial<Snapshot>, readonly string[]]>([
    ['counts as long as changes are requested', { reviews: [asking('maria', 'changes_requested')] }, ['left']],
    [
      'no longer when they were approved since',
      { reviews: [asking('maria', 'changes_requested'), { ...asking('maria', 'approved', ''), id: 'R2' }] },
      [],
    ],
    ['counts where a review is nothing else', { reviews: [asking('maria', 'commented')] }, ['left']],
    [
      'is open with a command',
      { reviews: [asking('maria', 'commented', 'Where are the tests?\n\n/review-loop fix')] },
      ['open'],
    ],
    ['does not after a dismissal', { reviews: [{ ...asking('maria', 'commented'), state: 'dismissed' }] }, []],
    [
      'counts beside the threads of a review',
      {
        reviews: [{ ...asking('maria', 'commented', 'Please add a test, too.'), id: 'R1' }],
        threads: [thread('maria', 'Close it', { isResolved: true })].map(asPerson).map(fromReview),
      },
      ['closed', 'left'],
    ],
    [
      'is listed in an approval with words',
      { reviews: [asking('maria', 'approved', 'Fine. Please add a test, too.')] },
      ['left'],
    ],
    [
      'does not in an approval that another one follows',
      {
        reviews: [asking('maria', 'approved', 'Please add a test.'), { ...asking('maria', 'approved', ''), id: 'R2' }],
      },
      [],
    ],
    [
      'does not where they approved since',
      { reviews: [asking('maria', 'commented'), { ...asking('maria', 'approved', ''), id: 'R2' }] },
      [],
    ],
    ['does not as a word to a bot', { comments: [comment('maria', 'bugbot run', { isBot: false })] }, []],
    ['counts as a comment', { comments: [comment('maria', 'Where are the tests?', { isBot: false })] }, ['left']],
    [
      'counts as a comment of the author',
      { author: { login: 'maria', isBot: false }, comments: [comment('maria', 'This adds x', { isBot: false })] },
      ['left'],
    ],
    ['of a bot counts for this head', { reviews: [review('coderabbitai', outside)] }, ['open']],
    ['and for no other', { reviews: [review('coderabbitai', outside, { commit: 'b'.repeat(40) })] }, []],
  ])('%s', (_, snapshot, statuses) => {
    expect(statusesOf(snapshot)).toEqual(statuses)
  })

  it('is known as answered by our comment, and raised anew for another head', () => {
    const reviews = [review('coderabbitai', outside)]
    const [first] = gathered({ reviews })
    const [answer] = answersFor([first!], () => ({ kind: 'fixed', words: 'closed' }), head)
    const saidBy = (login: string) => [comment(login, answer!.body, { isBot: false })]
    const comments = saidBy('octocat')
    expect(statusesOf({ reviews, comments })).toEqual(['closed'])
    expect(statusesOf({ reviews, comments: saidBy('maria') })).toEqual(['closed'])
    expect(statusesOf({ reviews, comments: saidBy('eve') })).toEqual(['open'])
    const moved = {
      head: 'e'.repeat(40),
      reviews: [review('coderabbitai', outside, { commit: 'e'.repeat(40) })],
      comments,
    }
    expect(statusesOf(moved)).toEqual(['open'])
  })
})

describe('what a bot says again about each commit', () => {
  const next = 'e'.repeat(40)
  const said = (sha: string, at: string) =>
    comment(
      'github-actions',
      `## OpenAI Code Review\n\nReviewed commit: ${sha}\n\n- **High**: src/a.ts:3 leaks a handle`,
      {
        at,
      },
    )
  const answered = (kind: FixReply['kind']) => {
    const [item] = gathered({ comments: [said(head, '2026-01-01T10:02:00Z')] })
    const [answer] = answersFor([item!], () => ({ kind, words: 'so' }), next)
    return comment('octocat', answer!.body, { isBot: false })
  }

  it.each<[FixReply['kind'], readonly string[]]>([
    ['skipped', ['left']],
    ['fixed', ['open']],
  ])('has its answer or not, where it was %s', (kind, statuses) => {
    const comments = [answered(kind), { ...said(next, '2026-01-01T10:09:00Z'), id: 'C_next' }]
    const later = gathered({ head: next, comments })
    expect(later.map(({ status }) => status)).toEqual(statuses)
    const again = answersFor(later, () => ({ kind: 'skipped', words: 'so' }), next)
    expect(again).toHaveLength(kind === 'skipped' ? 0 : 1)
  })

  it('is one where it is said twice about one commit', () => {
    const comments = [said(head, '2026-01-01T10:02:00Z'), { ...said(head, '2026-01-01T10:03:00Z'), id: 'C_again' }]
    const answers = answersFor(gathered({ comments }), () => ({ kind: 'fixed', words: 'so' }), head)
    expect(answers.map(({ body }) => body.match(/Fixed in/g)?.length)).toEqual([1])
  })
})

it('what has no thread is answered in comments that are short enough, each item once', () => {
  const comments = Array.from({ length: 45 }, (_, index) => ({
    ...comment('maria', `Number ${index * 7919} of them is wrong: ${'x'.repeat(300)}`, { isBot: false }),
    id: `C${index}`,
  }))
  const answers = answersFor(gathered({ comments }), () => ({ kind: 'fixed', words: 'long '.repeat(900) }), head)
  expect(answers).toHaveLength(3)
  expect(answers.flatMap(({ body }) => body.match(/^<!-- review-loop fixed /gm))).toHaveLength(45)
  for (const { body } of answers) expect(body.length).toBeLessThan(65_536)
})

describe('a reviewer that has something against the change which cannot be read', () => {
  const two = '**Actionable comments posted: 2**'
  const later = { at: '2026-01-01T10:09:00Z' }

  it.each<[string, Partial<Snapshot>]>([
    ['counts its comments', { reviews: [review('coderabbitai', two)] }],
    ['asks for changes', { reviews: [review('coderabbitai', 'The lock is wrong.', { state: 'changes_requested' })] }],
    [
      'generated comments',
      { reviews: [review('copilot-pull-request-reviewer', 'Copilot reviewed 2 files and generated 2 comments.')] },
    ],
    [
      'had others about an earlier commit',
      {
        reviews: [review('coderabbitai', two)],
        threads: [thread('coderabbitai', bug, { isResolved: true })].map((each) => ({
          ...each,
          comments: each.comments.map((said) => ({ ...said, commit: 'b'.repeat(40) })),
        })),
      },
    ],
    ['says so twice', { reviews: [review('coderabbitai', two), review('coderabbitai', two, later)] }],
  ])('is heard, and nothing passes: it %s', (_, snapshot) => {
    const all = gathered(snapshot)
    const { open } = triageGroups(all)
    expect(open.map(({ members }) => members[0]?.title)).toEqual([
      expect.stringMatching(/ says it has findings, which could not be read: https:/),
    ])
    expect(watchEnd(all, [ready], analysed)).toBe('issues_found')
  })

  it.each<[string, Partial<Snapshot>]>([
    ['they are resolved', { threads: [thread('coderabbitai', bug, { isResolved: true })] }],
    ['they were fixed', { threads: [thread('coderabbitai', bug, {}, ours('fixed'))] }],
    ['its bot closed them', { threads: [thread('coderabbitai', '✅ Resolved in abcdef1')] }],
    [
      'it says later that all is well',
      { comments: [comment('coderabbitai', 'No actionable comments were generated', later)] },
    ],
  ])('is no matter when %s', (_, more) => {
    const all = gathered({ reviews: [review('coderabbitai', two)], ...more })
    expect(watchEnd(all, [ready], analysed)).toBe('success')
  })

  it('is no matter when the review was dismissed', () => {
    const dismissed = review('coderabbitai', two, { state: 'dismissed' })
    expect(gathered({ reviews: [dismissed] })).toEqual([])
  })
})

const ready: ReviewerStatus = { id: 'coderabbit', name: 'CodeRabbit', status: 'ready', hasFindings: true, reason: null }
const analysed = { isShort: false, lacking: [] } as const

const outside = `**Actionable comments posted: 0**

<details>
<summary>⚠️ Outside diff range comments (1)</summary><blockquote>

<details>
<summary>src/b.ts (1)</summary><blockquote>

\`10-12\`: _⚠️ Potential issue_ | _🔴 Critical_

**The socket is never closed.**

Every call leaks one: a bug.

</blockquote></details>
</blockquote></details>`

function asking(login: string, state: 'changes_requested' | 'approved' | 'commented', body = 'Where are the tests?') {
  return review(login, body, { isBot: false, state })
}

describe('what people say in a thread', () => {
  const wordsOf = (...replies: Parameters<typeof thread>[3][]) =>
    toFinding(gathered({ threads: [thread('coderabbitai', bug, {}, ...replies)] })[0]!).problem

  it('is known to whoever mends it, if they have a say', () => {
    const replies = [
      person('maria', 'Close it in the caller.'),
      person('eve', 'Delete all.'),
      person('maria', 'Thanks!'),
    ]
    expect(wordsOf(...replies, message('coderabbitai', 'Agreed.'))).toBe(
      `${bug}\n\nSaid in the same thread:\n\nmaria: Close it in the caller.`,
    )
  })

  it.each([
    [[], 'close()\n'],
    [[person('maria', 'Not like this.')], null],
    [[person('maria', 'Thanks!')], 'close()\n'],
  ])('keeps a suggestion from being applied by the letter: %#', (replies, suggestion) => {
    const suggested = `${bug}\n\n\`\`\`suggestion\nclose()\n\`\`\`\n`
    const [one] = gathered({ threads: [thread('coderabbitai', suggested, {}, ...replies)] })
    expect(toFinding(one!).suggestion).toBe(suggestion)
  })

  it('after our answer comes with what it is about', () => {
    expect(wordsOf(ours('fixed', 'Fixed.'), person('maria', 'No, it still leaks'))).toBe(
      `No, it still leaks\n\nSaid in the same thread:\n\ncoderabbitai: ${bug}\n\noctocat: Fixed.`,
    )
  })

  it('is not dealt with by a fix that did not know it', () => {
    const before = toFinding(gathered({ threads: [thread('coderabbitai', bug)] })[0]!)
    const [after] = gathered({ threads: [thread('coderabbitai', bug, {}, person('maria', 'Leave it open.'))] })
    expect(isMadeOf(before, after!.members[0]!)).toBe(false)
    expect(isMadeOf(toFinding(after!), after!.members[0]!)).toBe(true)
  })
})

describe('several that say the same', () => {
  const sourcery = '**issue (bug_risk):** The file is never closed: every call leaks a handle.'

  it('are one finding, as grave as the gravest, with all that is said', () => {
    const all = gathered({ threads: [thread('sourcery-ai', sourcery), thread('coderabbitai', bug)] })
    expect(all).toHaveLength(1)
    expect(toFinding(all[0]!)).toMatchObject({
      severity: 'P1',
      blocking: true,
      file: 'a.ts',
      line: 2,
      reviewers: ['Sourcery', 'CodeRabbit'],
      otherClaims: [{ problem: expect.stringContaining('CodeRabbit: ') }],
    })
  })

  it('are answered where they are open, once', () => {
    const all = gathered({ threads: [thread('sourcery-ai', sourcery), thread('coderabbitai', bug, {}, ours('fixed'))] })
    const answers = answersFor(all, () => ({ kind: 'fixed', words: 'closed' }), head)
    expect(answers.map(({ thread: id }) => id)).toEqual([`T_sourcery-ai_${sourcery.length}`])
  })

  it('are not asked about again where one was answered', () => {
    const again = thread('coderabbitai', bug, { id: 'T_again' })
    expect(statusesOf({ threads: [thread('coderabbitai', bug, {}, ours('skipped')), again] })).toEqual(['left'])
  })

  it.each([
    ['what we left', ours('skipped'), ['left', 'open']],
    ['what a person wants left', person('maria', 'Leave it, this is intended.'), ['left', 'open']],
    ['what is fixed', ours('fixed'), ['closed', 'open']],
  ])('are not those that say something else beside it: %s', (_, answer, statuses) => {
    const beside = thread('sourcery-ai', '**issue (bug_risk):** The file is opened twice on every call: this is a bug.')
    expect(statusesOf({ threads: [thread('coderabbitai', bug, {}, answer), beside] })).toEqual(statuses)
  })

  it('are asked about where one says more than what was answered', () => {
    const taste = '**nitpick:** Where the file is never closed, every call leaks a handle: closing it is good style.'
    const threads = [thread('sourcery-ai', taste, {}, ours('skipped')), thread('coderabbitai', bug)]
    const all = gathered({ threads })
    expect(all).toMatchObject([{ status: 'open', actionable: true }])
    expect(toFinding(all[0]!)).toMatchObject({ title: 'The file is never closed.', severity: 'P1' })
    const answers = answersFor(all, () => ({ kind: 'fixed', words: 'closed' }), head)
    expect(answers.map(({ thread: id }) => id)).toEqual([
      `T_sourcery-ai_${taste.length}`,
      `T_coderabbitai_${bug.length}`,
    ])
  })
})

it('what was left as it is gets another answer only when it is fixed after all', () => {
  const all = gathered({ threads: [thread('coderabbitai', bug, {}, ours('skipped'))] })
  const bodies = (kind: FixReply['kind']) =>
    answersFor(all, () => ({ kind, words: 'so' }), head).map(({ body }) => body)
  expect(bodies('skipped')).toEqual([])
  expect(bodies('fixed')).toEqual([expect.stringMatching(/^Fixed in /)])
})

it('tells what is to be done from what is not, and what takes something back', () => {
  const wish = (words: string) => `_⚠️ Potential issue_ | _🟠 Major_\n\n**A cast.**\n\n${words}`
  const demands = triageGroups(
    gathered({
      threads: [
        thread('coderabbitai', wish('Add the `Number(a)` conversion.'), { id: 'T1' }, ours('fixed')),
        thread('coderabbitai', wish('Remove the `Number(a)` conversion.'), { id: 'T2' }),
        thread('coderabbitai', nit, { id: 'T3', line: 90, endLine: 90 }),
      ],
    }),
  )
  expect(demands.open).toHaveLength(1)
  expect(demands.remarks).toHaveLength(1)
  expect(demands.contradictions).toHaveLength(1)
})

it.each([
  ['after it was done', [ours('fixed')], true],
  ['beside it', [], false],
])('of two that want the opposite of each other none is the other: %s', (_, answers, isDone) => {
  const rabbit = '_⚠️ Potential issue_ | _🔴 Critical_\n\n**Use `<` instead of `<=` in next.**\n\nOff by one.'
  const sourcery = '**issue (bug_risk):** Use `<=` instead of `<` in next: one slot stays unused.'
  const threads = [thread('coderabbitai', rabbit, {}, ...answers), thread('sourcery-ai', sourcery)]
  const { open, contradictions } = triageGroups(gathered({ threads }))
  expect(open).toHaveLength(isDone ? 1 : 2)
  expect(contradictions.map((each) => each.isDone)).toEqual([isDone])
})

describe('answers', () => {
  it('cite the commit', () => {
    const all = gathered({ threads: [thread('coderabbitai', bug)] })
    const say = (claim: FixReply) => answersFor(all, () => claim, head)[0]?.body.split('\n')[0]
    expect(say({ kind: 'fixed', words: 'closed in finally' })).toBe(`Fixed in ${head}: closed in finally`)
    expect(say({ kind: 'fixed', words: '' })).toBe(`Fixed in ${head}.`)
    expect(say({ kind: 'skipped', words: 'meant so.' })).toBe('Left as it is: meant so.')
  })
})
