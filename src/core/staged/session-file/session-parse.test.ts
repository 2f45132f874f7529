import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sessionIdOf } from './session-document.ts'
import { parseSession } from './session-parse.ts'

const golden = (name: string) =>
  readFileSync(new URL(`../../../../test/sessions/ours/${name}.md`, import.meta.url), 'utf8')
const execution = golden('execution-round-3')
const reviewOnly = golden('review-only')
const lineOf = (text: string, start: string) => text.split('\n').findIndex((line) => line.startsWith(start)) + 1

/** The file with one line in place of another. */
function edited(text: string, from: string, to: string): string {
  expect(text).toContain(from)
  return text.replace(from, to)
}

/** The one problem, at the line that begins like this in the broken file. */
function problemOf(text: string): { readonly at: string; readonly text: string }[] {
  const result = parseSession(text)
  if ('value' in result) return []
  const lines = text.split('\n')
  return result.problems.map((problem) => ({ at: lines[problem.line - 1] ?? '', text: problem.text }))
}

const sourceless = edited(execution, '- Source: reviewer-approved\n\n', '')

describe('a damaged session file', () => {
  it.each<[damage: string, text: string, at: string, problem: RegExp]>([
    [
      'a missing section',
      edited(execution, '## Context\nThe route is in `src/login.ts`.\n', ''),
      '## Acceptance Criteria',
      /"## Context" is missing; it belongs before "## Acceptance Criteria"/,
    ],
    [
      'a section under another name',
      edited(execution, '## Files Changed', '## Changed Files'),
      '## Key Related Files',
      /"## Files Changed" is missing/,
    ],
    [
      'no metadata at all',
      execution.slice(0, execution.indexOf('## Session Metadata')),
      '',
      /"## Session Metadata" is missing; it belongs at the end/,
    ],
    [
      'a canonical section twice',
      edited(execution, '## Files Changed', '## Context\nAgain.\n\n## Files Changed'),
      '## Context',
      /"## Context" is there twice, the first time in line 6/,
    ],
    [
      'a supplemental section twice',
      edited(reviewOnly, '## Review History', '## Review Target\n- all\n\n## Review History'),
      '## Review Target',
      /"## Review Target" is there twice/,
    ],
    [
      'metadata that is not last',
      `${execution}\n## Notes\nx\n`,
      '## Notes',
      /"## Notes" comes after "## Session Metadata", which is the last section/,
    ],
    ['an unclosed fence', edited(execution, '## Context\n', '## Context\n```\n'), '```', /is not closed/],
    [
      'an unknown phase',
      edited(execution, '## Current Phase\nexecution', '## Current Phase\npolishing'),
      'polishing',
      /The current phase is planning or execution, not "polishing"/,
    ],
    [
      'no phase',
      edited(execution, '## Current Phase\nexecution', '## Current Phase'),
      '## Current Phase',
      /planning or execution, not ""/,
    ],
    [
      'a plan without its source that no planning round approves',
      edited(sourceless, 'Verdict: APPROVE', 'Verdict: REQUEST_CHANGES'),
      '### Solution Plan',
      /An approved plan begins with "- Source: .*or its last planning round says APPROVE; found "### Solution Plan/,
    ],
    [
      'a plan without its source that was never looked at',
      sourceless.replace(/### Planning Round 1[\s\S]*?(?=\n### Exec)/, ''),
      '### Solution Plan',
      /its last planning round says APPROVE/,
    ],
    [
      'a plan without its source that the metadata calls supplied by a user',
      edited(sourceless, 'plan_source: reviewer-approved', 'plan_source: user-supplied'),
      '### Solution Plan',
      /The plan says "Source: reviewer-approved", the metadata "plan_source: user-supplied"/,
    ],
    [
      'an unknown source',
      edited(execution, '- Source: reviewer-approved', '- Source: somebody'),
      '- Source: somebody',
      /begins with "- Source: reviewer-approved \| user-supplied \| review-only".*found "- Source: somebody"/,
    ],
    [
      'a source that the metadata contradicts',
      edited(execution, '- Source: reviewer-approved', '- Source: user-supplied'),
      '- Source: user-supplied',
      /the metadata "plan_source: reviewer-approved"/,
    ],
    [
      'execution without a plan',
      execution.replace(/(## Approved Plan\n)[\s\S]*?(## Review History)/, '$1\n$2'),
      '## Approved Plan',
      /A session in execution has an approved plan/,
    ],
    [
      'a source without a plan',
      execution.replace(/(- Source: .*\n)[\s\S]*?(## Review History)/, '$1\n$2'),
      '- Source',
      /has a source, but no text/,
    ],
    [
      'a plan in a review-only session',
      edited(reviewOnly, '(none — review-only mode)', 'Change everything.'),
      '- Source: review-only',
      /A review-only session has no plan/,
    ],
    [
      'a review-only session without a target',
      edited(reviewOnly, '## Review Target\n- `src/login.ts`\n\n', ''),
      '- Source: review-only',
      /"## Review Target", which is missing/,
    ],
    [
      'a first round that lost its heading',
      execution.replace(/(## Review History\n+)### Planning Round 1.*\n/, '$1'),
      '- ',
      /belongs to no round: a round begins with a heading such as "### Planning Round 1"/,
    ],
    [
      'an answer of a reviewer above the first round',
      edited(execution, '## Review History\n', '## Review History\n### VERDICT: REQUEST_CHANGES\n\n'),
      '### VERDICT',
      /belongs to no round/,
    ],
  ])('is refused with its line: %s', (_, text, at, problem) => {
    const [first, ...more] = problemOf(text)
    expect(more).toEqual([])
    expect(first?.at.startsWith(at)).toBe(true)
    expect(first?.text).toMatch(problem)
  })

  it('tells every problem, in the order of the lines', () => {
    const broken = edited(execution, 'completed_stages: []', 'completed_stages: [x]').replace('\nexecution\n', '\nx\n')
    expect(parseSession(broken)).toMatchObject({
      problems: [{ line: lineOf(broken, 'x') }, { line: lineOf(broken, '- completed_stages') }],
    })
  })

  it('is refused when its sections are in another order', () => {
    const moved = edited(execution, '## Timing Log', '## Moved').replace('## Key Related Files', '## Timing Log')
    const swapped = moved.replace('## Moved', '## Key Related Files')
    expect(problemOf(swapped)).toEqual([
      { at: '## Key Related Files', text: '"## Key Related Files" belongs before "## Timing Log".' },
    ])
  })

  it.each(['', '\n', 'no session at all', '# A title\n\n## Notes\nx\n'])(
    'is refused when it is another file: %j',
    (text) => {
      expect(problemOf(text)).toHaveLength(10)
    },
  )
})

describe('sessionIdOf', () => {
  it.each<[string, string | undefined]>([
    ['0b6e2f0e-6c1d-4c39-9a51-0f6a1a2b3c4d.md', '0b6e2f0e-6c1d-4c39-9a51-0f6a1a2b3c4d'],
    ['0B6E2F0E-6c1d-4c39-9a51-0f6a1a2b3c4d.md', undefined],
    ['0b6e2f0e6c1d4c399a510f6a1a2b3c4d.md', undefined],
    ['0b6e2f0e-6c1d-4c39-9a51-0f6a1a2b3c4d.jsonl', undefined],
    ['../0b6e2f0e-6c1d-4c39-9a51-0f6a1a2b3c4d.md', undefined],
    ['notes.md', undefined],
  ])('reads %s', (name, expected) => {
    expect(sessionIdOf(name)).toBe(expected)
  })
})
