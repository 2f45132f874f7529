import { describe, expect, it } from 'vitest'
import { comment, head, postedSnapshot, reaction, review, since, thread } from '../../../test/support/snapshot.ts'
import { statusText } from '../../report/watch/reviewer-line.ts'
import { knownReviewer } from '../outside/reviewers/index.ts'
import { decidePoll, mayBeAsked, type ReviewerStatus, reviewerStatuses, type Waiting } from './reviewer-status.ts'
import type { Author, PostedComment, Snapshot } from './snapshot.ts'

const [coderabbit, codex] = [knownReviewer('coderabbit'), knownReviewer('codex')]
const [copilot, greptile] = [knownReviewer('copilot'), knownReviewer('greptile')]
const openaiWorkflow = knownReviewer('openai-workflow')

const minute = 60_000
const began = Date.parse(since)

const waiting: Waiting = {
  reviewers: [coderabbit],
  since: began,
  now: began + minute,
  looksLeft: Infinity,
  timeLeft: Infinity,
  asked: [],
}

function statusIn(
  snapshot: Partial<Snapshot>,
  { minutes = 1, ...given }: Partial<Waiting> & { readonly minutes?: number } = {},
): ReviewerStatus {
  return reviewerStatuses(postedSnapshot(snapshot), { ...waiting, now: began + minutes * minute, ...given })[0]!
}

const copilotLogin = 'copilot-pull-request-reviewer'
const overview = '## Pull request overview\n\nThis pull request adds a cache.\n\n**Changes:**\n- a cache'

const clean = '**Actionable comments posted: 0**'
const inProgress =
  '<!-- This is an auto-generated comment: review in progress by coderabbit.ai -->\nCurrently processing'
const limited = '## Rate limit exceeded\n\nPlease wait **9 minutes and 10 seconds** before requesting another review.'

const said = (body: string, minutes: number) =>
  comment('coderabbitai', body, { at: new Date(began + minutes * minute).toISOString() })
const limitedAt = (minutes: number) => said(limited, minutes)
const unnamedAt = (minutes: number) => said('## Review limit reached', minutes)

const codexLogin = 'chatgpt-codex-connector'
const found = '### 💡 Codex Review\n\nHere are some automated review suggestions for this pull request.'
const table = (state: string) =>
  `| Review | Status | Commit |\n|---|---|---|\n| **Code Review** | ${state} | \`ddddddd\` |`
const before = new Date(began - minute).toISOString()
const shown = (name: string, minutes: number) =>
  reaction(codexLogin, name, { at: new Date(began + minutes * minute).toISOString() })
const described = `<!-- greptile_comment -->\nConfidence Score: 5/5\n\nLast reviewed commit: [x](https://forge/commit/${head})`

