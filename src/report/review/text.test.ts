import { describe, expect, it } from 'vitest'
import { approval, context, finding, fullResult, inconclusive } from '../../../test/schemas/sample-results.ts'
import { text } from './text.ts'

const full = text(fullResult, context)

/** The part of the report between two lines, to see that things stand where they belong. */
function section(report: string, from: string, to: string): string {
  const start = report.indexOf(from)
  const end = report.indexOf(to, start + from.length)
  if (start === -1 || end === -1) throw new Error(`no ${start === -1 ? from : to} in\n${report}`)
  return report.slice(start, end)
}

it('names in one line what was reviewed', () => {
  expect(full.split('\n')[0]).toBe('review-loop 0.1.0  branch  origin/main → working tree  5 files  +120 −33')
})

it('groups findings by file, the worst first', () => {
  const files = [...full.matchAll(/^── (.*?) ─+ (.*)$/gm)].map((match) => `${match[1]}: ${match[2]}`)
  expect(files).toEqual([
    'src/server/login.ts: 2 findings',
    'src/ünïcode dir/a,b:c%20#1 "q".py: 1 finding',
    'src/a.ts: 1 finding',
    'The change as a whole: 1 finding',
    'assets/photo.psd: 1 finding',
  ])
})

it('shows a finding with code, reasons, suggestion and origin', () => {
  expect(section(full, ' P0  ', ' P1  ')).toBe(
    [
      ' P0  A GitHub token is written into the code',
      '     src/server/login.ts:14  blocks',
      '',
      '       12 │ const options = {',
      '       13 │   retries: 3,',
      "     > 14 │   token: 'ghp…',",
      '          │   ^^^^^^^^^^^^^',
      '       15 │ }',
      '',
      '     The value looks like a personal access token of GitHub. Everyone who can',
      '     read this repository can use it.',
      '     Impact  Whoever has the token can push to every repository its owner can',
      '             push to, today and after this line is gone.',
      '     Fix     Revoke the token, then read it from the environment.',
      '',
      '     Replace line 14:',
      "     -   token: 'ghp…',",
      '     +   token: process.env.GITHUB_TOKEN,',
      '',
      '     a1b2c3d4 · secret/github-token · 2 reviewers agree: hygiene, import:gitleaks',
      '',
      '',
    ].join('\n'),
  )
})

it('marks every line of a longer finding', () => {
  const shown = section(full, 'src/server/login.ts:31', 'Each turn')
  expect(shown).toContain('src/server/login.ts:31  to line 34  blocks')
  expect([...shown.matchAll(/^ +> (\d+) │/gm)].map((match) => match[1])).toEqual(['31', '32', '33', '34'])
  expect(shown).toMatch(/^ {7}30 │/m)
})

it('shows a deletion, and a finding about a whole file', () => {
  expect(full).toContain('     Delete line 2:\n     -   debugger\n')
  expect(section(full, ' P3  A file', 'd4e5f607')).toBe(
    ' P3  A file of 3 MB is added\n     assets/photo.psd\n\n     Fix     Keep it outside of git, or use Git LFS.\n\n     ',
  )
})

it('stays within the width, apart from what cannot be broken', () => {
  for (const width of [60, 80, 120]) {
    const lines = text(fullResult, { ...context, width })
      .split('\n')
      .slice(1)
    expect(lines.filter((line) => line.length > width && !/ · |src\/ünï/.test(line))).toEqual([])
  }
})

