import { expect, it } from 'vitest'
import { type ImportedFindings, type ImportOptions, readImport } from './index.ts'

const severity = { error: 'P2', warning: 'P3', note: 'P3', securityP0: 9, securityP1: 7 } as const

const diagnostic = (parts: object = {}): object => ({
  message: 'Unused variable.',
  location: { path: 'src/a.ts', range: { start: { line: 3, column: 5 }, end: { line: 3, column: 6 } } },
  severity: 'ERROR',
  code: { value: 'no-unused', url: 'https://e.invalid/no-unused' },
  ...parts,
})

function read(text: string, options: Partial<ImportOptions> = {}): ImportedFindings {
  const imported = readImport(text, 'out/super.rdjson', { severity, root: '/repo', ...options })
  if ('problems' in imported) throw new Error(imported.problems.join('\n'))
  return imported
}

const rdjson = (diagnostics: readonly object[], parts: object = { source: { name: 'Biome' } }): string =>
  JSON.stringify({ diagnostics, ...parts })

it('turns a diagnostic into a finding', () => {
  expect(read(rdjson([diagnostic()]))).toEqual({
    findings: [
      {
        reviewer: 'import:biome',
        file: 'src/a.ts',
        line: 3,
        endLine: null,
        severity: 'P2',
        blocking: false,
        category: 'static-analysis',
        rule: 'biome/no-unused',
        title: 'Unused variable.',
        problem: 'Unused variable.',
        impact: null,
        fix: 'See https://e.invalid/no-unused',
        suggestion: null,
        evidence: null,
        confidence: 0.8,
        discard: false,
        discriminator: null,
      },
    ],
    reviewers: ['import:biome'],
    notes: [],
    incomplete: [],
  })
})

it.each([
  ['ERROR', undefined, 'P2'],
  ['WARNING', undefined, 'P3'],
  ['INFO', 'ERROR', 'P3'],
  [1, undefined, 'P2'],
  [undefined, 'ERROR', 'P2'],
  ['UNKNOWN_SEVERITY', 1, 'P2'],
  [undefined, undefined, 'P3'],
])('grades %s in a file of %s as %s', (own, overall, expected) => {
  expect(read(rdjson([diagnostic({ severity: own })], { severity: overall })).findings).toMatchObject([
    { severity: expected },
  ])
})

it.each<[string, object, object]>([
  ['the path alone', { path: 'src/a.ts' }, { line: null, endLine: null, evidence: 'src/a.ts' }],
  ['whole lines', { path: 'src/a.ts', range: { start: { line: 3 }, end: { line: 5 } } }, { line: 3, endLine: 5 }],
  [
    'the start of the next line',
    { path: 'src/a.ts', range: { start: { line: 3 }, end: { line: 5, column: 1 } } },
    { line: 3, endLine: 4 },
  ],
  [
    'numbers as text',
    { path: '/repo/src/a.ts', range: { start: { line: '3' } } },
    { file: 'src/a.ts', line: 3, endLine: null },
  ],
])('reads a location with %s', (_, location, expected) => {
  expect(read(rdjson([diagnostic({ location })])).findings).toMatchObject([expected])
})

const suggestion = (range: object, text: string): object => ({ suggestions: [{ range, text }] })

it.each<[string, object, object]>([
  [
    'whole lines',
    suggestion({ start: { line: 3 }, end: { line: 4 } }, 'a\nb'),
    { suggestion: 'a\nb', line: 3, endLine: 4 },
  ],
  ['a deletion', suggestion({ start: { line: 3 }, end: { line: 3 } }, ''), { suggestion: '', line: 3, endLine: null }],
  [
    'part of a line',
    suggestion({ start: { line: 3, column: 10 }, end: { line: 3, column: 11 } }, 'y'),
    { suggestion: "let 'é' y", line: 3 },
  ],
  ['other lines', suggestion({ start: { line: 8 } }, 'x'), { suggestion: null, line: 3 }],
])('reads a suggestion of %s', (_, parts, expected) => {
  const lineText = (_file: string, line: number): string | undefined => (line === 3 ? "let 'é' x" : undefined)
  expect(read(rdjson([diagnostic(parts)]), { lineText }).findings).toMatchObject([expected])
})

it('reads one diagnostic on each line, each with its own source', () => {
  const lines = [diagnostic({ source: { name: 'A' } }), diagnostic({ source: { name: 'B' } })].map((line) =>
    JSON.stringify(line),
  )
  expect(read(`${lines.join('\n\n')}\n`).reviewers).toEqual(['import:a', 'import:b'])
  expect(read(`${lines[0]}\n`).findings).toHaveLength(1)
})

it('names the file where no source is named', () => {
  expect(read(rdjson([], {})).reviewers).toEqual(['import:super'])
  expect(read(rdjson([diagnostic()], {})).reviewers).toEqual(['import:super'])
})

it('skips advice about files outside of the repository, and says so', () => {
  const { findings, notes } = read(rdjson([diagnostic(), diagnostic({ location: { path: '../x' } })]))
  expect(findings).toHaveLength(1)
  expect(notes).toEqual(['out/super.rdjson: Skipped 1 result in files outside of the repository.'])
})

it('hands on what blocks outside of the repository, without a place', () => {
  const text = rdjson([diagnostic({ location: { path: '/build/x' }, severity: 'ERROR' })])
  const imported = readImport(text, 'x.rdjson', { severity: { ...severity, error: 'P1' } })
  expect(imported).toMatchObject({ findings: [{ severity: 'P1', file: null, line: null }] })
})

it.each<[string, object, string]>([
  ['says nothing', { message: '' }, '1 result has no message.'],
  ['has an unknown severity', { severity: 'ERORR' }, '1 result has a severity that rdjson does not know.'],
])('takes a report for incomplete when a diagnostic %s', (_, parts, reason) => {
  const { incomplete } = read(rdjson([diagnostic(), diagnostic(parts)]))
  expect(incomplete).toEqual([{ reviewer: 'import:biome', reason }])
})

it('says which line of rdjsonl is broken', () => {
  const text = `${JSON.stringify(diagnostic())}\n{"message": "x" "location"}\n`
  expect(readImport(text, 'x.rdjsonl', { severity })).toEqual({
    problems: ['x.rdjsonl is not valid rdjsonl: line 2, column 17: expected "," or a closing bracket.'],
  })
})

it.each([
  ['oxlint', { diagnostics: [{ message: 'm', filename: 'a.js', labels: [] }] }],
  ['Biome', { diagnostics: [{ message: [], location: { path: { file: 'a.js' } } }] }],
])('refuses the own JSON of %s', (_, document) => {
  expect(readImport(JSON.stringify(document), 'own.json', { severity })).toEqual({
    problems: [expect.stringContaining("reviewdog's rdjson")],
  })
})
