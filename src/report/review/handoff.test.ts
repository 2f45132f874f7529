import { describe, expect, it } from 'vitest'
import { finding, approval as passed } from '../../../test/schemas/sample-results.ts'
import { expectValid } from '../../../test/support/expectations.ts'
import { codeKey, noCodeKey } from '../../core/handoff/code-key.ts'
import { onlyMechanical } from '../../core/verdict/conclude.ts'
import type { Finding, ReviewResult } from '../../types.ts'
import { handoffFiles } from './handoff.ts'

const context = {
  pullRequest: 7,
  headSha: 'b'.repeat(40),
  files: [],
  texts: new Map([['src/a.ts', 'bad()\n']]),
  threads: { outdated: ['T1'], kept: [] },
  hygieneOnly: false,
} as const

function written(result: ReviewResult, changes: Partial<Parameters<typeof handoffFiles>[1]> = {}) {
  const files = new Map(handoffFiles(result, { ...context, ...changes }))
  return {
    findings: JSON.parse(files.get('code-review-findings.json') ?? ''),
    threads: JSON.parse(files.get('code-review-threads.json') ?? ''),
    summary: files.get('code-review-summary.md') ?? '',
  }
}

const withFindings = (...findings: readonly Finding[]): ReviewResult => ({ ...passed, findings })
const id = 'F-11111111'

describe('the findings', () => {
  it.each([
    ['P0', true, 'BLOCKING', 0],
    ['P1', true, 'HIGH', 1],
    ['P2', true, 'MEDIUM', 2],
    ['P2', false, 'MEDIUM', 2],
    ['P3', false, 'MEDIUM', 3],
  ] as const)('call a %s (blocking: %s) %s, priority %d', (severity, blocking, word, priority) => {
    const { findings } = written(withFindings(finding({ id, severity, blocking })))
    expect(findings.findings).toMatchObject([
      { severity: word, priority, blocking, issue: `[${severity}] Something is wrong` },
    ])
  })

  it('carry what is needed to post them', () => {
    const given = finding({
      id,
      fingerprint: 'abc:1',
      endLine: 3,
      impact: 'Bad.',
      fix: 'Mend it.',
      suggestion: 'good()',
      evidence: 'bad()',
    })
    const { findings, threads } = written(withFindings(given))
    expectValid('findings', findings)
    expectValid('threads', threads)
    expect(findings).toMatchObject({ schema_version: 1, pr_number: 7, head_sha: context.headSha, verdict: 'approve' })
    expect(findings.findings).toEqual([
      {
        id,
        fingerprint: 'abc:1',
        file: 'src/a.ts',
        line: 1,
        end_line: 3,
        inline: false,
        severity: 'MEDIUM',
        priority: 2,
        blocking: false,
        category: 'correctness',
        issue: '[P2] Something is wrong',
        explanation: 'It does not do what it says.\n\nImpact: Bad.',
        recommendation: 'Mend it.',
        code_snippet: 'bad()',
        code_key: noCodeKey,
        suggestion: 'good()',
        confidence: 0.9,
        reviewers: ['hygiene'],
      },
    ])
    expect(threads).toEqual({ schema_version: 1, pr_number: 7, outdated_thread_ids: ['T1'] })
  })

  it.each([
    ['what it means alone where the rest is the title', 'Something is wrong.', 'Bad.', 'Impact: Bad.'],
    ['the title rather than nothing', 'Something is wrong.', null, 'Something is wrong.'],
  ])('explain %s', (_, problem, impact, explanation) => {
    expect(written(withFindings(finding({ id, problem, impact }))).findings.findings).toMatchObject([{ explanation }])
  })

  it('are titled in less than 80 characters, without half a character at the end', () => {
    const { findings } = written(withFindings(finding({ id, title: `${'x'.repeat(72)}🦊🦊🦊` })))
    expectValid('findings', findings)
    expect(findings.findings[0].issue).toMatch(/^\[P2\] x{72}…$/)
  })

  it.each([
    ['nothing where only rules found it', ['hygiene'], noCodeKey],
    ['its code where an agent did', ['claude'], codeKey('bad()\n', 1, 1)],
    ['its code where an agent found it too', ['hygiene', 'claude'], codeKey('bad()\n', 1, 1)],
  ])('have a later review look for %s', (_, reviewers, key) => {
    expect(written(withFindings(finding({ id, reviewers }))).findings.findings).toMatchObject([{ code_key: key }])
  })

  it('quote no code for a finding about a whole file', () => {
    const { findings } = written(withFindings(finding({ id, line: null, evidence: 'src/a.ts' })))
    expect(findings.findings).toMatchObject([{ line: null, end_line: null, code_snippet: '', code_key: null }])
  })
})

