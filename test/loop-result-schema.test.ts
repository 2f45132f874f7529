import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { fold } from '../src/core/loop/fold.ts'
import type { LoopResult } from '../src/core/loop/result.ts'
import { toResult } from '../src/core/loop/to-result.ts'
import type { SessionFact } from '../src/core/loop/types.ts'
import { eventValues } from '../src/io/session-values.ts'
import { nextSteps } from '../src/report/loop/loop-words.ts'
import { acceptedLoop, approvedLoop, asked, reviewed, started, timed } from './support/session.ts'

const schema = JSON.parse(readFileSync(new URL('../schemas/loop-result.schema.json', import.meta.url), 'utf8'))
const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema)
const id = '3f2a91c4-0000-4000-8000-000000000000'

function resultOf(facts: readonly SessionFact[]): LoopResult {
  return toResult(fold(timed(facts)), id, 'a'.repeat(40))
}

it.each<[LoopResult['outcome'], readonly SessionFact[]]>([
  ['approved', approvedLoop(id)],
  ['accepted', acceptedLoop(id)],
  ['escalated', [started(id), reviewed(1, false), asked]],
  ['interrupted', approvedLoop(id).slice(0, 6)],
])('writes a loop that is %s as the schema describes it', (outcome, facts) => {
  const result = resultOf(facts)
  expect(result.outcome).toBe(outcome)
  expect(validate(JSON.parse(JSON.stringify(result))), JSON.stringify(validate.errors)).toBe(true)
})

it('names files that a fix made and git ignores', () => {
  const facts = approvedLoop(id).map((fact) =>
    fact.type === 'fix-made' ? { ...fact, fix: { ...fact.fix, unseen: ['local.json'] } } : fact,
  )
  const result = resultOf(facts)
  expect(result.unseen).toEqual(['local.json'])
  expect(validate(JSON.parse(JSON.stringify(result))), JSON.stringify(validate.errors)).toBe(true)
  expect(nextSteps(result)[0]).toContain('local.json')
})

it('names every reason to ask, and no other', () => {
  expect(new Set(schema.$defs.question.properties.reason.enum)).toEqual(
    new Set(eventValues.question.entries.reason.options),
  )
})

const full = resultOf(approvedLoop(id))
const [round] = full.rounds
const [entry] = full.ledger

it.each<[string, object]>([
  ['an unknown field', { ...full, extra: 1 }],
  ['a missing field', { ...full, certificates: undefined }],
  ['an unknown outcome', { ...full, outcome: 'tired' }],
  ['a round without its fix', { ...full, rounds: [{ ...round, fix: undefined }] }],
  ['a fix without its files', { ...full, rounds: [{ ...round, fix: { ...round?.fix, files: undefined } }] }],
  ['an unknown decision', { ...full, rounds: [{ ...round, decision: 'sleep' }] }],
  ['an unknown status', { ...full, ledger: [{ ...entry, status: 'lost' }] }],
  ['a finding without history', { ...full, ledger: [{ ...entry, history: undefined }] }],
  [
    'an answer that is none',
    { ...full, question: { round: 1, reason: 'limit', text: '', remaining: [], allowed: ['d'] } },
  ],
])('has a schema that refuses %s', (_, value) => {
  expect(validate(JSON.parse(JSON.stringify(value)))).toBe(false)
})
