import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { SessionDocument } from './session-document.ts'
import { readHistory } from './session-history.ts'
import { parseSession } from './session-parse.ts'
import { planText } from './session-plan.ts'
import { renderSession } from './session-render.ts'

// Session files as golden files in test/sessions: ours, and what other tools write.
const folder = new URL('../../../../test/sessions/', import.meta.url)
const filesIn = (name: string) => readdirSync(new URL(name, folder)).map((file) => `${name}/${file}`)
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8')

function parsed(text: string): SessionDocument {
  const result = parseSession(text)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.value
}

describe('session files of our own', () => {
  it.each(filesIn('ours'))('come back byte by byte: %s', (file) => {
    expect(renderSession(parsed(textOf(file)))).toBe(textOf(file))
  })

  it.each(filesIn('ours'))('are the same with the line ends of Windows and a byte order mark: %s', (file) => {
    expect(parsed(`\ufeff${textOf(file).replaceAll('\n', '\r\n')}`)).toEqual(parsed(textOf(file)))
  })
})

describe('session files of other tools', () => {
  it.each(filesIn('other'))('mean the same when we wrote them again: %s', (file) => {
    const document = parsed(textOf(file))
    const written = renderSession(document)
    expect(parsed(written)).toEqual(document)
    expect(renderSession(parsed(written))).toBe(written)
  })

  it.each(filesIn('other'))('keep every line above the metadata, and have no section within a plan: %s', (file) => {
    const above = (text: string) =>
      (text.split('## Session Metadata')[0] ?? '').split('\n').filter((line) => !/^(?:- \*{0,2}Source.*)?$/.test(line))
    const plain = (line: string) =>
      line
        .replace(/^`execution`$/, 'execution')
        .replace(/^- planning$/, 'planning')
        .replace(/^\\?#+ /, '# ')
    const written = above(renderSession(parsed(textOf(file))))
    expect(written.map(plain)).toEqual(above(textOf(file)).map(plain))
    expect(written.filter((line) => /^## (?:Solution Plan|Implementation Complete)/.test(line))).toEqual([])
  })

  it('may leave out where the plan is from: its last planning round tells', () => {
    const document = parsed(textOf('other/plan-without-source.md'))
    expect(document.approvedPlan).toMatchObject({ source: 'reviewer-approved' })
    expect(renderSession(document)).toContain(
      '## Approved Plan\n- Source: reviewer-approved\n\n### Solution Plan: Trim',
    )
  })

  it('have their metadata in our spelling, and what only they know to the letter', () => {
    const [, metadata = ''] = renderSession(parsed(textOf('other/protocol-metadata-only.md'))).split(
      '## Session Metadata\n',
    )
    const id = 'e5'.repeat(20)
    expect(metadata.split('\n')).toEqual([
      '- entry_point: execute-from-plan',
      '- plan_source: user-supplied',
      `- base_head: ${id}`,
      '- base_dirty: {}',
      `- last_verified_head: ${id}`,
      `- last_verified_dirty: {"gone.css": "<deleted>", "report.css": "${id}"}`,
      `- session_commits: [${id}]`,
      '- completed_stages: [exec]',
      '- delivery_blocked_by: user-abort',
      '- completed_at: 2026-01-02T03:04:05Z',
      '- notes: written by hand',
      '  and continued here',
      '',
    ])
  })

  it('keep a section that only they know where it stands', () => {
    const { supplements } = parsed(textOf('other/protocol-metadata-only.md'))
    expect(supplements).toEqual([
      { title: 'Steps', text: '1. Change the grid.', after: 'Approved Plan' },
      { title: 'Decisions', text: 'Nobody minds the order.', after: 'Files Changed' },
    ])
  })
})

describe('the plan', () => {
  it.each<[file: string, expected: RegExp]>([
    ['ours/planning.md', /^$/],
    ['ours/approved.md', /^## Solution Plan: Limit login attempts\n\n### Problem Analysis/],
    ['ours/user-plan.md', /^# The plan\n\n## Steps\n1\. Move them\.\n\n## Context\nThey are in two files now\.$/],
    ['other/protocol-metadata-only.md', /^Use one column\.\n\n## Steps\n1\. Change the grid\.$/],
    ['other/skill-metadata-only.md', /^## Solution Plan: Retry uploads\n\n### Prob[\s\S]*1\. Try again, twice\.$/],
    ['other/plan-without-source.md', /^## Solution Plan: Trim names\n\n### Prob[\s\S]*1\. Trim in the handler\.$/],
  ])('of %s is what was written', (file, expected) => {
    expect(planText(parsed(textOf(file)))).toMatch(expected)
  })
})

describe('the history', () => {
  it.each<[file: string, rounds: readonly unknown[]]>([
    ['ours/planning.md', [['planning', 1, 'REQUEST_CHANGES', 'codex', 'claude-cli', 2]]],
    [
      'ours/execution-round-3.md',
      [
        ['planning', 1, 'APPROVE', 'codex', 'claude-cli', 0],
        ['execution', 1, null, 'codex', 'claude-cli', 0],
        ['execution', 2, 'REQUEST_CHANGES', 'codex', 'claude-cli', 1],
        ['execution', 3, 'REQUEST_CHANGES', 'codex', 'claude-cli', 2],
      ],
    ],
    [
      'ours/user-plan.md',
      [
        ['execution', 1, 'APPROVE', 'claude', 'claude-cli', 0],
        ['gate', 1, 'APPROVE', null, 'codex', 0],
        ['polish', 1, 'APPROVE', null, 'claude-cli', 0],
        ['docs', 1, 'APPROVE', null, 'claude-cli', 0],
        ['security', 1, null, null, null, 0],
      ],
    ],
    ['ours/review-only.md', [['execution', 1, 'APPROVE', 'skipped (review-only first round)', 'claude-cli', 1]]],
    ['other/old-without-baselines.md', [['planning', 1, 'APPROVE', 'general-purpose subagent', 'codex', 0]]],
    [
      'other/plan-without-source.md',
      [
        ['planning', 1, 'REQUEST_CHANGES', null, 'claude-cli', 1],
        ['planning', 2, 'APPROVE', null, 'claude-cli', 0],
      ],
    ],
    ['other/skill-metadata-only.md', [[null, 1, 'REQUEST_CHANGES', 'codex-subagent', 'claude-cli', 1]]],
    ['other/protocol-metadata-only.md', [['execution', 1, 'REQUEST_CHANGES', 'subagent', 'codex', 1]]],
    [
      'other/free-headings.md',
      [
        ['planning', 1, 'REQUEST_CHANGES', null, null, 1],
        [null, null, 'APPROVE', null, null, 0],
        [null, null, null, null, null, 0],
      ],
    ],
  ])('of %s is understood as far as it goes', (file, rounds) => {
    const read = readHistory(parsed(textOf(file)).reviewHistory)
    expect(
      read.map(({ phase, round, verdict, executorBackend, reviewerBackend, issues }) => [
        phase,
        round,
        verdict,
        executorBackend,
        reviewerBackend,
        issues.length,
      ]),
    ).toEqual(rounds)
  })

  it('tells where an issue is, in a quoted answer as well', () => {
    const [round] = readHistory(parsed(textOf('other/skill-metadata-only.md')).reviewHistory)
    expect(round?.issues).toMatchObject([{ severity: 'CRITICAL', file: 'upload.go', line: 31 }])
  })

  it('tells how a reviewer failed', () => {
    const [, failed] = readHistory(parsed(textOf('ours/execution-round-3.md')).reviewHistory)
    expect(failed?.failures).toEqual([{ kind: 'missing `result`', reason: 'the process ended after 12 events' }])
  })
})
