import { describe, expect, it } from 'vitest'
import { expectUntouched, placesOf } from '../support/expectations.ts'
import { runInside } from '../support/inside.ts'
import { reviewJson } from '../support/program.ts'
import { createRepository, type Files } from '../support/repository.ts'
import { clean, withDebugger } from '../support/samples.ts'

const code = 'export const one = 1\nexport const two = eval("2")\n'

function repositoryWith(files: Files) {
  const repository = createRepository()
  repository.commit('Add', { 'src/a.js': code })
  repository.git('config', 'core.excludesFile', `${repository.path}/.git/excluded`)
  repository.write({ '.git/excluded': 'reports/\n', ...files })
  return repository
}

const sarif = (results: readonly object[], run: object = {}) =>
  JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Linter', rules: [] } }, results, ...run }] })

const sarifResult = (level: string, line = 2, properties = {}) => ({
  ruleId: 'no-eval',
  level,
  message: { text: `eval is evil (${level})` },
  locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a.js' }, region: { startLine: line } } }],
  properties,
})

const diagnostic = {
  message: 'eval is evil',
  location: { path: 'src/a.js', range: { start: { line: 2, column: 1 } } },
  severity: 'ERROR',
  code: { value: 'no-eval' },
}

const ownFinding = {
  file: 'src/a.js',
  line: 2,
  severity: 'Critical',
  title: 'eval runs what a user typed',
  problem: 'The text comes from outside.',
  evidence: 'eval("2")',
  confidence: 0.9,
}

