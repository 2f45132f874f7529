import { expect, it } from 'vitest'
import { type ImportedFindings, type ImportOptions, readImport } from './index.ts'

const severity = { error: 'P2', warning: 'P3', note: 'P3', securityP0: 9, securityP1: 7 } as const

const place = (uri: string, region?: object): object => ({
  locations: [{ physicalLocation: { artifactLocation: { uri }, ...(region && { region }) } }],
})

const result = (parts: object = {}): object => ({
  ruleId: 'no-eval',
  message: { text: 'eval is evil.' },
  ...place('src/a.ts', { startLine: 3 }),
  ...parts,
})

function read(
  results: unknown,
  parts: { run?: object; log?: object; options?: Partial<ImportOptions> } = {},
): ImportedFindings {
  const run = { tool: { driver: { name: 'ESLint' } }, results, ...parts.run }
  const log = { version: '2.1.0', runs: [run], ...parts.log }
  const imported = readImport(JSON.stringify(log), 'lint.sarif', { severity, root: '/repo', ...parts.options })
  if ('problems' in imported) throw new Error(imported.problems.join('\n'))
  return imported
}

it('turns a result into a finding', () => {
  const region = { startLine: 3, startColumn: 5, endLine: 4, endColumn: 9, snippet: { text: 'eval(x)\n' } }
  expect(read([result({ level: 'error', ...place('src/a.ts', region) })])).toEqual({
    findings: [
      {
        reviewer: 'import:eslint',
        file: 'src/a.ts',
        line: 3,
        endLine: 4,
        severity: 'P2',
        blocking: false,
        category: 'static-analysis',
        rule: 'eslint/no-eval',
        title: 'eval is evil.',
        problem: 'eval is evil.',
        impact: null,
        fix: null,
        suggestion: null,
        evidence: 'eval(x)',
        confidence: 0.8,
        discard: false,
        discriminator: null,
      },
    ],
    reviewers: ['import:eslint'],
    notes: [],
    incomplete: [],
  })
})

const rule = (parts: object): object => ({
  run: { tool: { driver: { name: 'T', rules: [{ id: 'no-eval', ...parts }] } } },
})

it.each<[string, object, object, string]>([
  ['an error', { level: 'error' }, {}, 'P2'],
  ['a warning', { level: 'warning' }, {}, 'P3'],
  ['a note', { level: 'note' }, {}, 'P3'],
  ['no level', {}, {}, 'P3'],
  ["the rule's level", {}, rule({ defaultConfiguration: { level: 'error' } }), 'P2'],
  ["its own level before the rule's", { level: 'note' }, rule({ defaultConfiguration: { level: 'error' } }), 'P3'],
  ['a security severity of the rule', { level: 'note' }, rule({ properties: { 'security-severity': '9.8' } }), 'P0'],
  [
    'a security severity of its own',
    { properties: { 'security-severity': 7 } },
    rule({ properties: { 'security-severity': '9.8' } }),
    'P1',
  ],
  ['a low security severity', { level: 'error', properties: { 'security-severity': '6.9' } }, {}, 'P2'],
  ['a security severity in words', { level: 'note', properties: { 'security-severity': 'High' } }, {}, 'P1'],
  ['a review kind without a level', { kind: 'review' }, rule({ defaultConfiguration: { level: 'error' } }), 'P3'],
])('grades %s', (_, parts, context, expected) => {
  expect(read([result(parts)], context).findings.map((finding) => finding.severity)).toEqual([expected])
})

it('follows the configured severities', () => {
  const options = { severity: { error: 'P1', warning: 'P2', note: 'P3', securityP0: 8, securityP1: 5 } } as const
  const found = read([result({ level: 'error' }), result(), result({ properties: { 'security-severity': 8 } })], {
    options,
  })
  expect(found.findings.map((finding) => [finding.severity, finding.blocking])).toEqual([
    ['P1', true],
    ['P2', false],
    ['P0', true],
  ])
})

