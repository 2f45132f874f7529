import { expect, it } from 'vitest'
import { comment, postedSnapshot, review, thread } from '../../../test/support/snapshot.ts'
import { unknownBotsLines } from '../../report/watch/unknown-bots.ts'
import { knownReviewers } from '../outside/reviewers/index.ts'
import { unknownBotsIn, withUnknownBots } from './bot-accounts.ts'
import { collectItems } from './collect-items.ts'
import { groupItems } from './group-items.ts'
import type { Snapshot } from './snapshot.ts'

const grave = '### Critical\n\n- `chargeCustomer()` is not idempotent: a retry charges twice.'

it.each<[string, Partial<Snapshot>, readonly string[]]>([
  ['has a thread', { threads: [thread('other-ai', 'It leaks.')] }, ['other-ai']],
  ['asks for changes', { reviews: [review('other-ai', 'No.', { state: 'changes_requested' })] }, ['other-ai']],
  ['writes a finding below', { comments: [comment('other-ai', grave)] }, ['other-ai']],
  ['only comments on the whole', { reviews: [review('other-ai', 'Coverage is 80 %.')] }, []],
  ['is known', { threads: [thread('coderabbitai', 'It leaks.')] }, []],
])('a bot that %s is a stranger or not', (_, given, expected) => {
  const snapshot = postedSnapshot(given)
  const reviewers = withUnknownBots(snapshot, knownReviewers)
  const items = collectItems(snapshot, { reviewers, writers: new Set(), pathOf: new Map(), unconfirmed: new Map() })
  expect(unknownBotsIn(groupItems(items), reviewers)).toEqual(expected)
})

it.each<[string, Partial<Snapshot>, readonly string[]]>([
  ['of a stranger', { threads: [thread('other-ai', 'It leaks.')] }, ['other-ai']],
  [
    'of an account that others share',
    {
      threads: [thread('github-actions', 'It leaks.')],
      reviews: [review('github-actions', '## OpenAI Code Review\n\n- **Critical** `a.ts:3`: It crashes.')],
    },
    ['github-actions', 'OpenAI Code Review (workflow)'],
  ],
])('an open thread %s is something to be dealt with', (_, given, by) => {
  const snapshot = postedSnapshot(given)
  const question = {
    reviewers: withUnknownBots(snapshot, knownReviewers),
    writers: new Set<string>(),
    pathOf: new Map(),
    unconfirmed: new Map(),
  }
  expect(collectItems(snapshot, question).map((item) => item.by)).toEqual(by)
})

it('says which lines to copy', () => {
  const { notice, lines } = unknownBotsLines(['github-actions', 'other_ai'], knownReviewers)
  expect(notice).toContain('github-actions, other_ai are not described anywhere')
  expect(lines.join('\n')).toBe(`github:
  reviewers:
    github-actions:
      logins: [github-actions]
      headline: 'what all its texts begin with'
      clean: ['what it writes when it finds nothing']
    other-ai:
      logins: [other_ai]
      clean: ['what it writes when it finds nothing']`)
})
