import { describe, expect, it } from 'vitest'
import type { Json } from '../../types.ts'
import { parseFix } from './parse-fix.ts'
import { parseReview } from './parse-review.ts'
import { parseVerification } from './parse-verify.ts'

const finding = {
  file: 'a.ts',
  line: 3,
  severity: 'P1',
  title: 'Off by one',
  problem: 'The last item is lost.',
  evidence: 'i < n - 1',
  confidence: 0.9,
}
const reply = (value: Json) => ({ text: JSON.stringify(value), structured: null })
const review = (...findings: Json[]) => reply({ summary: 'Looked at a.ts.', findings })

describe('a reviewer’s reply', () => {
  it('becomes findings of that reviewer', () => {
    expect(parseReview(review(finding), 'bug-hunter')).toMatchObject({
      value: {
        summary: 'Looked at a.ts.',
        findings: [{ reviewer: 'bug-hunter', severity: 'P1', blocking: true, evidence: 'i < n - 1' }],
      },
    })
  })

  it('is taken from structured output where there is one', () => {
    const structured = { summary: 'Nothing wrong in a.ts.', findings: [] }
    expect(parseReview({ text: 'I am done.', structured }, 'r')).toMatchObject({ value: { findings: [] } })
  })

  it.each([
    ['critical', 'P0', true],
    ['BLOCKING', 'P0', true],
    ['HIGH', 'P1', true],
    ['Important', 'P1', true],
    ['p2', 'P2', false],
    ['nit', 'P3', false],
  ])('reads the severity %s', (word, severity, blocking) => {
    expect(parseReview(review({ ...finding, severity: word }), 'r')).toMatchObject({
      value: { findings: [{ severity, blocking }] },
    })
  })

  it('lets a P2 block only with a reason', () => {
    const blocking = { ...finding, severity: 'P2', blocking: true }
    expect(parseReview(review(blocking), 'r')).toMatchObject({ value: { findings: [{ blocking: false }] } })
    expect(parseReview(review({ ...blocking, impact: 'Orders are lost.' }), 'r')).toMatchObject({
      value: { findings: [{ blocking: true }] },
    })
  })

  it('keeps a finding without evidence for validation to discard', () => {
    const { evidence: _none, ...bare } = finding
    expect(parseReview(review(bare), 'r')).toMatchObject({ value: { findings: [{ evidence: null }] } })
  })

  it.each<[string, Json]>([
    ['no summary', { findings: [] }],
    ['an empty summary', { summary: ' ', findings: [] }],
    ['no findings', { summary: 'x' }],
    ['an unknown severity', { summary: 'x', findings: [{ ...finding, severity: 'spicy' }] }],
    ['a line in words', { summary: 'x', findings: [{ ...finding, line: 'three' }] }],
    ['findings under another name', { summary: 'x', findings: [], issues: [finding] }],
    ['a finding without a title', { summary: 'x', findings: [{ ...finding, title: '' }] }],
  ])('with %s is malformed as a whole', (_name, value) => {
    expect(parseReview(reply(value), 'r')).toHaveProperty('problems')
  })

  it.each<[string, Json]>([
    ['errors', { errors: ['rate limited'] }],
    ['an error', { error: 'The tool crashed.' }],
    ['a verdict against it', { verdict: 'decline' }],
    ['a state that is no success', { status: 'failed' }],
    ['findings below another key', { result: { bugs: [finding] } }],
    ['findings as texts', { issues: ['The total is wrong.'] }],
    ['a number of bugs', { bugs: 7 }],
    ['a number of bugs below another key', { stats: { bugs: 7 } }],
    ['bugs that are only said to be there', { has_bugs: true }],
    ['an issue in words', { issue: 'The total is wrong.' }],
    ['what is missing', { issues: 'No error handling in login.' }],
    ['bugs that are not denied', { no_bugs: false }],
    ['an approval that is false', { approved: false }],
    ['a merge that is refused', { lgtm: false }],
  ])('without findings but with %s contradicts itself', (_name, more) => {
    expect(parseReview(reply({ summary: 'Looked at a.ts.', findings: [], ...(more as object) }), 'r')).toHaveProperty(
      'problems',
    )
  })

  it.each<[string, Json]>([
    ['truncated', { truncated: true }],
    ['not complete', { complete: false }],
    ['truncated, further inside', { meta: { truncated: true } }],
  ])('that says it is %s is asked for once more', (_name, more) => {
    const read = parseReview(reply({ summary: 'Looked at a.ts.', findings: [], ...(more as object) }), 'r')
    expect(read).toMatchObject({ value: { findings: [] }, doubts: [expect.stringContaining('is no key')] })
  })

  it.each<[string, Json]>([
    ['an approval', { verdict: 'approve', approved: true, status: 'ok' }],
    ['an empty list of errors', { errors: [], error: null, issues: 'None.' }],
    ['that it counted none', { bugs: 0, issues_found: false, problems: {}, vulnerabilities: '' }],
    [
      'that there are none',
      { no_issues: true, bugFree: true, bugs: 'No blocking bugs were found in the whole change.' },
    ],
    ['what it looked at', { files: ['a.ts'], lines: 30, overall: 'It is fine.' }],
  ])('may say %s besides', (_name, more) => {
    const read = parseReview(reply({ summary: 'Looked at a.ts.', findings: [], ...(more as object) }), 'r')
    expect(read).toMatchObject({ value: { findings: [] }, doubts: [] })
  })

  it('asks for the reason of a P2 that is said to block', () => {
    const read = parseReview(review({ ...finding, severity: 'P2', blocking: true }), 'r')
    expect(read).toMatchObject({ doubts: [expect.stringContaining('findings.0.impact')] })
  })

  it('with a summary that nobody can see is malformed', () => {
    expect(parseReview(reply({ summary: '\u200b\u2060 \ufeff', findings: [] }), 'r')).toHaveProperty('problems')
  })

  it('may say more than it is asked for', () => {
    const more = { summary: 'x', findings: [finding], verdict: 'decline', files: ['a.ts'], reviewed: { files: 1 } }
    expect(parseReview(reply(more), 'r')).toMatchObject({ value: { findings: [{ title: 'Off by one' }] } })
  })

  it.each([90, 1.01, -1, 'high', null])(
    'with a confidence of %j says what it must be, and keeps the finding',
    (confidence) => {
      expect(parseReview(review(finding, { ...finding, confidence }), 'r')).toMatchObject({
        value: { findings: [{ confidence: 0.9 }, { confidence: Number.NaN }] },
        doubts: [`findings.1.confidence: must be a number from 0 to 1, found ${JSON.stringify(confidence)}`],
      })
    },
  )
})