describe('where a reviewer stands', () => {
  it.each<[string, Partial<Snapshot>, ReviewerStatus['status']]>([
    ['has said nothing', {}, 'waiting'],
    ['is asked for a review', { requested: ['coderabbitai'] }, 'working'],
    ['says that it works', { comments: [comment('coderabbitai', inProgress)] }, 'working'],
    ['says that nothing is wrong', { reviews: [review('coderabbitai', clean)] }, 'ready'],
    [
      'says so about another commit',
      { reviews: [review('coderabbitai', clean, { commit: 'b'.repeat(40) })] },
      'waiting',
    ],
    [
      'says so about a commit that is gone',
      { reviews: [{ ...review('coderabbitai', clean), commit: null }] },
      'waiting',
    ],
    [
      'names the head in short, before it was there',
      { comments: [said(`${clean}\n\nReviewed commit: ${head.slice(0, 7)}`, -1)] },
      'waiting',
    ],
    ['names the head in short', { comments: [said(`${clean}\n\nReviewed commit: ${head.slice(0, 7)}`, 1)] }, 'ready'],
    ['says so as a person', { reviews: [review('coderabbitai', clean, { isBot: false })] }, 'waiting'],
    ['says something else', { reviews: [review('coderabbitai', 'Good morning')] }, 'waiting'],
    ['says nothing in a review', { reviews: [review('coderabbitai', '')] }, 'waiting'],
    ['has something against a line', { threads: [thread('coderabbitai', 'This is a bug.')] }, 'ready'],
    ['failed', { comments: [comment('coderabbitai', '## Review failed\n\nIt did.')] }, 'failed'],
    ['ran into a limit', { comments: [comment('coderabbitai', '## Review limit reached')] }, 'refused'],
    [
      'said so before this head was there',
      { comments: [comment('coderabbitai', clean, { at: '2026-01-01T09:00:00Z' })] },
      'waiting',
    ],
    ['edited it since', { comments: [comment('coderabbitai', clean, { at: '2026-01-01T10:05:00Z' })] }, 'ready'],
  ])('%s', (_, snapshot, status) => {
    expect(statusIn(snapshot).status).toBe(status)
  })

  it('leaves this head out: waited for, with what it says', () => {
    const skipped = comment('coderabbitai', '> [!IMPORTANT]\n> ## Review skipped\n>\n> Draft detected.')
    expect(statusIn({ comments: [skipped] })).toMatchObject({
      status: 'waiting',
      skips: 'Review skipped: Draft detected.',
    })
    const late = statusIn({ comments: [skipped] }, { minutes: 13 })
    expect(statusText(late)).toBe('Review skipped: Draft detected.')
    expect(statusIn({ comments: [skipped], reviews: [review('coderabbitai', clean)] })).not.toHaveProperty('skips')
    expect(statusIn({ comments: [comment('coderabbitai', 'Skipped: another bot wrote it.')] })).not.toHaveProperty(
      'skips',
    )
  })

  it.each<[string, Partial<Snapshot>, ReviewerStatus['status'], boolean]>([
    ['describes the change and counts nothing', { reviews: [review(copilotLogin, overview)] }, 'ready', false],
    [
      'does so with threads',
      { reviews: [review(copilotLogin, overview)], threads: [thread(copilotLogin, 'This is a bug.')] },
      'ready',
      true,
    ],
    [
      'does so about another commit',
      { reviews: [review(copilotLogin, overview, { commit: 'b'.repeat(40) })] },
      'waiting',
      false,
    ],
    [
      'leaves its number of findings out',
      { reviews: [review(copilotLogin, '## Copilot review overview\n\n### 🔵 Needs a closer look')] },
      'waiting',
      false,
    ],
  ])('a review of Copilot %s', (_, snapshot, status, hasFindings) => {
    expect(statusIn(snapshot, { reviewers: [copilot] })).toMatchObject({ status, hasFindings })
  })

  it.each<[string, Partial<Snapshot>, ReviewerStatus['status'], boolean?]>([
    ['an eye', { reactions: [reaction(codexLogin, 'eyes')] }, 'working'],
    ['a thumb', { reactions: [reaction(codexLogin, '+1')] }, 'ready'],
    ['a thumb after an eye', { reactions: [shown('eyes', 1), shown('+1', 2)] }, 'ready'],
    ['an eye after a thumb', { reactions: [shown('eyes', 3), shown('+1', 2)] }, 'working'],
    ['a thumb from before this head', { reactions: [shown('+1', -1)] }, 'waiting'],
    ['a thumb, of whatever head', { reactions: [shown('+1', 1)], headSince: null }, 'waiting'],
    ['a thumb of a person', { reactions: [reaction(codexLogin, '+1', { isBot: false })] }, 'waiting'],
    ['a thumb of another bot', { reactions: [reaction('coderabbitai', '+1')] }, 'waiting'],
    ['another reaction', { reactions: [reaction(codexLogin, 'rocket')] }, 'waiting'],
    [
      'a thumb, and then a finding',
      { reactions: [shown('+1', 1)], threads: [thread(codexLogin, 'This is a bug.')] },
      'ready',
      true,
    ],
    [
      'a thumb after a finding',
      { reactions: [shown('+1', 2)], threads: [thread(codexLogin, 'This is a bug.')] },
      'ready',
      true,
    ],
    [
      'an eye, and then a review',
      { reactions: [shown('eyes', 0.5)], reviews: [review(codexLogin, found)] },
      'ready',
      true,
    ],
    [
      'an eye in the second of a review',
      { reactions: [shown('eyes', 1)], reviews: [review(codexLogin, found)] },
      'ready',
      true,
    ],
    ['an eye after a review', { reactions: [shown('eyes', 2)], reviews: [review(codexLogin, found)] }, 'working'],
    [
      'a thumb after a failure',
      { reactions: [shown('+1', 2)], comments: [comment(codexLogin, 'Something went wrong.')] },
      'ready',
    ],
    [
      'a thumb, and then a failure',
      { reactions: [shown('+1', 0.5)], comments: [comment(codexLogin, 'Something went wrong.')] },
      'failed',
    ],
    [
      'a thumb while its table is about another commit',
      { reactions: [shown('+1', 2)], comments: [comment(codexLogin, table('🔄 **Running**'), { at: before })] },
      'waiting',
    ],
    [
      'a thumb, and nothing found in another commit since',
      { reactions: [shown('+1', 2)], comments: [comment(codexLogin, table('✅ **Completed**'))] },
      'waiting',
    ],
    [
      'a thumb, and nothing found in another commit before',
      { reactions: [shown('+1', 2)], comments: [comment(codexLogin, table('✅ **Completed**'), { at: before })] },
      'ready',
    ],
  ])('Codex shows %s', (_, snapshot, status, hasFindings = false) => {
    const reviewers = [codex]
    expect(statusIn(snapshot, { reviewers })).toMatchObject({ status, hasFindings })
  })

  it.each<[string, Partial<Snapshot>, object]>([
    ['by a reaction', {}, { status: 'failed', reason: 'it reacted with confused' }],
    [
      'unless a text without a time may be newer',
      { body: described, describedBy: { login: 'greptile-apps', isBot: true } },
      { status: 'ready', hasFindings: false },
    ],
  ])('Greptile has failed, %s', (_, snapshot, expected) => {
    const reviewers = [greptile]
    const reactions = [reaction('greptile-apps', 'confused')]
    expect(statusIn({ reactions, ...snapshot }, { reviewers })).toMatchObject(expected)
  })

  const greptileBot = { login: 'greptile-apps', isBot: true }
  it.each<[string, Partial<Snapshot>]>([
    ['its author wrote', {}],
    ['an account with the name of the bot wrote', { describedBy: { ...greptileBot, isBot: false } }],
    ['nobody knows who edited', { describedBy: null }],
    ['another bot edited', { describedBy: { login: 'coderabbitai', isBot: true } }],
    ['holds a forged part besides its own', { describedBy: greptileBot, body: `${described}\n${described}` }],
  ])('a review in a description that %s is nobody’s', (_, changes) => {
    const one = statusIn({ body: described, ...changes }, { reviewers: [greptile] })
    expect(one).toMatchObject({ status: 'waiting', hasFindings: false })
  })

  const ann = { login: 'ann', isBot: false }
  const rabbit = { login: 'coderabbitai', isBot: true }
  const cleanComment = comment('coderabbitai', 'No actionable comments were generated in the recent review.')
  it('a text of a bot that somebody else edited is not its word any more, and says so', () => {
    expect(statusIn({ comments: [{ ...cleanComment, editedBy: ann }] })).toMatchObject({
      status: 'waiting',
      skips: expect.stringContaining('ann edited its text'),
    })
    expect(statusIn({ comments: [{ ...cleanComment, editedBy: null }] }).status).toBe('waiting')
    expect(statusIn({ comments: [{ ...cleanComment, editedBy: { ...rabbit, isBot: false } }] }).status).toBe('waiting')
  })

  it.each<[string, Author | null, string]>([
    ['its app', rabbit, 'ready'],
    ['a person of its name', { ...rabbit, isBot: false }, 'waiting'],
    ['the author of the change', ann, 'waiting'],
    ['a workflow', { login: 'github-actions', isBot: true }, 'waiting'],
    ['nobody knows whom', null, 'waiting'],
  ])('a check by the name of a bot counts by who made it: %s', (_, author, status) => {
    const title = 'No actionable comments were generated in the recent review.'
    const check = { id: 'K', name: 'CodeRabbit', author, status: 'done' as const, conclusion: 'success', title }
    expect(statusIn({ checks: [{ ...check, summary: '', url: '' }] }).status).toBe(status)
  })

  it('counts what names the head, and nothing that names another commit', () => {
    const about = (sha: string) =>
      comment(
        'coderabbitai',
        `No actionable comments were generated. Reviewing files between ${'c'.repeat(40)} and ${sha}.`,
      )
    expect(statusIn({ comments: [about(head)] }).status).toBe('ready')
    expect(statusIn({ comments: [about('d'.repeat(40))] }).status).toBe('waiting')
  })

  it('counts nothing that is tied to no commit while it is not known since when the head is there', () => {
    const said = comment('coderabbitai', 'No actionable comments were generated in the recent review.')
    expect(statusIn({ comments: [said] }).status).toBe('ready')
    expect(statusIn({ comments: [said], headSince: null }).status).toBe('waiting')
  })

  it('is missing when its time is over, and not before', () => {
    expect(statusIn({}, { minutes: 11 }).status).toBe('waiting')
    expect(statusIn({}, { minutes: 12 }).status).toBe('missing')
    expect(statusIn({ comments: [comment('coderabbitai', inProgress)] }, { minutes: 12 }).status).toBe('missing')
    expect(statusIn({ reviews: [review('coderabbitai', clean)] }, { minutes: 99 }).status).toBe('ready')
  })

  it('is waited for through a limit that ends in time, and no other', () => {
    expect(statusIn({ comments: [comment('coderabbitai', limited)] }, { minutes: 1 })).toMatchObject({
      status: 'working',
      reason: 'Rate limit exceeded',
      limitedUntil: expect.stringMatching(/^2026-01-01T10:\d\d:/),
    })
    expect(statusIn({ comments: [comment('coderabbitai', `> [!WARNING]\n> ${limited}`)] }, { minutes: 1 }).reason).toBe(
      'Rate limit exceeded',
    )
    expect(statusIn({ comments: [comment('coderabbitai', limited)] }, { minutes: 8 }).status).toBe('working')
    const later = comment('coderabbitai', limited, { at: new Date(began + 6 * minute).toISOString() })
    expect(statusIn({ comments: [later] }, { minutes: 6 }).status).toBe('refused')
  })

  it('gives its reason, not its name', () => {
    const body = '## OpenAI Code Review\n\n❌ **API Error:** the service is unavailable (503)'
    const one = statusIn({ comments: [comment('github-actions', body)] }, { reviewers: [openaiWorkflow] })
    expect(one).toMatchObject({ status: 'failed', reason: 'API Error: the service is unavailable (503)' })
  })

  it('is not waited for through a limit that ends after the time of the session', () => {
    const said = { comments: [comment('coderabbitai', limited)] }
    expect(statusIn(said, { timeLeft: 10 * minute }).status).toBe('working')
    expect(statusIn(said, { timeLeft: 5 * minute }).status).toBe('refused')
  })

  it.each<[string, readonly PostedComment[], Partial<ReviewerStatus>]>([
    ['nobody spoke of a limit', [], { status: 'waiting', reason: null }],
    ['it ends in time', [limitedAt(1)], { status: 'working', reason: 'Rate limit exceeded' }],
    ['it ends too late', [said(limited.replace('9', '40'), 1)], { status: 'refused', reason: 'Rate limit exceeded' }],
    ['it is over', [limitedAt(-10)], { status: 'waiting', reason: null }],
    ['it names no end, and is not old', [unnamedAt(-40)], { status: 'refused', reason: 'Review limit reached' }],
    ['it names no end, and is soon old', [unnamedAt(-50)], { status: 'working' }],
    ['it names no end, and is old', [unnamedAt(-70)], { status: 'waiting', reason: null }],
    [
      'there was a review since',
      [limitedAt(1), said('No actionable comments were generated.', 1.5)],
      { status: 'waiting' },
    ],
    ['it works on this head all the same', [unnamedAt(1), said(inProgress, 2)], { status: 'working', reason: null }],
  ])('who is asked for a review, and ran into a limit at an earlier commit: %s', (_, comments, expected) => {
    const headSince = new Date(began + 2 * minute).toISOString()
    expect(statusIn({ comments, headSince }, { minutes: 2, asked: ['coderabbit'] })).toMatchObject(expected)
  })

  it('who comes by itself may come, where the limit of an earlier commit names no end', () => {
    const headSince = new Date(began + 2 * minute).toISOString()
    const statusAfter = (body: string) => statusIn({ comments: [said(body, 1)], headSince }, { minutes: 2 }).status
    expect(statusAfter('## Review limit reached')).toBe('waiting')
    expect(statusAfter(limited.replace('9', '40'))).toBe('refused')
  })

  it('is asked while it says nothing, and when a limit is over, not while one lasts', () => {
    const mayAsk = (comments: readonly PostedComment[], minutes: number) =>
      mayBeAsked(statusIn({ comments }, { minutes }), began + minutes * minute)
    expect(mayAsk([], 1)).toBe(true)
    expect(mayAsk([said(inProgress, 1)], 1)).toBe(false)
    expect(mayAsk([limitedAt(1)], 10)).toBe(false)
    expect(mayAsk([limitedAt(1)], 11)).toBe(true)
    expect(mayAsk([unnamedAt(1)], 2)).toBe(false)
  })

  it('gets as many looks as all get where it has no time of its own, also for a limit', () => {
    const reviewers = [{ ...coderabbit, deadlineMinutes: null }]
    const statusAt = (looksLeft: number, comments: readonly PostedComment[] = []) =>
      statusIn({ comments }, { reviewers, looksLeft: looksLeft * minute, minutes: 600 }).status
    expect([statusAt(1), statusAt(0)]).toEqual(['waiting', 'missing'])
    expect([10, 9, 0].map((left) => statusAt(left, [limitedAt(600)]))).toEqual(['working', 'refused', 'refused'])
    expect([1, 0].map((left) => statusAt(left, [limitedAt(590)]))).toEqual(['working', 'refused'])
  })
})

