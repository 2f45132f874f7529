import { expect, it } from 'vitest'
import { comment, head, message, postedSnapshot, review, thread } from '../../../test/support/snapshot.ts'
import { knownReviewers } from '../outside/reviewers/index.ts'
import type { AgentReading } from '../outside/types.ts'
import { hashText } from '../values/hash.ts'
import { withUnknownBots } from './bot-accounts.ts'
import { markOf } from './mark.ts'
import { fixClaims, isClosedByHand, ownTextCheck } from './own-replies.ts'
import type { PostedReview, PostedThread } from './snapshot.ts'
import { fixedThreads, isAgreement, isUntouched, repliesToFix } from './unconfirmed-fixes.ts'

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`)
const was = numbered(1, 30).join('\n')
const changedAt = (line: number) => was.replace(`line ${line}\n`, 'other\n')
const atLines = (line: number, endLine: number): Partial<PostedThread> => ({
  begunAt: { commit: head, lines: { line, endLine } },
})

it.each<[string, Partial<PostedThread>, string | null, string | null, boolean]>([
  ['nothing changed', atLines(10, 10), was, was, true],
  ['its line changed', atLines(10, 10), was, changedAt(10), false],
  ['a line near it changed', atLines(10, 10), was, changedAt(13), false],
  ['a line far from it changed', atLines(10, 10), was, changedAt(14), true],
  ['one of its lines changed', atLines(10, 20), was, changedAt(12), false],
  ['it only moved', atLines(10, 10), was, `first\nsecond\n${was}`, true],
  ['only white space changed', atLines(10, 10), was, was.replace('line 10', '  line  10'), true],
  [
    'it is about the file, and something changed there',
    { begunAt: { commit: head, lines: null } },
    was,
    changedAt(29),
    false,
  ],
  ['it is about the file, and nothing changed there', { begunAt: { commit: head, lines: null } }, was, was, true],
  ['its commit is not here, and the forge says that it is as it was', atLines(10, 10), null, was, true],
  [
    'its commit is not here, and the forge says that it changed',
    { ...atLines(10, 10), isOutdated: true },
    null,
    was,
    false,
  ],
  ['its commit is not here, and the forge knows no line', { ...atLines(10, 10), line: null }, null, was, false],
  ['the head is not here', atLines(10, 10), was, null, true],
  ['the forge does not tell where it was', { begunAt: null, isOutdated: true }, was, was, false],
])('what is called fixed is untouched or not where %s', (_, changes, before, now, expected) => {
  expect(isUntouched(thread('maria', 'A bug.', changes), before ?? undefined, now)).toBe(expected)
})

it('what is called fixed is not untouched where its file is gone', () => {
  expect(isUntouched(thread('maria', 'A bug.', atLines(10, 10)), was, undefined)).toBe(false)
})

const ours = (kind: string, commit: string) =>
  message('octocat', `Done.\n\n${markOf(kind, `T ${commit}`)}`, { isBot: false })
const isOwn = ownTextCheck(postedSnapshot({}), { writers: new Set(), reviewers: [] })

it('a thread is called fixed by our last word there, open or not', () => {
  const threads = [
    thread('maria', 'Fixed.', {}, ours('fixed', 'old'), ours('fixed', 'new'), message('coderabbitai', 'Thank you!')),
    thread('maria', 'Withdrawn.', {}, ours('withdrawn', 'new')),
    thread('maria', 'Left after that.', {}, ours('fixed', 'old'), ours('skipped', 'new')),
    thread('maria', 'Closed already.', { isResolved: true }, ours('fixed', 'old')),
    thread('maria', 'Not answered.'),
  ]
  const found = fixedThreads(postedSnapshot({ threads }), isOwn)
  expect(found.map(({ thread: { comments }, commit }) => [comments[0]?.body, commit])).toEqual([
    ['Fixed.', 'new'],
    ['Closed already.', 'old'],
  ])
})

const replied = (words: string) => message('coderabbitai', words)

it('of the replies to a fix the last of each bot counts', () => {
  const { comments } = thread('coderabbitai', 'A bug.', {}, replied('Before.'), ours('fixed', 'new'), replied('No.'))
  const others = [message('other-ai', 'Hm.'), message('maria', 'No!', { isBot: false }), replied('Yes.')]
  const all = repliesToFix(thread('coderabbitai', '', { comments: [...comments, ...others] }), isOwn)
  expect(all.map(({ body }) => body)).toEqual(['Yes.', 'Hm.'])
  expect(repliesToFix(thread('coderabbitai', 'A bug.', {}, replied('Before.')), isOwn)).toEqual([])
})

it.each<[string, AgentReading['class'] | null, boolean]>([
  ['✅ 👍', null, true],
  ['No issues found.', null, true],
  ['Thank you for the fix!', null, false],
  ['Thank you for the fix!', 'other', true],
  ['Danke, aber das Problem besteht weiter.', null, false],
  ['Danke, aber das Problem besteht weiter.', 'findings', false],
])('what a bot replies to a fix agrees only where it is understood: %s, read as %s', (words, read, expected) => {
  const readings = new Map(read === null ? [] : [[hashText(words), { class: read, quote: words, items: [] }]])
  const snapshot = postedSnapshot({})
  expect(isAgreement(replied(words), snapshot, { reviewers: knownReviewers, readings })).toBe(expected)
  expect(isAgreement({ ...replied(words), hasOurThumb: true }, snapshot, { reviewers: knownReviewers })).toBe(true)
})

const quiet = review('coderabbitai', '**Actionable comments posted: 0**')

it.each<[string, string, PostedReview, boolean]>([
  ['thanks', 'Thank you for the fix! 🐇', quiet, true],
  ['thanks in another language', '@octocat Danke, das sieht jetzt gut aus.', quiet, true],
  ['thanks for what was a problem', 'Thanks, that resolved the issue.', quiet, true],
  ['thanks, and its review is of an older commit', 'Thank you!', { ...quiet, commit: 'b'.repeat(40) }, false],
  ['thanks, and it asks for changes', 'Thank you!', { ...quiet, body: 'No.', state: 'changes_requested' }, false],
  ['a denial', 'This is not fixed.', quiet, false],
  ['a denial in another language', 'Das Problem besteht weiter.', quiet, false],
  ['a question', 'Thanks! What about the other file?', quiet, false],
  ['code', 'Thanks. Rather:\n\n```js\nreturn a\n```', quiet, false],
])('a bot that found nothing in the head agrees by what objects to nothing: %s', (_, words, given, expected) => {
  expect(isAgreement(replied(words), postedSnapshot({ reviews: [given] }), { reviewers: knownReviewers })).toBe(
    expected,
  )
})

it('a claim names the commit that each who watches said last, also below the pull request', () => {
  const maria = message('maria', `Done.\n\n${markOf('fixed', 'T theirs')}`, { isBot: false })
  const isWriter = ownTextCheck(postedSnapshot({}), { writers: new Set(['maria']), reviewers: [] })
  const threads = [thread('coderabbitai', 'A bug.', { id: 'T' }, ours('fixed', 'old'), ours('fixed', 'new'), maria)]
  const body = `- Fixed.\n\n${markOf('fixed', 'key.head')}\n${markOf('answers', 'commit key.head')}`
  const said = postedSnapshot({ threads, comments: [comment('octocat', body, { isBot: false })] })
  expect([...fixClaims(said, isWriter)]).toEqual([
    ['key.head', ['commit']],
    ['T', ['new', 'theirs']],
  ])
})

it.each<[string, string, string, boolean]>([
  ['a bot that nobody described', 'evil', 'Done.', false],
  ['a workflow', 'github-actions', 'Done.', true],
  ['a reviewer that shares the account of workflows', 'github-actions', '## AI Code Review\n\n- It leaks.', false],
  ['a reviewer', 'coderabbitai', 'Done.', false],
])('our mark is believed or not from %s', (_, login, words, expected) => {
  const text = { author: { login, isBot: true }, body: `${words}\n\n${markOf('fixed', 'T commit')}` }
  for (const me of ['octocat', login]) {
    const snapshot = postedSnapshot({ me: { login: me, isBot: me !== 'octocat' } })
    const reviewers = withUnknownBots(postedSnapshot({ comments: [comment(login, 'Hello')] }), knownReviewers)
    const isOurs = expected || (me === login && login === 'evil')
    expect(ownTextCheck(snapshot, { writers: new Set(), reviewers })(text)).toBe(isOurs)
  }
})

it.each<[string, Partial<PostedThread>, boolean]>([
  ['by its author', { isResolved: true, resolvedBy: 'maria' }, true],
  ['by whom?', { isResolved: true }, true],
  ['with our account, after a fix', { isResolved: true, resolvedBy: 'octocat' }, false],
  ['with our account, without a fix', { isResolved: true, resolvedBy: 'octocat', comments: [] }, true],
  ['by nobody', {}, false],
])('a thread is closed by hand or not: %s', (_, changes, expected) => {
  expect(isClosedByHand(thread('maria', 'A bug.', changes, ours('fixed', 'new')), 'octocat', isOwn)).toBe(expected)
})
