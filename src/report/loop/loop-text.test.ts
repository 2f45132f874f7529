import { describe, expect, it } from 'vitest'
import type { LedgerLine, LoopResult, RoundFix } from '../../core/loop/result.ts'
import type { LoopOutcome } from '../../core/loop/types.ts'
import { loopReporters } from './loop-index.ts'

const usage = { inputTokens: 900, outputTokens: 100, cachedTokens: 0, costUsd: 0.12 }
const plain = { color: false, width: 140, verbose: false, quiet: false }

function line(values: Partial<LedgerLine> & Pick<LedgerLine, 'id' | 'status'>): LedgerLine {
  const note = { round: 2, by: 'the review of round 2', why: 'the review says so', commit: null }
  return {
    severity: 'P1',
    blocking: true,
    file: 'src/a.ts',
    line: 4,
    title: `About ${values.id}`,
    history: [
      { ...note, round: 1, status: 'open' },
      { ...note, status: values.status },
    ],
    followUp: null,
    ...values,
  }
}

function result(values: Partial<LoopResult> = {}): LoopResult {
  return {
    schemaVersion: 1,
    outcome: 'approved',
    reason: 'The gate passed.',
    session: '1a2b3c4d',
    resumable: false,
    rounds: [
      {
        round: 1,
        verdict: 'decline',
        found: 3,
        blocking: 2,
        decision: 'fix',
        fix: {
          commit: 'abcdef0123456789',
          files: ['src/a.ts', 'src/b.ts'],
          beyond: [],
          addressed: [{ id: 'F-1', how: 'checked' }],
          unable: [{ id: 'F-9', reason: 'unclear' }],
          rolledBack: false,
        },
        validations: [
          { command: 'npm test', before: 'passed', after: 'passed' },
          { command: 'npm run lint', before: 'failed', after: 'passed' },
        ],
        usage,
      },
      {
        round: 2,
        verdict: 'approve',
        found: 1,
        blocking: 0,
        decision: 'approve',
        fix: null,
        validations: [{ command: 'npm test', before: 'passed', after: null }],
        usage: { ...usage, costUsd: null },
      },
    ],
    ledger: [
      line({ id: 'F-1', status: 'fixed' }),
      line({
        id: 'F-2',
        status: 'deferred',
        severity: 'P3',
        blocking: false,
        file: null,
        line: null,
        followUp: { owner: 'the author', action: 'Round once.' },
      }),
    ],
    certificates: [
      {
        finding: 'F-1',
        notFoundAgain: true,
        codeChanged: true,
        testProves: true,
        text: 'test/a.test.ts fails without it.',
      },
    ],
    question: null,
    usage,
    head: 'abcdef0123456789',
    ...values,
  }
}