it('finds rules of extensions by reference, by id and by the family of the id', () => {
  const extension = {
    name: 'pack',
    rules: [{ id: 'x' }, { id: 'sql', properties: { 'security-severity': '9.1', precision: 'high' } }],
  }
  const run = { tool: { driver: { name: 'CodeQL', rules: [{ id: 'other' }] }, extensions: [extension] } }
  const results = [
    result({ ruleId: 'sql', rule: { index: 1, toolComponent: { index: 0 } } }),
    result({ ruleId: 'sql' }),
    result({ ruleId: 'sql/raw/query' }),
    result({ ruleId: undefined, rule: { id: 'sql', index: 1, toolComponent: { index: 0 } } }),
    result({ ruleId: 'sql', ruleIndex: 0 }),
  ]
  const { findings } = read(results, { run })
  expect(findings.map((finding) => finding.severity)).toEqual(['P0', 'P0', 'P0', 'P0', 'P0'])
  expect(findings.map((finding) => finding.rule)).toEqual([
    'codeql/sql',
    'codeql/sql',
    'codeql/sql/raw/query',
    'codeql/sql',
    'codeql/sql',
  ])
  expect(findings[0]).toMatchObject({ category: 'security', confidence: 0.9 })
})

it.each<[string, object, string]>([
  ['passes', { kind: 'pass' }, 'lint.sarif: Skipped 1 result of kind pass or notApplicable.'],
  ['does not apply', { kind: 'notApplicable' }, 'of kind pass'],
  [
    'is suppressed with consent',
    { suppressions: [{ kind: 'external', status: 'accepted' }] },
    'suppressed by the tool itself',
  ],
  ['was there before', { baselineState: 'unchanged' }, 'baseline'],
  ['is gone', { baselineState: 'absent' }, 'baseline'],
  ['leaves the repository', place('../other/a.ts', { startLine: 1 }), 'outside of the repository'],
  ['is elsewhere on the machine', place('/etc/passwd', { startLine: 1 }), 'outside of the repository'],
])('skips a result that %s, and says so', (_, parts, note) => {
  const { findings, notes } = read([result(parts), result()])
  expect(findings).toHaveLength(1)
  expect(notes).toHaveLength(1)
  expect(notes[0]).toContain(note)
})

it('keeps a result whose suppression was rejected or is new', () => {
  const results = [
    result({ suppressions: [{ kind: 'external', status: 'rejected' }] }),
    result({ suppressions: [{ kind: 'inSource' }, { kind: 'external', status: 'rejected' }] }),
    result({ suppressions: [] }),
    result({ baselineState: 'new' }),
  ]
  expect(read(results)).toMatchObject({ findings: [{}, {}, {}, {}], notes: [] })
})

it('counts what it skips in one sentence', () => {
  expect(read([result({ kind: 'pass' }), result({ kind: 'pass' })]).notes).toEqual([
    'lint.sarif: Skipped 2 results of kind pass or notApplicable.',
  ])
})

it('repairs the version and absolute paths, and says so', () => {
  const results = [
    result(place('/repo/src/a.ts', { startLine: 1 })),
    result(place('file:///repo/src/b%20c.ts', { startLine: 2 })),
  ]
  const { findings, notes } = read(results, { log: { version: '0.51.0' } })
  expect(findings.map((finding) => finding.file)).toEqual(['src/a.ts', 'src/b c.ts'])
  expect(notes).toEqual([
    'lint.sarif: It names SARIF version "0.51.0"; it was read as 2.1.0.',
    'lint.sarif: Made 2 absolute paths relative to the repository.',
  ])
})