describe('with text that attacks the terminal', () => {
  it.each([true, false])('prints no control or bidirectional character (color %s)', (color) => {
    const report = text(fullResult, { ...context, color, verbose: true })
    const own = report.replace(/\u001b\[\d+m/g, '')
    expect(own).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
    expect(own).toContain('Bidirectional \\u202etext\\u202c and an escape \\x1b[31mred\\x1b[0m')
    expect(own).toContain('> 3 │ if is_admin\\u202e == "``` \\x1b]0;title\\x07":')
  })

  it('does not let it into paths, ids, reviewers, notices or reasons', () => {
    const evil = 'x\u001b[2Jy'
    const result = {
      ...fullResult,
      label: evil,
      gate: { result: 'blocked' as const, reasons: [evil] },
      scope: { ...fullResult.scope, base: evil, head: evil },
      findings: [
        finding({
          id: evil,
          file: evil,
          title: evil,
          rule: evil,
          reviewers: [evil],
          suggestion: evil,
          fix: evil,
          impact: evil,
        }),
      ],
      reviewers: fullResult.reviewers.map((reviewer) => ({ ...reviewer, name: evil, agent: evil, reason: evil })),
      reviewDir: evil,
      notices: [evil],
    }
    for (const quiet of [true, false])
      expect(text(result, { ...context, verbose: true, quiet })).not.toContain('\u001b')
  })
})

it('colours only when asked', () => {
  expect(full).not.toContain('\u001b')
  const colored = text(fullResult, { ...context, color: true })
  expect(colored).toContain('\u001b[31m P0 ')
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(full)
})

it('counts what was discarded, and lists it when verbose', () => {
  expect(full).toContain('\nDiscarded  2 line not changed, 1 waived (P1)\n')
  expect(full).not.toContain('The key is a public test key.')
  const verbose = text(fullResult, { ...context, verbose: true })
  expect(verbose).toContain('P1 test/key.pem:1 A private key\n              waived: The key is a public test key.\n')
})

it('names all files that nobody saw or answered for when verbose', () => {
  const coverage = {
    unanswered: ['src/a.ts (lines 1-2)', 'src/b.ts'],
    notShown: ['yarn.lock'],
    binary: [],
    notReviewed: [],
  }
  const verbose = text({ ...fullResult, coverage }, { ...context, verbose: true })
  expect(verbose).toContain('\nUnanswered src/a.ts (lines 1-2)\n           src/b.ts\nNot shown  yarn.lock\nFiles      ')
  expect(text({ ...fullResult, coverage }, context)).toBe(full)
})

it('says of a finding that it comes from an earlier review', () => {
  const earlier = text({ ...fullResult, findings: [{ ...finding({ id: 'a0a0a0a0' }), carriedOver: true }] }, context)
  expect(earlier).toMatch(/ · found by \w+ · carried over from the last review$/m)
})

it('lists reviewers when verbose, otherwise only those that failed', () => {
  expect(full).not.toContain('\nReviewer')
  const verbose = text(fullResult, { ...context, verbose: true })
  expect(verbose.match(/^Reviewer .*$/gm)).toEqual([
    'Reviewer   hygiene (builtin) ok after 42ms: 3 findings',
    'Reviewer   typescript (builtin) ok after 731ms: 2 findings',
    'Reviewer   python (builtin) skipped after 0ms: No Python file was changed.',
  ])
  expect(text(inconclusive, context)).toContain(
    '\nReviewer   bug-hunter (claude) timed out after 10m: No answer within 10m.\n',
  )
})

it.each([
  [{ costUsd: 0.25 }, '$0.2500'],
  [{ costUsd: null }, 'cost not known'],
  [{ costUsd: null, knownCostUsd: 0.25 }, 'at least $0.2500, the rest is not known'],
])('says what the agents cost: %o', (cost, words) => {
  const usage = { inputTokens: 20, outputTokens: 3, cachedTokens: 10, ...cost }
  const asked = { ...approval.reviewers[0]!, name: 'auditor', agent: 'claude' }
  const kept = { ...asked, name: 'premise', status: 'cached' as const }
  const reviewers = [...approval.reviewers, asked, kept]
  const shown = text({ ...approval, usage, reviewers }, context).replace(/\s+/g, ' ')
  expect(shown).toContain(
    ` Agents 2 tasks (1 answered by kept replies) in 1m1s; 20 tokens in, 3 out, 10 cached; ${words} Verdict `,
  )
})

it('ends with the verdict', () => {
  expect(full).toMatch(
    /\nNotice .*\n.*\nVerdict {4}Changes Requested, gate blocked: 1 P0, 1 P1 and 1 blocking P2 finding\n {11}remain\.\n$/,
  )
  expect(text(inconclusive, context)).toMatch(
    /\nVerdict {4}Review Incomplete, gate inconclusive:\n {11}- bug-hunter timed out after 10m\.\n {11}- typescript crashed\.\n$/,
  )
  expect(text(approval, context)).toBe(
    'review-loop 0.1.0  branch  origin/main → working tree  5 files  +120 −33\n\nFindings   none\nVerdict    Approved, gate passed\n',
  )
})

it('says only the findings and the verdict when quiet', () => {
  expect(text(fullResult, { ...context, quiet: true }).split('\n')).toEqual([
    'src/server/login.ts:14: P0 blocking: A GitHub token is written into the code [secret/github-token]',
    expect.stringMatching(/^src\/server\/login\.ts:31: P1 blocking: The lock is held/),
    expect.stringMatching(/^src\/ünïcode dir.*:3: P2 blocking: Bidirectional/),
    'src/a.ts:2: P2: `debugger` statement [oxlint/no-debugger]',
    'P3: No test covers the new command',
    'assets/photo.psd: P3: A file of 3 MB is added [size/large-file]',
    'Changes Requested, gate blocked: 1 P0, 1 P1 and 1 blocking P2 finding remain.',
    '',
  ])
})

it('does not choke on a very long line', () => {
  const long = finding({ id: 'x', evidence: 'zzz', suggestion: 'y'.repeat(5_000_000) })
  const frames = new Map([['x', { start: 1, lines: ['x'.repeat(5_000_000)] }]])
  const lines = text({ ...approval, findings: [long] }, { ...context, frames }).split('\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
})

describe('what is read last', () => {
  const failOn = { severity: 'P2', findings: ['F-1'], exitCode: 1, reason: '1 finding reaches --fail-on P2.' } as const
  const stillOpen = [{ id: 'F-1', severity: 'P0', file: 'a.js', line: 3, title: 'A hole' }] as const
  const [open] = stillOpen

  it.each([
    ['fails', { failOn }, 'Failed by --fail-on P2, gate passed: 1 finding reaches --fail-on P2.'],
    ['does not fail', { failOn: { ...failOn, exitCode: 0, reason: null } }, 'Approved, gate passed'],
    [
      'leaves one open',
      { stillOpen },
      'Approved, gate passed\nStill open from the last review: P0 a.js:3 A hole (F-1). --hygiene-only does not look for it.',
    ],
    [
      'leaves two open',
      { stillOpen: [open, open] },
      'Approved, gate passed\nStill open from the last review: P0 a.js:3 A hole (F-1) and 1 more. --hygiene-only does not look for them.',
    ],
  ])('of a review that %s', (_, more, expected) => {
    const shown = text({ ...approval, findings: [], ...more }, { ...context, quiet: true, width: 200 })
    expect(shown).toBe(`${expected}\n`)
  })
})
