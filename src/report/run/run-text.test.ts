import { expect, it } from 'vitest'
import { playRun } from '../../../test/support/staged-play.ts'
import { plainPolicy, plainStart, playStory } from '../../../test/support/staged-story.ts'
import { type RunResult, runExitCode, toRunResult } from '../../core/staged/run-result.ts'
import { runText } from './run-text.ts'
import { nextSteps, outcomeNames } from './run-words.ts'

const style = { color: false, width: 100, verbose: false, quiet: false }

const base: RunResult = {
  schemaVersion: 1,
  session: '3f2a91c4-0000-4000-8000-000000000000',
  title: 'Add limits',
  outcome: 'asking',
  reason: 'the rounds are used up, and this still blocks: No test',
  planOnly: false,
  completedStages: ['exec'],
  deliveryBlockedBy: null,
  backends: { writers: ['codex'], reviewers: ['claude-cli'] },
  rounds: [
    {
      phase: 'execution',
      pass: 'exec',
      round: 1,
      reviewer: 'claude-cli',
      verdict: 'REQUEST_CHANGES',
      issues: [{ severity: 'CRITICAL', text: 'No test', file: 'a.ts', line: 3 }],
    },
  ],
  files: ['a.ts'],
  autonomousDecisions: [{ about: ['Which store?'], answer: 'memory' }],
  unresolved: [{ severity: 'MINOR', text: 'A name', file: null, line: null }],
  missingIgnores: ['*.key'],
  validations: [
    { command: 'npm test', before: 'failed', after: 'passed', output: '' },
    { command: 'npm run lint', before: 'timed_out', after: null, output: '' },
  ],
  leftAlone: ['mine.ts'],
  accepted: ['up.ts'],
  earlier: ['.review-loop/undone/2026-03-01-a1b2'],
  ignored: [{ folder: '.review-loop/undone/2026-03-01-a1b2', files: ['.env', 'a', 'b', 'c', 'd'] }],
  validationOutputs: ['src/gen.js'],
  undone: [{ files: ['half.ts'], kept: ['refs/review-loop/undone/3f2a91c4-1'] }],
  commit: null,
  mixed: [],
  postReview: null,
  usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0, costUsd: 0.5 },
  durationMs: 65_000,
  question: {
    kind: 'soft-limit',
    pass: 'exec',
    round: 3,
    about: ['No test'],
    allowed: ['continue', 'stop'],
    text: 'What now?',
  },
}

it('tells rounds, what is left, and what to type next, with the outcome at the end', () => {
  expect(runText(base, style)).toMatchInlineSnapshot(`
    "Stage      Round  Verdict          Critical  Minor  Reviewer
    Execution  1      REQUEST_CHANGES  1         0      claude-cli

    Unresolved (1)
      [MINOR] A name

    Decided without a person (1)
      Which store? → memory

    Missing in .gitignore (1)
      *.key

    Validation (2)
      npm test: failed before, passed now
      npm run lint: timed out before

    Files (1)
      a.ts

    Left alone, as it was there before the run (1)
      mine.ts

    Not named by any executor, and accepted (1)
      up.ts

    Deleted or changed by an executor without a word, and kept as it was (1)
      .review-loop/undone/2026-03-01-a1b2

    Ignored files that an executor changed or deleted, and kept as they were (1)
      .env, a, b, and 2 more: .review-loop/undone/2026-03-01-a1b2

    Written by validation commands, and not delivered (1)
      src/gen.js

    Undone, as it was half done, and kept (1)
      half.ts: git restore --source=refs/review-loop/undone/3f2a91c4-1 -- FILE

    What now?

    Session    3f2a91c4-0000-4000-8000-000000000000
    Agents     codex wrote, claude-cli reviewed
    Stages     exec
    Time       1m5s
    Cost       $0.5000
    Next       Answer: review-loop answer 3f2a91c4 continue
               Answer: review-loop answer 3f2a91c4 stop
               Then: review-loop run --resume 3f2a91c4
    Outcome    Waiting for an answer: the rounds are used up, and this still blocks: No test
    "
  `)
})

it('names what the ignore file lacks side by side, and once', () => {
  const missingIgnores = ['*.pem', '*.key', '*.p12', '.env', '*.sqlite', '*.tfstate']
  const lines = runText({ ...base, missingIgnores }, { ...style, width: 40 }).split('\n')
  const title = lines.indexOf('Missing in .gitignore (6)')
  expect(lines.slice(title + 1, title + 3)).toEqual(['  *.pem, *.key, *.p12, .env, *.sqlite,', '  *.tfstate'])
  const question = { ...base.question!, kind: 'ignores', text: missingIgnores.join(', ') } as const
  expect(runText({ ...base, missingIgnores, question }, style).match(/\*\.tfstate/g)).toHaveLength(1)
})