it('follows base ids and the list of artifacts', () => {
  const run = {
    originalUriBaseIds: {
      ROOT: { uri: 'file:///repo/' },
      SRC: { uri: 'src/', uriBaseId: 'ROOT' },
      AWAY: { uri: 'file:///tmp/' },
    },
    artifacts: [{ location: { uri: 'lib/z.ts' } }],
  }
  const at = (artifactLocation: object): object =>
    result({ locations: [{}, { physicalLocation: { artifactLocation } }] })
  const locations = [
    { uri: 'a.ts', uriBaseId: 'SRC' },
    { uri: 'a.ts', uriBaseId: '%SRCROOT%' },
    { uri: 'a.ts', uriBaseId: 'constructor' },
    { index: 0 },
    { uri: 'a.ts', uriBaseId: 'AWAY' },
  ]
  expect(read(locations.map(at), { run }).findings.map((finding) => finding.file)).toEqual([
    'src/a.ts',
    'a.ts',
    'a.ts',
    'lib/z.ts',
  ])
})

it.each<[string, object | undefined, object]>([
  ['no region', undefined, { line: null, endLine: null, evidence: 'src/a.ts' }],
  ['an offset only', { charOffset: 12 }, { line: null, endLine: null, evidence: 'src/a.ts' }],
  ['line 0', { startLine: 0 }, { line: null, endLine: null, evidence: 'src/a.ts' }],
  ['one line', { startLine: 3, endLine: 3 }, { line: 3, endLine: null, evidence: null }],
  ['an end before the first character of a line', { startLine: 3, endLine: 5, endColumn: 1 }, { line: 3, endLine: 4 }],
  ['an end before the start', { startLine: 3, endLine: 1 }, { line: 3, endLine: null }],
  ['a masked snippet', { startLine: 3, snippet: { text: 'REDACTED' } }, { line: 3, evidence: null }],
])('reads a location with %s', (_, region, expected) => {
  expect(read([result(place('src/a.ts', region))]).findings).toMatchObject([expected])
})

it('keeps a result without a location', () => {
  expect(read([result({ locations: [] })]).findings).toMatchObject([{ file: null, line: null, evidence: null }])
})

it('looks messages up and fills them in', () => {
  const rules = [
    {
      id: 'no-eval',
      messageStrings: { default: { text: '{0} calls {{eval}} in {1} and {2}.' } },
      shortDescription: { text: 'Short.' },
    },
  ]
  const run = { tool: { driver: { name: 'T', rules, globalMessageStrings: { shared: { text: 'Shared text.' } } } } }
  const messages = [
    { id: 'default', arguments: ['f', '[g](1)'] },
    { id: 'shared' },
    { id: 'toString' },
    { text: 'See [the source](3), {0} and [page](https://e.invalid).' },
    {},
  ]
  expect(
    read(
      messages.map((message) => result({ message })),
      { run },
    ).findings.map((finding) => finding.problem),
  ).toEqual([
    'f calls {eval} in g and {2}.',
    'Shared text.',
    'Short.',
    'See the source, {0} and [page](https://e.invalid).',
    'Short.',
  ])
})

it('makes a short title of a long message', () => {
  const messages = ['First sentence is long enough to be cut off here. ', 'x'].map((text) => ({
    text: text.repeat(200),
  }))
  const titles = read(messages.map((message) => result({ message }))).findings.map((finding) => finding.title)
  expect(titles).toEqual(['First sentence is long enough to be cut off here.', `${'x'.repeat(119)}…`])
})

const fix = (deletedRegion: object, text: string | undefined, uri = 'src/a.ts'): object => ({
  description: { text: 'Use JSON.parse.' },
  artifactChanges: [
    {
      artifactLocation: { uri },
      replacements: [{ deletedRegion, ...(text !== undefined && { insertedContent: { text } }) }],
    },
  ],
})