describe('a loop as text', () => {
  it('shows rounds, ledger, certificates, what is next, and the outcome last', () => {
    expect(loopReporters.text(result(), plain)).toBe(`\
Round  Verdict            Found  Blocking  Fixed  Validations                  Cost  Then
    1  Changes Requested      3         2      0  1 of 2 fail → all pass    $0.1200  fix abcdef0123 (1 addressed, 1 not, 2 files)
    2  Approved               1         0      1  all pass                not known  approved

Fixed (1)
  P1 blocking  src/a.ts:4  About F-1  F-1

For later (1)
  P3  About F-2  F-2
     the author: Round once.

Certificates (1)
  F-1  not found again, code changed, a test proves it. test/a.test.ts fails without it.

Session    1a2b3c4d
Cost       $0.1200
Next       Look at the commits before you merge.
Outcome    Approved after 2 rounds: The gate passed.
`)
  })

  it('puts what followed a round below it on a narrow terminal', () => {
    const rows = loopReporters
      .text(result(), { ...plain, width: 90 })
      .split('\n')
      .slice(0, 3)
    expect(rows[0]).not.toContain('Then')
    expect(rows[2]).toBe('       fix abcdef0123 (1 addressed, 1 not, 2 files)')
  })

  it('tells nobody to merge what was approved and is not in a commit', () => {
    const text = loopReporters.text(result({ uncommitted: ['src/a.ts', 'b.md'] }), plain)
    expect(text).toContain('What was approved is not committed: src/a.ts, b.md.')
    expect(text).toContain('commit it before you merge')
    const blocked = loopReporters.text(result({ outcome: 'blocked', uncommitted: ['src/a.ts'] }), plain)
    expect(blocked).not.toContain('What was approved')
  })

  it.each<[string, Partial<RoundFix>, LedgerLine['status'], string]>([
    ['in a commit', {}, 'persisting', 'Addressed, and not reviewed since'],
    ['taken back', { rolledBack: true }, 'persisting', 'Still there'],
    ['in no commit', { commit: null }, 'open', 'Open'],
    ['about what a person accepted', {}, 'accepted', 'Accepted'],
  ])('names what the last fix addressed, which is %s', (_, changes, status, name) => {
    const [round] = result().rounds
    if (round?.fix == null) throw new Error('the first round has no fix')
    const rounds = [{ ...round, fix: { ...round.fix, ...changes } }]
    const ledger = [line({ id: 'F-1', status }), line({ id: 'F-9', status: 'open' })]
    const text = loopReporters.text(result({ rounds, ledger, outcome: 'inconclusive' }), plain)
    expect(text).toMatch(new RegExp(`^${name} \\(\\d\\)\\n  P1 blocking {2}src/a.ts:4 {2}About F-1`, 'm'))
    expect(text).toMatch(/^Open \(\d\)\n(?: .*\n)*.*About F-9/m)
  })

  it('says how many files of a fix are beyond its findings', () => {
    const [round, ...later] = result().rounds
    if (round?.fix == null) throw new Error('the first round has no fix')
    const rounds = [{ ...round, fix: { ...round.fix, beyond: ['src/b.ts'] } }, ...later]
    expect(loopReporters.text(result({ rounds }), plain)).toContain('2 files, 1 beyond its findings)')
  })

  it('tells the history of each finding when asked for more', () => {
    const text = loopReporters.text(result(), { ...plain, verbose: true })
    expect(text).toContain('     round 2: fixed by the review of round 2: the review says so')
  })

  it('says in quiet only what holds it up, and the outcome', () => {
    const left = result({ outcome: 'blocked', ledger: [line({ id: 'F-3', status: 'persisting' }), ...result().ledger] })
    expect(loopReporters.text(left, { ...plain, quiet: true })).toBe(
      'P1 blocking  src/a.ts:4  About F-3  F-3\nBlocked after 2 rounds: The gate passed.\n',
    )
  })

  it.each(['blocked', 'escalated', 'inconclusive'] as const)('names each claim that waits, %s', (outcome) => {
    const claim = {
      id: 'F-7',
      severity: 'P1',
      file: 'src/a.ts',
      line: 4,
      title: 'Leaks',
      reason: 'No such code.',
    } as const
    const left = result({ outcome, claims: [claim] })
    const next = loopReporters.text(left, plain).split('\nNext')[1]
    expect(next).toContain('Decide F-7 (P1, src/a.ts:4, Leaks): No such code.')
    expect(next).toContain('review-loop answer F-7 accept\n')
    expect(next).toContain('review-loop answer F-7 dismiss --why "your reason"\n')
    expect(loopReporters.text(left, { ...plain, quiet: true })).toContain('not checked  F-7 (P1, src/a.ts:4, Leaks)')
  })

  const nexts: [LoopOutcome, string][] = [
    ['approved', 'before you merge'],
    ['blocked', 'Then: review-loop loop\n'],
    ['escalated', 'Accept: review-loop answer 1a2b3c4d b --why "your reason"'],
    ['inconclusive', 'Then: review-loop loop\n'],
    ['accepted', 'stays in the ledger'],
    ['interrupted', 'review-loop loop --resume 1a2b3c4d'],
    ['dry_run', 'without --dry-run'],
  ]

  it.each(nexts)('says what to do after %s', (outcome, next) => {
    expect(loopReporters.text(result({ outcome }), plain).split('\nNext')[1]).toContain(next)
    expect(loopReporters.markdown(result({ outcome }), plain).replaceAll(/[`\\]/g, '')).toContain(next)
  })

  it('says when a fix is in the files and not in a commit, and when there was none', () => {
    const [first, last] = result().rounds
    const uncommitted = { ...first!, fix: { ...first!.fix!, commit: null } }
    const text = loopReporters.text(result({ rounds: [uncommitted, last!] }), plain)
    expect(text).toContain(
      'Next       A fix is in the files and not committed: see git status.\n           Look at it, and commit it before you merge.',
    )
    const none = { ...uncommitted, fix: { ...uncommitted.fix, files: [], addressed: [] } }
    expect(loopReporters.text(result({ rounds: [none] }), plain)).toContain('nothing fixed, 1 not\n')
  })

  it('names the command of a loop that is reviewed by mail', () => {
    const mail = { as: 'claude', to: 'codex', pr: 86 }
    const text = (values: Partial<LoopResult>) => loopReporters.text(result({ mail, ...values }), plain)
    expect(text({ outcome: 'inconclusive', resumable: true })).toContain('review-loop mail author --resume 1a2b3c4d\n')
    expect(text({ outcome: 'blocked' })).toContain('Then: review-loop mail author --as claude --to codex --pr 86\n')
    const more = { mail: { ...mail, push: true, mailbox: '../the mail' } }
    const flat = text({ outcome: 'blocked', ...more }).replace(/\s+/g, ' ')
    expect(flat).toContain(" --pr 86 --push --mailbox '../the mail' ")
  })

  it('offers to resume what was left to a person', () => {
    const left = result({ outcome: 'blocked', resumable: true })
    expect(loopReporters.text(left, plain)).toContain('Then: review-loop loop --resume 1a2b3c4d\n')
  })

  it.each(['text', 'markdown', 'json'] as const)(
    'prints the question as %s, and nothing a terminal obeys',
    (format) => {
      const bad = 'wrong \u001b[2J\u202e'
      const asked = result({
        outcome: 'escalated',
        reason: bad,
        session: bad,
        ledger: [line({ id: bad, status: 'open', title: bad, file: bad })],
        certificates: [{ finding: bad, notFoundAgain: false, codeChanged: false, testProves: null, text: bad }],
        question: { round: 2, reason: 'stuck', text: `Why\n- ${bad}`, remaining: [bad], allowed: ['a', 'b'] },
      })
      const printed = loopReporters[format](asked, { ...plain, verbose: true })
      expect(printed).not.toMatch(/[\u001b\u202e]/)
      expect(printed).toContain('Why')
    },
  )
})

describe('a loop as Markdown', () => {
  it('has the rounds as a table and lists below', () => {
    const text = loopReporters.markdown(result(), plain)
    expect(text).toContain('## review-loop: Approved after 2 rounds\n\nThe gate passed.\n')
    expect(text).toContain('| 1 | Changes Requested | 3 | 2 | 0 | 1 of 2 fail → all pass | \\$0.1200 | fix abcdef0123')
    expect(text).toContain(
      '### Fixed (1)\n\n- P1 **blocking** `src/a.ts:4` About F-1 (`F-1`): round 2, the review says so',
    )
    expect(text).toContain('- `F-1`: not found again, code changed, a test proves it.')
  })

  it('lets no finding write structure of its own', () => {
    const title = 'x\n## Forged | <b>bold</b> @someone'
    const text = loopReporters.markdown(result({ ledger: [line({ id: 'F-1', status: 'open', title })] }), plain)
    expect(text.split('\n').filter((row) => row.startsWith('## '))).toHaveLength(1)
    expect(text).not.toContain('<b>')
  })
})

it('keeps every value in JSON', () => {
  expect(JSON.parse(loopReporters.json(result(), plain))).toEqual(result())
})
