import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, it } from 'vitest'
import { approval, context, fullResult, inconclusive } from '../../../test/schemas/sample-results.ts'
import { rdjson } from './rdjson.ts'

const schema: object = JSON.parse(
  readFileSync(new URL('../../../test/schemas/rdjson.schema.json', import.meta.url), 'utf8'),
)
const ajv = new Ajv2020({ strict: true, allErrors: true })
formats.default(ajv)
const validate = ajv.compile(schema)

it.each([
  ['with every kind of finding', fullResult],
  ['that approves', approval],
  ['that is inconclusive', inconclusive],
])('writes a result %s as valid rdjson', (_, result) => {
  expect(validate(JSON.parse(rdjson(result, context))), JSON.stringify(validate.errors)).toBe(true)
})

it.each<[string, object]>([
  ['line 0', { diagnostics: [{ message: 'm', location: { path: 'p', range: { start: { line: 0 } } } }] }],
  ['an unknown severity', { diagnostics: [{ message: 'm', severity: 'FATAL' }] }],
  ['a suggestion without a range', { diagnostics: [{ message: 'm', suggestions: [{ text: '' }] }] }],
])('is checked by a schema that refuses %s', (_, value) => {
  expect(validate(value)).toBe(false)
})

it('writes ranges of whole lines, severities, sources, codes and suggestions', () => {
  const { source, diagnostics } = JSON.parse(rdjson(fullResult, context))
  expect(source).toEqual({ name: 'review-loop' })
  expect(diagnostics).toMatchObject([
    {
      message: expect.stringMatching(
        /^P0 A GitHub token is written into the code\n\nThe value[\s\S]*\n\nImpact: Whoever[\s\S]*\n\nFix: Revoke/,
      ),
      location: { path: 'src/server/login.ts', range: { start: { line: 14 }, end: { line: 14 } } },
      severity: 'ERROR',
      source: { name: 'hygiene, import:gitleaks' },
      code: { value: 'secret/github-token' },
      suggestions: [{ range: { start: { line: 14 }, end: { line: 14 } }, text: '  token: process.env.GITHUB_TOKEN,' }],
    },
    { severity: 'ERROR', location: { range: { start: { line: 31 }, end: { line: 34 } } } },
    { severity: 'ERROR', location: { path: 'src/ünïcode dir/a,b:c%20#1 "q".py' } },
    { severity: 'WARNING', suggestions: [{ text: '' }] },
    { severity: 'INFO', code: { value: 'tests' } },
    { severity: 'INFO', location: { path: 'assets/photo.psd' } },
  ])
  expect(diagnostics[4]).not.toHaveProperty('location')
  expect(diagnostics[5].location).not.toHaveProperty('range')
})