it.each<[string, object, object]>([
  [
    'whole lines',
    { fixes: [fix({ startLine: 3 }, 'parse(x)')] },
    { suggestion: 'parse(x)', line: 3, endLine: null, fix: 'Use JSON.parse.' },
  ],
  [
    'lines around the finding',
    { fixes: [fix({ startLine: 2, endLine: 4 }, 'parse(x)')] },
    { suggestion: 'parse(x)', line: 2, endLine: 4 },
  ],
  [
    'a deletion',
    { fixes: [fix({ startLine: 3, startColumn: 1, endLine: 4, endColumn: 1 }, undefined)] },
    { suggestion: '', line: 3 },
  ],
  [
    'part of a line that is not known',
    { fixes: [fix({ startLine: 3, startColumn: 2, endColumn: 4 }, 'x')] },
    { suggestion: null, fix: 'Use JSON.parse.' },
  ],
  ['other lines', { fixes: [fix({ startLine: 9 }, 'x')] }, { suggestion: null, line: 3 }],
  ['another file', { fixes: [fix({ startLine: 3 }, 'x', 'src/b.ts')] }, { suggestion: null }],
  ['two alternatives', { fixes: [fix({ startLine: 3 }, 'x'), fix({ startLine: 3 }, 'y')] }, { suggestion: null }],
  [
    'part of a line that the file quotes',
    {
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/a.ts' },
            region: { startLine: 3, startColumn: 5, endColumn: 9 },
            contextRegion: { startLine: 2, endLine: 3, snippet: { text: 'a\nx = eval(y)\n' } },
          },
        },
      ],
      fixes: [fix({ startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 }, 'parse')],
    },
    { suggestion: 'x = parse(y)', line: 3 },
  ],
])('reads a fix of %s', (_, parts, expected) => {
  expect(read([result(parts)]).findings).toMatchObject([expected])
})

it('asks for the line where a fix changes a part of it', () => {
  const options = {
    lineText: (file: string, line: number) => (file === 'src/a.ts' && line === 3 ? 'x = eval(y)' : undefined),
  }
  const results = [result({ fixes: [fix({ startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 }, 'parse')] })]
  expect(read(results, { options }).findings).toMatchObject([{ suggestion: 'x = parse(y)' }])
})

it('links the page of the rule where there is no other advice', () => {
  expect(read([result()], rule({ helpUri: 'https://e.invalid/no-eval' })).findings).toMatchObject([
    { fix: 'See https://e.invalid/no-eval' },
  ])
  expect(read([result()], rule({ helpUri: 'javascript:alert(1)' })).findings).toMatchObject([{ fix: null }])
})

it.each<[string, object, string, string?]>([
  [
    'says that it failed',
    { invocations: [{ executionSuccessful: false, exitCodeDescription: 'out of memory' }] },
    'out of memory',
  ],
  [
    'failed with an error notification',
    {
      invocations: [
        {
          executionSuccessful: false,
          toolExecutionNotifications: [{ level: 'error', message: { text: 'Parse error.' } }],
        },
      ],
    },
    'Parse error.',
  ],
  ['has no results at all', { results: null }, 'no list of results'],
  [
    'reports an error while it looked',
    {
      invocations: [
        {
          executionSuccessful: true,
          toolExecutionNotifications: [
            { level: 'note', message: { text: 'Cached.' } },
            { level: 'error', message: { text: 'Timeout in src/a.ts' } },
            { level: 'error', message: { text: 'Timeout in src/b.ts' } },
          ],
        },
      ],
    },
    'The tool reports 2 errors: Timeout in src/a.ts.',
  ],
  [
    'reports an error in its settings',
    { invocations: [{ executionSuccessful: true, toolConfigurationNotifications: [{ level: 'eror', message: {} }] }] },
    'The tool reports 1 error.',
  ],
  ['has no tool', { tool: undefined }, 'does not name its tool', 'import:unknown'],
  ['has no list of rules', { tool: { driver: { name: 'ESLint', rules: {} } } }, 'The list of rules cannot be read'],
  ['has a rule without a name', { tool: { driver: { name: 'ESLint', rules: [{}] } } }, 'The list of rules'],
  ['did not start', { invocations: [{ executionSuccessful: true, processStartFailureMessage: 'ENOENT' }] }, 'ENOENT'],
  ['was killed', { invocations: [{ executionSuccessful: true, exitSignalName: 'SIGKILL' }] }, 'SIGKILL'],
  ['does not say whether it succeeded', { invocations: [{}] }, 'does not say whether its run succeeded'],
  ['has invocations of another form', { invocations: {} }, 'does not say whether its run succeeded'],
  [
    'keeps results in other files',
    { externalPropertyFileReferences: { results: [{ location: { uri: 'more.sarif' } }] } },
    'results in other files',
  ],
])('does not take the silence of a run that %s for an approval', (_, run, reason, reviewer = 'import:eslint') => {
  const { incomplete, reviewers } = read([], { run })
  expect(reviewers).toEqual([reviewer])
  expect(incomplete).toEqual([{ reviewer, reason: expect.stringContaining(reason) }])
})

