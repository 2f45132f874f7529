import { expect, it } from 'vitest'
import { readImport } from './index.ts'

const severity = { error: 'P2', warning: 'P3', note: 'P3', securityP0: 9, securityP1: 7 } as const

it.each([
  ['', 'x.json is empty; expected SARIF'],
  [' \n', 'x.json is empty; expected SARIF'],
  [
    '{"runs": [',
    'x.json is not valid JSON: line 1, column 11: expected a value or "]", but the file ends there; expected SARIF',
  ],
  ['{"runs": []\n"x"}', 'x.json is not valid JSON: line 2, column 1: expected "," or a closing bracket'],
  ['error: it broke\nat line 2', 'x.json is not valid JSON: line 1, column 1: expected a value'],
  ['{"a": 1, "b": 2}', 'x.json is JSON, but no known format (its keys: "a", "b"); expected SARIF'],
  ['{"runs": {}}', 'x.json is JSON, but no known format (its keys: "runs")'],
  ['"text"', 'x.json holds a bare value'],
  ['null', 'x.json holds a bare value'],
  ['[{"filePath": "a.js", "messages": []}]', "x.json is ESLint's own JSON"],
])('answers %j with one clear sentence', (text, sentence) => {
  expect(readImport(text, 'x.json', { severity })).toEqual({ problems: [expect.stringContaining(sentence)] })
})

it.each([
  ['SARIF', '{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [7], "results": []}]}'],
  ['rdjson', '{"source": {"name": "x"}, "diagnostics": [{"message": "m"}], "diagnostics": []}'],
  [
    'rdjsonl',
    '{"message": "m", "location": {"path": "a"}}\n{"message": "m", "message": "n", "location": {"path": "a"}}',
  ],
  ['our own JSON', '{"summary": "All.", "findings": [7], "findings": []}'],
])('takes %s with the same key twice for incomplete', (_, text) => {
  const imported = readImport(text, 'x.json', { severity })
  expect(imported).toMatchObject({
    incomplete: [{ reviewer: 'import:x', reason: expect.stringMatching(/^The key "\w+" is twice in one object/) }],
  })
})

it('reads over a byte order mark', () => {
  const text = '\ufeff{"diagnostics": [], "source": {"name": "x"}}'
  expect(readImport(text, 'x.json', { severity })).toMatchObject({ findings: [], reviewers: ['import:x'] })
})

it('reads an empty list as no findings of the file', () => {
  expect(readImport('[]', 'reports/semantic.json', { severity })).toMatchObject({
    findings: [],
    reviewers: ['import:semantic'],
  })
})

it('reads a list of diagnostics', () => {
  const list = [{ message: 'm', location: { path: 'a.ts' } }]
  expect(readImport(JSON.stringify(list), 'x.json', { severity })).toMatchObject({ findings: [{ file: 'a.ts' }] })
})

it('reads a hundred thousand results', () => {
  const results = Array.from({ length: 100_000 }, (_, index) => ({
    ruleId: `r${index % 100}`,
    message: { text: `Number ${index}.` },
    locations: [
      { physicalLocation: { artifactLocation: { uri: `src/${index % 1000}.ts` }, region: { startLine: index + 1 } } },
    ],
  }))
  const text = JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Big' } }, results }] })
  const imported = readImport(text, 'big.sarif', { severity })
  expect('findings' in imported && imported.findings.at(-1)).toMatchObject({
    file: 'src/999.ts',
    line: 100_000,
    rule: 'big/r99',
  })
})