it('with a confidence in quotes is read as a number', () => {
  expect(parseReview(review({ ...finding, confidence: '0.7' }), 'r')).toMatchObject({
    value: { findings: [{ confidence: 0.7 }] },
    doubts: [],
  })
})

describe('a verifier’s reply', () => {
  const given = [{ id: 'F-1' }, { id: 'F-2' }]
  const answer = (id: string) => ({ id, verdict: 'refuted', quote: 'x', reason: 'guarded above' })

  it('answers each finding once', () => {
    expect(parseVerification(reply({ findings: [answer('F-2'), answer('F-1')] }), given)).toHaveProperty('value')
  })

  it('counts however its verdict is spelled', () => {
    const findings = [answer('F-1'), { ...answer('F-2'), verdict: 'Confirmed ' }]
    expect(parseVerification(reply({ findings }), given)).toMatchObject({
      value: [{ verdict: 'refuted' }, { verdict: 'confirmed' }],
    })
  })

  it.each([
    ['missing', [answer('F-1')]],
    ['unknown', [answer('F-1'), answer('F-2'), answer('F-3')]],
    ['twice', [answer('F-1'), answer('F-1'), answer('F-2')]],
    ['undecided', [answer('F-1'), { ...answer('F-2'), verdict: 'maybe' }]],
  ])('with one %s is malformed', (_name, findings) => {
    expect(parseVerification(reply({ findings }), given)).toHaveProperty('problems')
  })
})

describe('a fixer’s reply', () => {
  const fix = {
    summary: 'Done.',
    addressed: [{ id: 'F-1', how: 'checked' }],
    unable: [{ id: 'F-2', reason: 'needs a decision' }],
    files: ['a.ts'],
  }

  it('accounts for every blocking finding', () => {
    expect(parseFix(reply(fix), ['F-1', 'F-2'])).toHaveProperty('value')
    expect(parseFix(reply(fix), ['F-1', 'F-2', 'F-3'])).toEqual({
      problems: ['F-3: neither in "addressed" nor in "unable"'],
    })
    expect(parseFix(reply({ ...fix, unable: [{ id: 'F-1', reason: 'x' }] }), ['F-1'])).toHaveProperty('problems')
  })
})
