import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { mergeReviewers } from '../../src/core/outside/own-reviewers.ts'
import { ownReviewersSchema } from '../../src/core/outside/reviewer-schema.ts'
import { knownReviewer } from '../../src/core/outside/reviewers/index.ts'
import { withUnknownBots } from '../../src/core/watch/bot-accounts.ts'
import { collectItems } from '../../src/core/watch/collect-items.ts'
import { groupItems } from '../../src/core/watch/group-items.ts'
import { markOf } from '../../src/core/watch/mark.ts'
import { decidePoll, reviewerStatuses } from '../../src/core/watch/reviewer-status.ts'
import type { Snapshot } from '../../src/core/watch/snapshot.ts'
import { type WatchEnd, watchEnd, watchExitCode } from '../../src/core/watch/watch-report.ts'
import { readSnapshot } from '../../src/forge/github/snapshot.ts'
import { damageRuns } from './damage.ts'
import { damageJson, type JsonDamage, jsonDamage, type Path } from './json-damage.ts'
import { accountOf, pageOf, playedClient, pushedAt, type ShownPullRequest, shownHead } from './watch-forge.ts'

// A pull request that is watched: from what the interface of GitHub says to what a look at it comes to. Words that a reviewer did
// not write as it usually does are not among the damage: nothing says which words have to be there.

const house = v.parse(ownReviewersSchema, { house: { logins: ['house-bot'], clean: ['^All fine'], checks: ['house'] } })
const reviewers = mergeReviewers([knownReviewer('coderabbit')], house)
const began = Date.parse(pushedAt)
const saidAt = '2026-01-01T10:01:00Z'

/** What `watch` says after its last look. */
function endFor(snapshot: Snapshot, quorum: number | null): WatchEnd {
  const now = began + 3_600_000
  const statuses = reviewerStatuses(snapshot, { reviewers, since: began, now, looksLeft: 0, timeLeft: 0, asked: [] })
  const decision = decidePoll(statuses, quorum)
  if (decision.step !== 'analyse') return decision.step === 'fail' ? 'workflow_failure' : 'waiting'
  const writers = new Set(['octocat', 'maria'])
  const question = {
    reviewers: withUnknownBots(snapshot, reviewers),
    writers,
    pathOf: new Map(),
    unconfirmed: new Map(),
  }
  return watchEnd(groupItems(collectItems(snapshot, question)), statuses, decision)
}

async function gateOf(opinions: Opinions, damage: Damage | null = null): Promise<'pass' | 'no pass'> {
  const shown = shownBy(opinions)
  const client = playedClient(shown, (text, call) => (damage === null ? text : delivered(text, call, damage)))
  const answer = await readSnapshot(client, { repository: { owner: 'octo', name: 'project' }, number: 7 })
  return 'value' in answer && watchExitCode(endFor(answer.value, opinions.quorum)) === 0 ? 'pass' : 'no pass'
}

interface Thread {
  readonly by: 'coderabbitai' | 'house-bot' | 'stranger-bot' | 'maria'
  readonly isBug: boolean
  readonly isResolved: boolean
  readonly answer: 'fixed' | 'skipped' | null
}

interface Opinions {
  readonly rabbit: 'clean' | 'finds' | 'nothing' | 'failed'
  readonly house: 'clean' | 'finds' | 'nothing' | 'failed'
  readonly maria: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'comment' | 'nothing'
  readonly threads: readonly Thread[]
  /** How many reviews somebody wants; null: all of them. */
  readonly quorum: 2 | null
}

const anyAuthor = fc.constantFrom<Thread['by']>('coderabbitai', 'house-bot', 'stranger-bot', 'maria')
const closedThread: fc.Arbitrary<Thread> = fc.oneof(
  fc.record({ by: anyAuthor, isBug: fc.boolean(), isResolved: fc.constant(true), answer: fc.constant(null) }),
  fc.record({ by: anyAuthor, isBug: fc.boolean(), isResolved: fc.constant(false), answer: fc.constant('fixed') }),
)
const openThread: fc.Arbitrary<Thread> = fc.record({
  by: anyAuthor,
  isBug: fc.constant(true),
  isResolved: fc.constant(false),
  answer: fc.constantFrom(null, 'skipped'),
})