it('has a table that fits a narrow terminal', () => {
  const rounds = base.rounds.map((round) => ({ ...round, phase: 'polish', pass: 'simplify' }) as const)
  const lines = runText({ ...base, rounds }, { ...style, width: 40 }).split('\n')
  expect(lines.slice(0, 2)).toEqual(['Pass      Round  Verdict          Issues', 'simplify  1      REQUEST_CHANGES  1'])
})

it.each([
  ['user-abort', 'Go on: review-loop run --resume 3f2a91c4 (it asks first whether to)'],
  [null, 'Go on: review-loop run --resume 3f2a91c4'],
] as const)('says how to go on after an interruption: %j', (deliveryBlockedBy, next) => {
  expect(nextSteps({ ...base, outcome: 'interrupted', question: null, deliveryBlockedBy })).toEqual([next])
})

it('says how to go on after a block: with what was put right', () => {
  expect(nextSteps({ ...base, outcome: 'blocked', question: null })).toEqual([
    `See .review-loop/sessions/${base.session}.md for what is left, and put it right.`,
    'Then: review-loop run --resume 3f2a91c4 --accept-external-state',
  ])
})

it.each(['asking', 'interrupted', 'failed'] as const)('goes on with the plan where that was all: %s', (outcome) => {
  const [next] = nextSteps({ ...base, outcome, planOnly: true }).slice(-1)
  expect(next).toMatch(/: review-loop plan --resume 3f2a91c4$/)
})

it('says where the plan is that was approved', () => {
  expect(nextSteps({ ...base, outcome: 'planned', question: null })).toEqual([
    `Read it: .review-loop/sessions/${base.session}.md`,
    'Carry it out: review-loop execute --session 3f2a91c4',
  ])
})

it('says how to go on when the budget is used up: with more of it', () => {
  const { events } = playStory([{ ...plainStart, policy: { ...plainPolicy, maxTimeMs: 0 } }])
  const { reason, ...result } = toRunResult(events)
  for (const more of ['', ' The executor gave no answer that counts: no'])
    expect(nextSteps({ ...result, reason: `${reason}${more}` })).toEqual([
      'Go on with a higher limit: review-loop run --resume s --max-time DUR (or --max-cost USD)',
    ])
})

it('has nothing to look at where nothing was changed', () => {
  expect(nextSteps({ ...base, outcome: 'delivered', question: null, files: [] })).toEqual([
    'Nothing: no file was changed.',
  ])
})

it('is one line where that is wanted', () => {
  expect(runText({ ...base, outcome: 'delivered', reason: '', question: null }, { ...style, quiet: true })).toBe(
    'Delivered: Add limits\n',
  )
})

it.each([
  [['failed'], 'Delivered; no validation command passes: Add limits'],
  [['timed_out', 'failed'], 'Delivered; no validation command passes: Add limits'],
  [['passed', 'failed'], 'Delivered; 1 of 2 validation commands do not pass: Add limits'],
  [['passed', null], 'Delivered: Add limits'],
] as const)('does not let what fails pass for tested: %j', (ends, line) => {
  const validations = ends.map(
    (after, index) => ({ command: `check ${index}`, before: 'failed', after, output: '' }) as const,
  )
  const result = { ...base, outcome: 'delivered', reason: '', question: null, validations } as const
  expect(runText(result, { ...style, quiet: true })).toBe(`${line}\n`)
})

it('shows what a failing command printed last', () => {
  const { events } = playStory([plainStart])
  const output = `${['one', 'two', 'three', 'four', 'five', 'no \u001b[31mscript'].join('\n')}\n`
  const failed = { command: 'npm test', status: 'failed', exitCode: 1, durationMs: 1, output } as const
  const result = toRunResult([...events, { at: '', type: 'checked', pass: null, validations: [failed], wrote: [] }])
  const lines = runText(result, style).split('\n')
  const at = lines.findIndex((line) => line.startsWith('  npm test: '))
  expect(lines.slice(at, at + 6)).toEqual([
    '  npm test: failed now',
    ...['two', 'three', 'four', 'five', 'no \\x1b[31mscript'].map((line) => `    ${line}`),
  ])
})

it('has words and an exit code for every end of any run', () => {
  const ends = Array.from({ length: 200 }, (_, seed) => {
    const { facts } = playRun(seed)
    return toRunResult(facts.map((fact) => ({ at: '2026-03-01T10:00:00.000Z', ...fact })))
  })
  for (const result of ends) {
    expect(runText(result, style)).toContain(`Outcome    ${outcomeNames[result.outcome]}`)
    expect([0, 3, 4]).toContain(runExitCode(result))
  }
  expect(new Set(ends.map(({ outcome }) => outcome)).size).toBeGreaterThan(4)
})