const one = (name: string, status: ReviewerStatus['status']): ReviewerStatus => ({
  id: name,
  name,
  status,
  hasFindings: false,
  reason: null,
})

describe('whether to wait on', () => {
  const lacks = (...names: string[]) => names.map((name) => expect.objectContaining({ name }))
  it.each<[string, readonly ReviewerStatus['status'][], number | null, object]>([
    ['while one may still speak', ['ready', 'waiting'], null, { step: 'wait' }],
    ['not when all have', ['ready', 'ready'], null, { step: 'analyse', isShort: false, lacking: [] }],
    ['not when nobody is there', [], null, { step: 'analyse', isShort: false }],
    ['no longer than the time of each', ['ready', 'missing'], null, { isShort: true, lacking: lacks('r1') }],
    ['also when one failed: the others may find something', ['failed', 'working'], null, { step: 'wait' }],
    ['not for one that failed, and it is no pass', ['ready', 'failed'], null, { isShort: true, lacking: lacks('r1') }],
    [
      'not for two of four',
      ['ready', 'refused', 'failed', 'ready'],
      null,
      { isShort: true, lacking: lacks('r1', 'r2') },
    ],
    ['not for one that was not understood', ['ready', 'unclear'], null, { isShort: true, lacking: lacks('r1') }],
    ['until enough are there that somebody named', ['ready', 'missing'], 1, { isShort: false, lacking: lacks('r1') }],
    ['not when fewer than named came', ['ready', 'failed', 'missing'], 2, { isShort: true }],
    ['not when fewer are waited for than named', ['ready', 'waiting'], 5, { step: 'fail', needed: 5 }],
    ['not when nobody is there, however many are named', [], 2, { step: 'analyse', isShort: false }],
  ])('%s', (_, statuses, quorum, expected) => {
    const all = statuses.map((status, index) => one(`r${index}`, status))
    expect(decidePoll(all, quorum)).toMatchObject(expected)
  })
})

