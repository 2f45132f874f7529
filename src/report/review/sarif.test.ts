import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Log, Result, Run } from 'sarif'
import { expect, it } from 'vitest'
import { approval, context, finding, fullResult, inconclusive } from '../../../test/schemas/sample-results.ts'
import type { ReviewResult } from '../../types.ts'
import { sarif } from './sarif.ts'

const schema: object = JSON.parse(
  readFileSync(new URL('../../../test/schemas/sarif-2.1.0.schema.json', import.meta.url), 'utf8'),
)
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
const validate = ajv.compile(schema)

function runOf(result: ReviewResult): Run {
  const log: Log = JSON.parse(sarif(result, context))
  return log.runs[0]!
}

const byRule = (run: Run, rule: string): Result => run.results!.find(({ ruleId }) => ruleId === rule)!

it.each([
  ['with every kind of finding', fullResult],
  ['that approves', approval],
  ['that is inconclusive', inconclusive],
])('writes a result %s as valid SARIF 2.1.0', (_, result) => {
  expect(validate(JSON.parse(sarif(result, context))), JSON.stringify(validate.errors)).toBe(true)
})

it('is checked by a schema that can refuse', () => {
  const log = JSON.parse(sarif(fullResult, context))
  log.runs[0].results[0].level = 'fatal'
  expect(validate(log)).toBe(false)
})

it('gives every result a rule that the driver describes', () => {
  const run = runOf(fullResult)
  const { driver } = run.tool
  expect([driver.name, driver.version]).toEqual(['review-loop', '0.1.0'])
  expect(run.results!.map(({ ruleIndex }) => driver.rules![ruleIndex!]?.id)).toEqual(
    run.results!.map(({ ruleId }) => ruleId),
  )
  expect(run.results!.map(({ ruleId }) => ruleId)).toContain('review/tests')
  expect(new Set(driver.rules!.map(({ id }) => id)).size).toBe(driver.rules!.length)
})

it('grades results and marks security', () => {
  const run = runOf(fullResult)
  expect(run.results!.map(({ level, rank }) => [level, rank])).toEqual([
    ['error', 100],
    ['error', 75],
    ['error', 50],
    ['warning', 50],
    ['note', 25],
    ['note', 25],
    ['error', 75],
  ])
  const secret = byRule(run, 'secret/github-token')
  expect(secret.properties).toMatchObject({
    severity: 'P0',
    confidence: 1,
    blocking: true,
    agreement: 2,
    'security-severity': '9.5',
  })
  expect(run.tool.driver.rules![0]!.properties).toMatchObject({
    tags: ['security', 'secret'],
    'security-severity': '9.5',
  })
  expect(byRule(run, 'oxlint/no-debugger').properties).not.toHaveProperty('security-severity')
})

it.each([
  ['P0', '9.5'],
  ['P1', '8.0'],
  ['P2', '5.0'],
  ['P3', '3.0'],
] as const)('scores a security finding of %s with %s', (severity, score) => {
  const [result] = runOf({ ...approval, findings: [finding({ id: 'x', severity, category: 'security' })] }).results!
  expect(result!.properties!['security-severity']).toBe(score)
})

it('writes relative, encoded locations', () => {
  const run = runOf(fullResult)
  const uri = 'src/%C3%BCn%C3%AFcode%20dir/a%2Cb%3Ac%2520%231%20%22q%22.py'
  expect(byRule(run, 'unicode/bidi').locations![0]!.physicalLocation).toMatchObject({
    artifactLocation: { uri, uriBaseId: 'SRCROOT' },
    region: { startLine: 3, endLine: 3 },
  })
  expect(byRule(run, 'size/large-file').locations![0]!.physicalLocation).toEqual({
    artifactLocation: { uri: 'assets/photo.psd', uriBaseId: 'SRCROOT' },
  })
  expect(byRule(run, 'review/tests').locations).toEqual([])
  expect(run.originalUriBaseIds).toHaveProperty('SRCROOT')
})

it('keeps fingerprints', () => {
  expect(byRule(runOf(fullResult), 'unicode/bidi').partialFingerprints).toEqual({
    'reviewLoop/v1': 'c3d4e5f6'.repeat(4),
  })
})

it('offers suggestions as fixes', () => {
  const run = runOf(fullResult)
  const replacements = (rule: string): unknown =>
    byRule(run, rule).fixes?.map((fix) => fix.artifactChanges[0]!.replacements)
  expect(replacements('secret/github-token')).toEqual([
    [
      {
        deletedRegion: { startLine: 14, startColumn: 1, endLine: 14 },
        insertedContent: { text: '  token: process.env.GITHUB_TOKEN,' },
      },
    ],
  ])
  expect(replacements('oxlint/no-debugger')).toEqual([
    [{ deletedRegion: { startLine: 2, startColumn: 1, endLine: 3, endColumn: 1 } }],
  ])
  expect(replacements('unicode/bidi')).toBeUndefined()
})

it('has waived findings as suppressed results and no other discarded ones', () => {
  const suppressed = runOf(fullResult).results!.filter(({ suppressions }) => suppressions !== undefined)
  expect(suppressed).toMatchObject([
    {
      ruleId: 'secret/private-key',
      suppressions: [{ kind: 'external', status: 'accepted', justification: 'waived: The key is a public test key.' }],
    },
  ])
  expect(JSON.stringify(runOf(fullResult))).not.toContain('Line 90')
})

it('says when the review did not finish', () => {
  expect(runOf(approval).invocations).toEqual([{ executionSuccessful: true, toolExecutionNotifications: [] }])
  expect(runOf(fullResult).invocations).toMatchObject([{ executionSuccessful: true }])
  const [invocation] = runOf(inconclusive).invocations!
  expect(invocation!.executionSuccessful).toBe(false)
  expect(invocation!.toolExecutionNotifications!.map(({ level, message }) => `${level}: ${message.text}`)).toEqual([
    'error: bug-hunter timed out after 10m.',
    'error: typescript crashed.',
    'warning: bug-hunter: timed_out, No answer within 10m.',
    'warning: typescript: failed, The engine crashed.',
  ])
})