it('keeps the findings of a run that reports an error', () => {
  const run = { invocations: [{ executionSuccessful: true, toolExecutionNotifications: [{ level: 'error' }] }] }
  expect(read([result()], { run })).toMatchObject({ findings: [{ file: 'src/a.ts' }], incomplete: [{}] })
})

it.each<[string, unknown, string]>([
  ['is no object', 7, '1 result cannot be read.'],
  ['says nothing', { ...result(), ruleId: undefined, message: {} }, '1 result has no message.'],
  ['has an unknown level', result({ level: 'eror' }), '1 result has a field that SARIF does not allow: level.'],
  ['has an unknown kind', result({ kind: 'fial' }), '1 result has a field that SARIF does not allow: kind.'],
  ['has no list of places', result({ locations: {} }), '1 result has a field that SARIF does not allow: locations.'],
  [
    'has a security severity that is none',
    result({ properties: { 'security-severity': '9,8' } }),
    '1 result has a security-severity that is neither a number from 0 to 10 nor a word of CVSS.',
  ],
])('takes a run for incomplete when a result of it %s', (_, damaged, reason) => {
  const { incomplete } = read([damaged, result()])
  expect(incomplete).toEqual([{ reviewer: 'import:eslint', reason }])
})

it.each<[string, object]>([
  ['without a location', { locations: [] }],
  ['in a file elsewhere on the machine', place('file:///build/src/a.ts', { startLine: 3 })],
  ['in a file beside the repository', place('../a.ts', { startLine: 3 })],
])('hands on what is grave and %s, without a place', (_, parts) => {
  const { findings } = read([result({ properties: { 'security-severity': '9.8' }, ...parts })])
  expect(findings).toMatchObject([{ severity: 'P0', blocking: true, file: null, line: null, suggestion: null }])
})

it('names the reviewers of all runs once', () => {
  const runs = ['Semgrep OSS', 'gitleaks', 'gitleaks'].map((name) => ({
    tool: { driver: { name } },
    results: [result()],
  }))
  const { findings, reviewers } = read([], { log: { runs } })
  expect(reviewers).toEqual(['import:semgrep-oss', 'import:gitleaks'])
  expect(findings.map((finding) => finding.rule)).toEqual([
    'semgrep-oss/no-eval',
    'gitleaks/no-eval',
    'gitleaks/no-eval',
  ])
})

it('does not repeat the tool in the name of a rule', () => {
  expect(read([result({ ruleId: 'eslint/no-eval' })]).findings).toMatchObject([{ rule: 'eslint/no-eval' }])
})

it.each<[string, object, string]>([
  ['an older version', { version: '1.0.0', runs: [{ tool: { name: 'Old' }, results: [] }] }, 'before 2.1.0'],
  ['no run', { version: '2.1.0', runs: [] }, 'without a run'],
])('refuses SARIF with %s', (_, log, problem) => {
  expect(readImport(JSON.stringify(log), 'old.sarif', { severity })).toEqual({
    problems: [expect.stringContaining(problem)],
  })
})