/** Nothing is left to be done. */
const passing: fc.Arbitrary<Opinions> = fc.record({
  rabbit: fc.constant('clean'),
  house: fc.constant('clean'),
  maria: fc.constant('nothing'),
  threads: fc.array(closedThread, { maxLength: 2 }),
  quorum: fc.constantFrom(2, null),
})

const none = fc.constant<readonly Thread[]>([])

/** The same, and one thing that keeps it from passing. */
const blocked: fc.Arbitrary<Opinions> = fc
  .record({
    opinions: passing,
    barrier: fc.oneof(
      // With threads of its own it would have spoken, and what it finds would be closed.
      fc.record({ rabbit: fc.constantFrom('finds' as const, 'nothing' as const), threads: none }),
      fc.record({ house: fc.constantFrom('finds' as const, 'nothing' as const), threads: none }),
      fc.record({ rabbit: fc.constant('failed' as const), quorum: fc.constant(2 as const), threads: none }),
      fc.record({ maria: fc.constantFrom('CHANGES_REQUESTED' as const, 'COMMENTED' as const) }),
      fc.record({ maria: fc.constant('comment' as const) }),
    ),
    thread: openThread,
    isThread: fc.boolean(),
  })
  .map(({ opinions, barrier, thread, isThread }) =>
    isThread ? { ...opinions, threads: [...opinions.threads, thread] } : { ...opinions, ...barrier },
  )

const isBot = (login: string) => login !== 'maria' && login !== 'octocat'
const said = (login: string, id: string, body: string) => ({
  id,
  author: accountOf(login, isBot(login)),
  editor: null,
  lastEditedAt: null,
  body,
  createdAt: saidAt,
  url: `https://forge/${id}`,
})

function shownBy({ rabbit, house: other, maria, threads }: Opinions): ShownPullRequest {
  const review = (login: string, state: string, body: string) => ({
    ...said(login, `R_${login}`, body),
    state,
    submittedAt: saidAt,
    commit: { oid: shownHead },
  })
  const found = { clean: '**Actionable comments posted: 0**', finds: '**Actionable comments posted: 1**' }
  const told = { clean: 'All fine.', finds: 'Found 1 issue: the file is never closed.' }
  const comment = { ...said('maria', 'C_1', 'Please add a test.'), updatedAt: saidAt }
  return {
    reviews: [
      ...(rabbit === 'clean' || rabbit === 'finds' ? [review('coderabbitai', 'COMMENTED', found[rabbit])] : []),
      ...(other === 'clean' || other === 'finds' ? [review('house-bot', 'COMMENTED', told[other])] : []),
      ...(maria === 'nothing' || maria === 'comment' ? [] : [review('maria', maria, 'Close the file, please.')]),
    ],
    threads: threads.map(shownThread),
    comments: maria === 'comment' ? [{ ...comment, isMinimized: false }] : [],
    checks: [
      checkOf('CodeRabbit', 'coderabbitai', rabbit === 'failed' ? 'FAILURE' : 'SUCCESS'),
      checkOf('house', 'house-app', other === 'failed' ? 'FAILURE' : 'SUCCESS'),
      checkOf('build', 'ci', 'SUCCESS'),
    ],
    reactions: [],
  }
}

function shownThread({ by, isBug, isResolved, answer }: Thread, index: number) {
  const bug =
    '_⚠️ Potential issue_ | _🔴 Critical_\n\n**The file is never closed.**\n\nEvery call leaks a handle: a bug.'
  const nit = '_🧹 Nitpick_ | _🔵 Trivial_\n\nNaming could be more consistent.'
  const rest = { isMinimized: false, originalCommit: { oid: shownHead }, pullRequestReview: null }
  const own = answer === null ? [] : [said('octocat', `A_${index}`, `Done.\n\n${markOf(answer, `T ${shownHead}`)}`)]
  const messages = [said(by, `M_${index}`, isBug ? bug : nit), ...own].map((each) => ({ ...each, ...rest }))
  const place = { path: `src/${index}.ts`, line: 2, startLine: null, originalLine: 2, originalStartLine: null }
  return {
    id: `T_${index}`,
    ...place,
    diffSide: 'RIGHT',
    isResolved,
    resolvedBy: isResolved ? { login: 'maria' } : null,
    isOutdated: false,
    viewerCanResolve: true,
    comments: pageOf(messages, 0),
  }
}

