import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { approval, context, fullResult, inconclusive } from '../../../test/schemas/sample-results.ts'
import type { DiscardCode } from '../../types.ts'
import { json } from './json.ts'

interface DescribedCodes {
  readonly $defs: { readonly discardedFinding: { readonly properties: { readonly code: { readonly enum: string[] } } } }
}

const schema: DescribedCodes = JSON.parse(
  readFileSync(new URL('../../../schemas/review-result.schema.json', import.meta.url), 'utf8'),
)
const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema)

const [first, ...rest] = fullResult.findings
const [discarded] = fullResult.discarded

it.each([
  ['with every kind of finding', fullResult],
  [
    'of a follow-up',
    {
      ...fullResult,
      findings: [
        {
          ...first!,
          carriedOver: true as const,
          otherClaims: [{ title: 'Slow', problem: 'It waits.' }],
          reported: { severity: 'P0' as const, blocking: true },
        },
      ],
      discarded: [{ ...discarded!, code: 'duplicate' as const, duplicateOf: first!.id }],
    },
  ],
  [
    'of a change that nobody saw',
    {
      ...fullResult,
      coverage: { unanswered: ['a.ts'], notShown: [], binary: [], notReviewed: ['b.ts: a submodule.'] },
    },
  ],
  ['that approves', approval],
  ['that is inconclusive', inconclusive],
])('writes a result %s as the schema describes it', (_, result) => {
  const output = json(result, context)
  expect(JSON.parse(output)).toEqual(result)
  expect(output.endsWith('}\n')).toBe(true)
  expect(validate(JSON.parse(output)), JSON.stringify(validate.errors)).toBe(true)
})

it('escapes what a terminal would obey, without changing the value', () => {
  expect(json(fullResult, context)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
})

it.each<[string, object]>([
  ['an unknown field', { ...fullResult, extra: 1 }],
  ['a missing field', { ...fullResult, notices: undefined }],
  ['an unknown field in a finding', { ...fullResult, findings: [{ ...first, extra: 1 }, ...rest] }],
  ['a finding with a reason', { ...fullResult, findings: [discarded] }],
  ['an unknown severity', { ...fullResult, findings: [{ ...first, severity: 'P4' }] }],
  ['line 0', { ...fullResult, findings: [{ ...first, line: 0 }] }],
  ['a discarded finding without a reason', { ...fullResult, discarded: [first] }],
  ['an unknown discard code', { ...fullResult, discarded: [{ ...discarded, code: 'mood' }] }],
  ['an inconclusive gate without a reason', { ...inconclusive, gate: { result: 'inconclusive', reasons: [] } }],
  ['a status that does not exist', { ...fullResult, reviewers: [{ ...fullResult.reviewers[0], status: 'fine' }] }],
])('has a schema that refuses %s', (_, value) => {
  expect(validate(JSON.parse(JSON.stringify(value)))).toBe(false)
})

it('has a schema that knows every reason to discard a finding, and no other', () => {
  const codes: Record<DiscardCode, true> = {
    unknown_severity: true,
    self_discarded: true,
    low_confidence: true,
    no_location: true,
    file_not_changed: true,
    unknown_confidence: true,
    unknown_file: true,
    dismissed: true,
    no_evidence: true,
    evidence_not_found: true,
    line_not_changed: true,
    ignored_path: true,
    rule_off: true,
    refuted: true,
    waived: true,
    duplicate: true,
  }
  expect(schema.$defs.discardedFinding.properties.code.enum.toSorted()).toEqual(Object.keys(codes).sort())
})
