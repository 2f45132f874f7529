import { expect, it } from 'vitest'
import { approval, finding, fullResult, inconclusive } from '../../../test/schemas/sample-results.ts'
import { classify } from '../../core/outside/classify.ts'
import { commitsIn } from '../../core/outside/commits-in.ts'
import type { Surface } from '../../core/outside/types.ts'
import { reviewMark } from '../../core/post/marks.ts'
import { onlyMechanical } from '../../core/verdict/conclude.ts'
import type { Finding, ReviewResult } from '../../types.ts'
import { handoffSummary, type SummaryContext } from '../review/handoff-summary.ts'
import { remarkText } from './post-remark.ts'
import { reviewText, summaryText } from './post-summary.ts'

// Whoever waits for the reviewers of a pull request waits for us, too: what is posted can be read.

const head = 'b'.repeat(40)
const inLine = finding({
  id: 'F-11111111',
  severity: 'P1',
  blocking: true,
  file: 'src/a.ts',
  line: 3,
  title: 'It leaks',
})
const apart = finding({ id: 'F-22222222', severity: 'P2', file: 'src/b.ts', line: 9, title: 'It waits twice' })
const nowhere = finding({ id: 'F-33333333', severity: 'P3', file: null, line: null, title: 'No test' })
const found = { ...fullResult, findings: [inLine, apart] }
const context: SummaryContext = { headSha: head, hygieneOnly: false, kept: [] }
const kept: SummaryContext['kept'] = [{ path: 'src/a.ts', line: 3, why: 'code' }]

function summaryOf(
  result: ReviewResult,
  elsewhere: readonly Finding[] = [],
  isFromFork = false,
  about: SummaryContext = context,
): string {
  const { verdict, findings } = result
  const summary = handoffSummary(result, about)
  return summaryText({ pullRequest: 7, head, verdict, findings, outdatedThreads: [], summary }, elsewhere, isFromFork)
}

function read(body: string, surface: Surface, login = 'github-actions[bot]', raw: unknown = null) {
  const place = surface === 'inline' ? { path: 'src/a.ts', line: 3 } : { path: null, line: null }
  return classify({ bot: null, login, surface, state: null, commit: null, ...place, body, raw })
}

it('is one item for each comment on a line, with the id of its finding', () => {
  const said = read(remarkText(inLine, false), 'inline')
  expect(said).toMatchObject({ reviewer: 'review-loop', class: 'findings', ready: true })
  expect(said.items).toMatchObject([
    { file: 'src/a.ts', line: 3, severity: 'high', nativeId: 'review-loop:F-11111111' },
  ])
})

it('is said in the summary only where it has no comment', () => {
  const said = read(summaryOf(found, [apart, nowhere]), 'issue_comment')
  expect(said).toMatchObject({ reviewer: 'review-loop', class: 'findings', ready: true })
  expect(said.items.map(({ file, line, severity }) => [file, line, severity])).toEqual([
    ['src/b.ts', 9, 'medium'],
    [null, null, 'low'],
  ])
  expect(read(summaryOf(found), 'issue_comment')).toMatchObject({ class: 'findings', items: [], findsElsewhere: true })
})

it.each<[string, string, Surface, string]>([
  ['nothing found', summaryOf(approval), 'issue_comment', 'clean'],
  [
    'nothing found by what is built in',
    summaryOf({ ...approval, notices: [onlyMechanical] }),
    'issue_comment',
    'clean',
  ],
  ['nothing new beside open threads', summaryOf(approval, [], false, { ...context, kept }), 'issue_comment', 'clean'],
  ['nothing found by a job of a fork', summaryOf(approval, [], true), 'issue_comment', 'notice'],
  ['an incomplete review', summaryOf(inconclusive), 'issue_comment', 'failed'],
  ['the words above the comments', reviewText({ head }, 2, reviewMark(head, ['F-11111111'])), 'review', 'findings'],
])('tells %s', (_, body, surface, kind) => {
  expect(read(body, surface)).toMatchObject({ reviewer: 'review-loop', class: kind, items: [] })
})

it('tells what a check says', () => {
  const summary = handoffSummary(found, context)
  const raw = { name: 'review-loop', status: 'completed', conclusion: 'failure', app: { slug: 'github-actions' } }
  const said = read('', 'check_run', 'github-actions', { ...raw, output: { title: 'Changes Requested', summary } })
  expect(said).toMatchObject({ reviewer: 'review-loop', class: 'findings', items: [] })
})

it('names the commit', () => {
  expect(commitsIn(summaryOf(found))).toEqual([head.slice(0, 10)])
})

it('is not believed of anybody', () => {
  expect(read(summaryOf(approval), 'issue_comment', 'somebody').reviewer).toBeNull()
})
