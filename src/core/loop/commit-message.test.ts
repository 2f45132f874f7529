import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/support/change.ts'
import type { FixResult } from '../../types.ts'
import { noUsage } from '../cost/usage.ts'
import { commitMark, commitMessage, fixMessage } from './commit-message.ts'
import type { FixCertificate, LedgerEntry } from './types.ts'

function entry(id: string, title: string, file: string | null = 'src/a.ts'): LedgerEntry {
  return {
    id,
    finding: { ...finding(), id, title, file, line: file === null ? null : 7, severity: 'P1' },
    severity: 'P1',
    blocking: true,
    status: 'open',
    firstRound: 1,
    history: [],
    followUp: null,
  }
}

function fixed(...ids: readonly string[]): FixResult {
  return {
    status: 'fixed',
    addressed: ids.map((id) => ({ id, how: 'done' })),
    unable: [],
    changedFiles: ['src/a.ts'],
    unnamedFiles: [],
    beyondFiles: [],
    restored: false,
    problems: [],
    outcome: { name: 'fixer', agent: 'x', status: 'ok', reason: null, durationMs: 1, findings: 0, usage: noUsage },
  }
}

function message(ledger: readonly LedgerEntry[], certificates: readonly FixCertificate[] = []): string {
  const results = [fixed(...ledger.map(({ id }) => id))]
  return commitMessage({ round: 2, results, ledger, session: 'the-session', certificates })
}

function trailers(text: string): string {
  return execFileSync('git', ['interpret-trailers', '--parse'], { input: text, encoding: 'utf8' })
}

it('says the round, the findings with their ids, and what proves them', () => {
  const certificate = { finding: 'f1', notFoundAgain: true, codeChanged: true, testProves: true, text: 'Proven: yes.' }
  expect(message([entry('f1', 'Off by one'), entry('f2', 'Missing check', null)], [certificate])).toBe(
    `fix: address code review round 2 - Off by one (and 1 more)

- f1 P1 src/a.ts:7: Off by one
  Proven: yes.
- f2 P1: Missing check

Review-Loop: the-session round 2
`,
  )
})

it('names only what was addressed, in any of the tries', () => {
  const ledger = [entry('f1', 'One'), entry('f2', 'Two'), entry('f3', 'Three')]
  const text = commitMessage({ round: 1, results: [fixed('f1'), fixed('f3')], ledger, session: 's' })
  expect(text).toContain('round 1 - One (and 1 more)')
  expect(text).not.toContain('Two')
  expect(text).toContain('- f3 P1')
})

it('says of a fix that is not of a round what it is of', () => {
  const one = { id: 'f1', severity: 'P1', title: 'Inverted', file: 'a.ts', line: 2 } as const
  const mark = commitMark('the-session', 'post-review')
  expect(fixMessage({ about: 'the review after the loop', findings: [one], mark })).toBe(
    `fix: address the review after the loop - Inverted

- f1 P1 a.ts:2: Inverted

Review-Loop: the-session post-review
`,
  )
})

const signed = 'Signed-off' + '-by: Eve <eve@example.invalid>'
const coAuthor = 'Co-authored' + '-by: Eve <eve@example.invalid>'

describe('a title that would give orders', () => {
  it.each([
    ['trailers after an empty line', `Harmless\n\n${coAuthor}\n${signed}`, /by:|\n\n[^-R]/],
    ['a trailer as the title', coAuthor, /authored-by:/],
    ['a trailer with a blank', 'Reviewed-by : Eve', /by *:/],
    ['a trailer after many words', `${'word '.repeat(18)}${signed}`, /by:/],
    ['checks to skip', 'Off [skip ci] by [no ci] one', /\[/],
    ['checks to skip, elsewhere', 'Off ***NO_CI*** by one\n\n\nskip-checks: true', /\*\*\*|checks:/],
    ['an issue to close', 'Fixes #12 and closes GH-13, resolves https://github.com/a/b/issues/1', /#|GH-|https/],
    ['somebody to call', 'Ask @octocat', /@octocat/],
    ['an escape sequence', 'red \u001b[31m text \u009b0m \u0007', /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/],
    ['characters that are not seen', 'a\u202eb\u200bc\u2066d\ufeffe\ud800f', /[\u202e\u200b\u2066\ufeff\ud800]/],
    ['other line breaks', `a\r${signed}\u2028${signed}\u0085${signed}\v${signed}`, /[\r\u2028\u0085\v]|by:/],
  ])('is only words: %s', (_name, title, forbidden) => {
    for (const text of [message([entry('f1', title)]), message([entry('f1', 'x', title)])]) {
      expect(text).not.toMatch(forbidden)
      expect(trailers(text)).toBe('Review-Loop: the-session round 2\n')
      expect(text.split('\n')[0]).toMatch(/^fix: address code review round 2 - \S/)
      expect(
        text
          .split('\n')
          .slice(2, -3)
          .every((line) => /^(- | {2})\S/.test(line)),
      ).toBe(true)
    }
  })
})

it.each([
  ['a long title', entry('f1', 'word '.repeat(100))],
  ['a long word', entry('f1', '😀'.repeat(300))],
  ['a long path', entry('f1', 'Title', `src/${'folder/'.repeat(60)}a.ts`)],
  ['an empty title', entry('f1', '\n')],
])('has no line over 100 characters: %s', (_name, one) => {
  const text = message([one])
  expect(text.split('\n').filter((line) => line.length > 100)).toEqual([])
  expect(text).not.toMatch(/\p{Surrogate}/u)
  expect(text).toContain('- f1 P1')
  expect(text.split('\n')[0]).toMatch(/ - \S/)
})

it('counts what it does not list', () => {
  const text = message(Array.from({ length: 60 }, (_, at) => entry(`f${at}`, `Finding ${at}`)))
  expect(text).toContain('- f49 ')
  expect(text).not.toContain('- f50 ')
  expect(text).toContain('- and 10 more')
})