describe('the line of a reviewer at the end', () => {
  const at = (snapshot: Partial<Snapshot>, minutes = 13) => statusText(statusIn(snapshot, { minutes }))

  it.each<[string, Partial<Snapshot>]>([
    ['clean', { reviews: [review('coderabbitai', clean)] }],
    ['findings', { threads: [thread('coderabbitai', 'This is a bug.')] }],
    ['failed (Review failed)', { comments: [comment('coderabbitai', '## Review failed\n\nIt did.')] }],
    ['rate limited until 10:15 UTC (Rate limit exceeded)', { comments: [limitedAt(6)] }],
    ['refused (Review limit reached)', { comments: [unnamedAt(6)] }],
    ['silent', {}],
    ['silent', { reviews: [review('coderabbitai', clean, { state: 'dismissed' })] }],
    [
      'stale: it spoke about another commit only',
      { reviews: [review('coderabbitai', clean, { commit: 'b'.repeat(40) })] },
    ],
    ['not understood: https://forge/review/coderabbitai', { reviews: [review('coderabbitai', 'Guten Morgen')] }],
    ['clean', { reviews: [{ ...review('coderabbitai', 'Guten Morgen'), hasOurThumb: true }] }],
  ])('%s', (line, snapshot) => {
    expect(at(snapshot)).toBe(line)
  })

  it('is not "not understood" before its time is over', () => {
    expect(at({ reviews: [review('coderabbitai', 'Guten Morgen')] }, 1)).toBe('waiting')
  })
})