describe('the summary', () => {
  it('names the label, the counts and each finding, the worst first', () => {
    const minor = finding({ id, severity: 'P3', file: 'b.ts' })
    const grave = finding({ id, severity: 'P0', title: 'A <!-- key --> of @someone' })
    const result: ReviewResult = { ...passed, label: 'Changes Requested', findings: [minor, grave] }
    const { summary } = written({ ...result, gate: { result: 'blocked', reasons: [] } })
    expect(summary).toBe(
      [
        '## Code review: Changes Requested',
        `2 findings (1 P0, 1 P3), of which 1 blocks. Reviewed ${result.scope.files} files at \`bbbbbbbbbb\`.`,
        '- **BLOCKING** `src/a.ts:1` \\[P0\\] A &lt;\\!-- key --&gt; of @\u200bsomeone\n- **MEDIUM** `b.ts:1` \\[P3\\] Something is wrong\n',
      ].join('\n\n'),
    )
  })

  it('says first that a review is incomplete', () => {
    const gate = { result: 'inconclusive', reasons: ['claude failed: it crashed.'] } as const
    const { summary } = written({ ...passed, label: 'Review Incomplete', gate })
    expect(summary).toMatch(
      /^## Code review: Review Incomplete\n\n\*\*This review is incomplete, and so it approves nothing:\*\*\n- claude failed: it crashed\.\n/,
    )
  })

  it('says that only the sweep ran', () => {
    expect(written(passed, { hygieneOnly: true }).summary).toContain('Only the quick sweep ran')
  })

  it('says when nobody looked who understands the change', () => {
    const { summary } = written({ ...passed, notices: ['Another notice.', onlyMechanical] })
    expect(summary).toMatch(/^## Code review: Approved\n\nNo findings\. Reviewed .*\.\n\n/)
    expect(summary.split('\n\n').slice(2)).toEqual([`${onlyMechanical}\n`])
    expect(written(passed).summary).not.toContain(onlyMechanical)
  })

  it('says what was found earlier, is not raised again and stays open', () => {
    const kept = [
      { path: 'src/a.ts', line: 10, why: 'code' },
      { path: 'b`<b>.ts', line: null, why: 'person' },
    ] as const
    const { summary } = written(passed, { threads: { outdated: [], kept } })
    expect(summary).toContain(
      [
        '\n\n**Found earlier, not raised again, and still open:**',
        '- `src/a.ts:10`: the code is as it was.',
        '- ``b`<b>.ts``: a person spoke last.\n',
      ].join('\n'),
    )
  })

  it.each([
    ['many findings', 400, 1],
    ['many findings and many reasons', 400, 400],
  ])('has at most 500 words, whatever happens: %s', (_, count, reasons) => {
    const title = 'a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l'
    const findings = Array.from({ length: count }, () => finding({ id, title, file: 'a folder/with spaces/in it.ts' }))
    const gate = {
      result: 'inconclusive',
      reasons: Array.from({ length: reasons }, () => `x ${'y '.repeat(300)}`),
    } as const
    const kept = Array.from({ length: count }, () => ({ path: 'a b.ts', line: 1, why: 'code' }) as const)
    const { summary } = written({ ...passed, gate, findings }, { threads: { outdated: [], kept } })
    expect(summary.split(/\s+/).length).toBeLessThanOrEqual(500)
    expect(summary).toMatch(/\n- … and \d+ more\.\n$/)
  })
})
