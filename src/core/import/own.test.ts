import { expect, it } from 'vitest'
import { fullResult, inconclusive } from '../../../test/schemas/sample-results.ts'
import { type ImportedFindings, readImport } from './index.ts'

const severity = { error: 'P2', warning: 'P3', note: 'P3', securityP0: 9, securityP1: 7 } as const

function read(value: unknown): ImportedFindings {
  const imported = readImport(JSON.stringify(value), 'out/bug-hunter.json', { severity, root: '/repo' })
  if ('problems' in imported) throw new Error(imported.problems.join('\n'))
  return imported
}

const finding = {
  file: 'src/a.ts',
  line: 3,
  severity: 'HIGH',
  title: 'Wrong',
  problem: 'It is wrong.',
  evidence: 'a = b',
  confidence: 0.7,
}

it.each<[string, unknown]>([
  ["an agent's reply", { summary: 'Looked at everything.', findings: [finding], strengths: [] }],
  ['a bare list', [finding]],
])('reads %s', (_, value) => {
  expect(read(value)).toEqual({
    findings: [
      {
        reviewer: 'import:bug-hunter',
        ...finding,
        endLine: null,
        severity: 'P1',
        blocking: true,
        category: 'general',
        rule: null,
        impact: null,
        fix: null,
        suggestion: null,
        discard: false,
        discriminator: null,
      },
    ],
    reviewers: ['import:bug-hunter'],
    notes: [],
    incomplete: [],
  })
})

it('reads a review result with everyone who spoke', () => {
  const { findings, reviewers, incomplete } = read(fullResult)
  expect(reviewers).toEqual([
    'import:hygiene',
    'import:typescript',
    'import:python',
    'import:bug-hunter',
    'import:gitleaks',
  ])
  expect(incomplete).toEqual([])
  const token = findings.filter(({ rule }) => rule === 'secret/github-token')
  expect(token.map(({ reviewer }) => reviewer)).toEqual(['import:hygiene', 'import:gitleaks'])
  expect(findings.find(({ rule }) => rule === 'oxlint/no-debugger')).toMatchObject({
    suggestion: '',
    line: 2,
    blocking: false,
  })
})

it('does not take an inconclusive review for an approval', () => {
  expect(read(inconclusive).incomplete).toEqual([
    { reviewer: 'import:review-loop', reason: 'bug-hunter timed out after 10m. typescript crashed.' },
  ])
})

it('keeps what the reviewer said about blocking, if there is a reason', () => {
  const p2 = { ...finding, severity: 'P2', blocking: true }
  expect(
    read([p2, { ...p2, impact: 'Data is lost.' }, { ...finding, severity: 'P3', blocking: true }]).findings.map(
      ({ blocking }) => blocking,
    ),
  ).toEqual([false, true, false])
})

it('quotes the path for a finding about a whole file', () => {
  expect(read([{ ...finding, line: null, evidence: null }]).findings).toMatchObject([{ evidence: 'src/a.ts' }])
})

it('skips findings outside of the repository, and says so', () => {
  expect(read([finding, { ...finding, severity: 'P2', file: '/etc/passwd' }])).toMatchObject({
    findings: [{}],
    notes: ['out/bug-hunter.json: Skipped 1 result in files outside of the repository.'],
  })
})

it('hands on what blocks outside of the repository, without a place', () => {
  const { findings } = read([{ ...finding, file: '/build/src/a.ts' }])
  expect(findings).toMatchObject([{ severity: 'P1', blocking: true, file: null, line: null }])
})

it.each<[string, object, string]>([
  ['a verdict', { verdict: 'decline', findings: [] }, 'Its verdict is "decline", but no finding in it blocks.'],
  [
    'a verdict beside advice',
    { verdict: 'needs_attention', findings: [{ ...finding, severity: 'P2' }] },
    'Its verdict is "needs_attention", but no finding in it blocks.',
  ],
  [
    'a gate',
    { verdict: 'approve', gate: { result: 'blocked', reasons: [] }, findings: [] },
    'Its gate is "blocked", but no finding in it blocks.',
  ],
  [
    'a reviewer',
    { verdict: 'approve', reviewers: [{ name: 'claude', status: 'failed', reason: 'no credit' }], findings: [] },
    'claude: failed, no credit.',
  ],
  [
    'a list of errors',
    { summary: 'All.', errors: ['no tokens left'], findings: [] },
    'errors: is no key of this answer and contradicts it: what was found belongs under findings.',
  ],
  [
    'a list under another name',
    { summary: 'All.', result: { bugs: [{ title: 'Wrong' }] }, findings: [] },
    'result: is no key of this answer and contradicts it: what was found belongs under findings.',
  ],
])('takes a review for incomplete that %s contradicts', (_, value, reason) => {
  expect(read(value).incomplete).toEqual([{ reviewer: 'import:review-loop', reason }])
})

it.each<[unknown, string]>([
  [{ schemaVersion: 1, gate: { result: 'pass' }, findings: [] }, 'x.json: verdict is missing.'],
  [{ schemaVersion: 1, verdict: 'approve', findings: [] }, 'x.json: gate.result is missing.'],
  [[{ ...finding, severity: 'urgent' }], 'x.json: findings[0].severity "urgent" is not a severity, such as P0 to P3.'],
  [[finding, { ...finding, title: '' }], 'x.json: findings[1].title is wrong: it must be text.'],
  [[{ ...finding, problem: undefined }], 'x.json: findings[0].problem is missing: it must be text.'],
  [[{ ...finding, line: '3' }], 'x.json: findings[0].line is wrong: it must be a line number from 1 or null.'],
  [[{ ...finding, confidence: 90 }], 'x.json: findings[0].confidence is wrong: it must be a number from 0 to 1.'],
  [{ summary: ' ', findings: [] }, 'x.json: summary is empty; a clean result says what was looked at.'],
  [{ schemaVersion: 2, findings: [] }, 'x.json: schemaVersion 2 is not known, only 1 is.'],
])('refuses %j', (value, problem) => {
  expect(readImport(JSON.stringify(value), 'x.json', { severity })).toEqual({ problems: [problem] })
})

it('stops at ten problems', () => {
  const imported = readImport(JSON.stringify(Array.from({ length: 50 }, () => ({}))), 'x.json', { severity })
  expect('problems' in imported && imported.problems).toHaveLength(10)
})