describe('a late word of a workflow that began at another head', () => {
  const nothing = '## OpenAI Code Review\n\nNo issues found.'
  const spoke = (minutes: number) =>
    comment('github-actions', nothing, { at: new Date(began + minutes * minute).toISOString() })
  const run = (status: 'running' | 'done', minutes: number) => ({
    id: 'K',
    name: 'review',
    author: { login: 'github-actions', isBot: true },
    status,
    conclusion: status === 'done' ? 'success' : null,
    title: '',
    summary: '',
    url: '',
    startedAt: new Date(began + minutes * minute).toISOString(),
  })
  it.each<[string, Partial<Snapshot>, ReviewerStatus['status']]>([
    ['counts where no check tells otherwise', { comments: [spoke(2)] }, 'ready'],
    ['does not while a check of this head runs', { comments: [spoke(2)], checks: [run('running', 1)] }, 'waiting'],
    ['does not from before that began', { comments: [spoke(2)], checks: [run('done', 3)] }, 'waiting'],
    ['counts when it has ended', { comments: [spoke(2)], checks: [run('done', 1)] }, 'ready'],
    [
      'counts where it names the head',
      { comments: [{ ...spoke(2), body: `${nothing}\n\nReviewed commit: ${head}` }], checks: [run('running', 1)] },
      'ready',
    ],
  ])('%s', (_, snapshot, status) => {
    expect(statusIn(snapshot, { reviewers: [openaiWorkflow] }).status).toBe(status)
  })
})

it('nobody gets more looks than somebody says', () => {
  expect(statusIn({}, { mostLeft: minute }).status).toBe('waiting')
  expect(statusIn({}, { mostLeft: 0 }).status).toBe('missing')
})