describe.concurrent('a report of another analyser is a reviewer', () => {
  it.each([
    ['SARIF', sarif([sarifResult('error')]), 'import:linter', 'P2'],
    ['rdjson', JSON.stringify({ source: { name: 'linter' }, diagnostics: [diagnostic] }), 'import:linter', 'P2'],
    [
      'rdjsonl',
      [diagnostic, { ...diagnostic, message: 'and slow' }].map((line) => JSON.stringify(line)).join('\n'),
      'import:report',
      'P2',
    ],
    ['its own JSON', JSON.stringify({ summary: 'Looked at all', findings: [ownFinding] }), 'import:report', 'P0'],
    ['a bare list of findings', JSON.stringify([ownFinding]), 'import:report', 'P0'],
  ])('%s', async (_, report, reviewer, severity) => {
    const repository = repositoryWith({ 'reports/report.json': report })
    const { result } = await reviewJson(repository.path, ['--hygiene-only', '--import', 'reports/report.json'])
    expect(result.findings[0]).toMatchObject({ file: 'src/a.js', line: 2, severity })
    const speaker = result.reviewers.find(({ agent }) => agent === 'import')
    expect(speaker).toMatchObject({ status: 'ok', name: result.findings[0]?.reviewers[0] })
    expect(speaker?.name.toLowerCase()).toBe(reviewer)
  })

  it('a result of review-loop itself can be read again', async () => {
    const repository = createRepository()
    repository.write({ 'a.js': withDebugger })
    const first = await runInside(repository.path, [
      'review',
      '--hygiene-only',
      '--format',
      'json',
      '--output',
      '.git/first.json',
    ])
    expect(first.code).toBe(0)
    const { result } = await reviewJson(repository.path, ['--hygiene-only', '--import', '.git/first.json'])
    expect(placesOf(result)).toEqual(['hygiene/debugger a.js:2'])
    expect(result.findings[0]?.reviewers).toEqual(['hygiene', 'import:hygiene'])
  })

  it('--import may be repeated, and who agrees is merged', async () => {
    const repository = repositoryWith({
      'reports/one.sarif': sarif([sarifResult('error')]),
      'reports/two.sarif': sarif([sarifResult('error')]).replace('"Linter"', '"Other"'),
    })
    const both = ['--import', 'reports/one.sarif', '--import', 'reports/two.sarif']
    const { result } = await reviewJson(repository.path, ['--hygiene-only', ...both])
    expect(result.reviewers.filter(({ agent }) => agent === 'import')).toHaveLength(2)
    expect(result.findings).toHaveLength(1)
    expect(result.findings[0]).toMatchObject({ agreement: 2 })
    expect(result.findings[0]?.reviewers).toHaveLength(2)
  })

  it('levels become severities, a security score goes before them, and both can be configured', async () => {
    const lines = Array.from({ length: 5 }, (_, index) => `export const v${index} = eval("${index}")\n`).join('')
    const results = [
      sarifResult('error', 1),
      sarifResult('warning', 2),
      sarifResult('note', 3),
      sarifResult('warning', 4, { 'security-severity': '9.1' }),
      sarifResult('note', 5, { 'security-severity': '7.0' }),
    ]
    const repository = repositoryWith({ 'src/a.js': lines, 'reports/all.sarif': sarif(results) })
    repository.write({
      'reports/config.yaml': 'import: { error: P1, warning: P2, note: P2, security_p0: 9.5, security_p1: 8 }\n',
    })
    const severities = async (...args: string[]) => {
      const { result } = await reviewJson(repository.path, ['--hygiene-only', '--import', 'reports/all.sarif', ...args])
      return [...result.findings].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)).map(({ severity }) => severity)
    }
    expect(await severities()).toEqual(['P2', 'P3', 'P3', 'P0', 'P1'])
    expect(await severities('--config', 'reports/config.yaml')).toEqual(['P1', 'P2', 'P2', 'P1', 'P2'])
  })

  it('a grave result without a place makes the review inconclusive', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'src/a.js': code })
    const grave = { ruleId: 'x', message: { text: 'Remote code runs.' }, properties: { 'security-severity': '9.8' } }
    const sarif = { version: '2.1.0', runs: [{ tool: { driver: { name: 'scan' } }, results: [grave] }] }
    repository.write({ '.git/scan.sarif': JSON.stringify(sarif) })
    const { result, code: exit } = await reviewJson(repository.path, ['--hygiene-only', '--import', '.git/scan.sarif'])
    expect(exit).toBe(3)
    expect(result.discarded).toMatchObject([{ code: 'no_location', severity: 'P0' }])
  })

  it('findings outside of the change are kept apart with the reason', async () => {
    const repository = createRepository({ 'old.js': clean.repeat(30) })
    repository.commit('Add', { 'src/a.js': code })
    const elsewhere = { ...ownFinding, file: 'old.js', line: 20, evidence: 'answer = 42' }
    const invented = { ...ownFinding, evidence: 'never written anywhere' }
    repository.write({ '.git/own.json': JSON.stringify([elsewhere, invented]) })
    const { result, code: exit } = await reviewJson(repository.path, ['--hygiene-only', '--import', '.git/own.json'])
    // Nobody can check what was never written.
    expect(exit).toBe(3)
    expect(result.gate.unverified).toHaveLength(1)
    expect(result.findings).toEqual([])
    expect(result.discarded.map(({ code: why }) => why).sort()).toEqual(['evidence_not_found', 'file_not_changed'])
    for (const { reason } of result.discarded) expect(reason).not.toBe('')
  })

  it.each([
    ['a SARIF run that failed', sarif([], { invocations: [{ executionSuccessful: false }] })],
    [
      'an inconclusive review',
      JSON.stringify({
        schemaVersion: 1,
        verdict: 'inconclusive',
        gate: { result: 'inconclusive', reasons: ['bug-hunter ran out of time.'] },
        findings: [],
      }),
    ],
    ['a SARIF run that names its results twice', sarif([]).replace('"results":', '"results":[{}],"results":')],
    [
      'a SARIF run with an error notification',
      sarif([], { invocations: [{ executionSuccessful: true, toolExecutionNotifications: [{ level: 'error' }] }] }),
    ],
    ['an rdjson report with a diagnostic that says nothing', '{"diagnostics":[{"message":"a"},{}]}'],
    ['a review that declines without a finding', '{"summary":"All.","verdict":"decline","findings":[]}'],
  ])('%s does not count as having spoken', async (_, report) => {
    const repository = repositoryWith({ 'reports/report.json': report })
    const { result, code: exit } = await reviewJson(repository.path, [
      '--hygiene-only',
      '--import',
      'reports/report.json',
    ])
    expect(exit).toBe(3)
    expect(result.gate.result).toBe('inconclusive')
    expect(result.reviewers).toContainEqual(expect.objectContaining({ agent: 'import', status: 'failed' }))
  })
})

describe.concurrent('a report that cannot be read stops the review before any work', () => {
  it.each([
    ['cut off', sarif([sarifResult('error')]).slice(0, -20), 'is not valid JSON'],
    ['empty', '', 'is empty'],
    ['of an old version', '{"version":"1.0.0","runs":[{"tool":{"name":"x"},"results":[]}]}', 'before 2.1.0'],
    ['without a run', '{"version":"2.1.0","runs":[]}', 'no analyser has spoken'],
    ['of no known format', '{"hello":"world"}', 'no known format'],
    ['with a finding that lacks its title', JSON.stringify([{ ...ownFinding, title: undefined }]), 'title'],
    ['with a severity that nobody knows', JSON.stringify([{ ...ownFinding, severity: 'spicy' }]), 'spicy'],
  ])('%s', async (_, report, message) => {
    const repository = repositoryWith({ 'reports/fine.sarif': sarif([]), 'reports/broken.sarif': report })
    const args = ['review', '--import', 'reports/fine.sarif', '--import', 'reports/broken.sarif']
    const result = await runInside(repository.path, args)
    expectUntouched(result, repository.path, /^review-loop: reports\/broken\.sarif cannot be imported: /)
    expectUntouched(result, repository.path, message)
    expect(result.stderr.split('broken.sarif')).toHaveLength(2)
  })
})