const checkOf = (name: string, slug: string, conclusion: string) => ({
  __typename: 'CheckRun',
  id: `K_${name}`,
  name,
  status: 'COMPLETED',
  conclusion,
  title: null,
  summary: null,
  detailsUrl: null,
  startedAt: pushedAt,
  isRequired: false,
  checkSuite: { app: { slug } },
})

/** Of the answer with this number; `at` counts round again at the end. */
type Damage =
  | { readonly kind: 'answer damaged'; readonly call: number; readonly damage: JsonDamage }
  | { readonly kind: 'answer lost'; readonly call: number }
  /** More is to come, but nobody says from where. */
  | { readonly kind: 'pages without an end' }
  | { readonly kind: 'places lost'; readonly path: string }
  | { readonly kind: 'checks ended'; readonly conclusion: string }

const call = fc.nat(7)
const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('answer damaged' as const), call, damage: jsonDamage }) },
  fc.record({ kind: fc.constant('answer lost' as const), call }),
  fc.record({ kind: fc.constant('pages without an end' as const) }),
  fc.record({ kind: fc.constant('places lost' as const), path: fc.constantFrom('', 'src/none.ts', 'src/0.ts') }),
  fc.record({
    kind: fc.constant('checks ended' as const),
    conclusion: fc.constantFrom('CANCELLED', 'FAILURE', 'TIMED_OUT', 'STARTUP_FAILURE', 'STALE'),
  }),
)

function delivered(text: string, at: number, damage: Damage): string | null {
  if (damage.kind === 'checks ended')
    return text.replaceAll('"conclusion":"SUCCESS"', `"conclusion":"${damage.conclusion}"`)
  if (damage.kind === 'places lost')
    return text.replaceAll(/"path":"[^"]*","line":2/g, `"path":"${damage.path}","line":null`)
  if (damage.kind === 'pages without an end') return text.replaceAll(/"endCursor":"\d+"/g, '"endCursor":null')
  if (damage.call !== at) return text
  return damage.kind === 'answer lost' ? null : (damageJson(text, damage.damage, isNoticed) ?? text)
}

/** What is no other answer that GitHub might give. */
function isNoticed(path: Path, damage: JsonDamage): boolean {
  const place = `/${path.join('/')}`
  // The interface writes no key twice.
  if (damage.kind === 'repeat') return false
  // A list may be shorter, and says nothing of how long it is.
  if (damage.kind === 'remove') return !/\/\d+$/.test(place)
  if (damage.kind !== 'replace') return true
  const { value } = damage
  if (typeof value === 'string') return /\/(?:__typename|state|diffSide)$/.test(place)
  if (Array.isArray(value) && value.length === 0) return !/nodes$|^\/$/.test(place)
  return typeof value !== 'boolean'
}

describe('a pull request that is watched', () => {
  it('passes where nothing is left to be done', async () => {
    const both = (opinions: Opinions, other: Opinions) => Promise.all([gateOf(opinions), gateOf(other)])
    const property = fc.asyncProperty(passing, blocked, async (opinions, other) => {
      expect(await both(opinions, other)).toEqual(['pass', 'no pass'])
    })
    await fc.assert(property, { numRuns: 300 })
  })

  it('passes by no damage to what the forge says', async () => {
    const property = fc.asyncProperty(blocked, anyDamage, async (opinions, damage) => {
      fc.pre(opinions.quorum !== null || damage.kind !== 'checks ended')
      expect(await gateOf(opinions, damage)).toBe('no pass')
    })
    await fc.assert(property, damageRuns())
  })
})
