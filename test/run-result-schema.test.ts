import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { allowedAnswers } from '../src/core/staged/machine/questions.ts'
import { type RunResult, toRunResult } from '../src/core/staged/run-result.ts'
import { stageTable } from '../src/core/staged/stage-table.ts'
import { passNames, stages } from '../src/core/staged/stages.ts'
import { outcomeNames } from '../src/report/run/run-words.ts'
import { postReviewed } from './support/post-review.ts'
import { runEvents, runStories } from './support/session-runs.ts'
import { playRun } from './support/staged-play.ts'

const schema = JSON.parse(readFileSync(new URL('../schemas/run-result.schema.json', import.meta.url), 'utf8'))
const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema)
const asPrinted = (value: unknown) => JSON.parse(JSON.stringify(value))
const at = '2026-03-01T10:00:00.000Z'
const id = '3f2a91c4-0000-4000-8000-000000000000'

it('describes the result of any run, at any moment of it', () => {
  const outcomes = new Set<string>()
  for (let seed = 0; seed < 150; seed += 1) {
    const events = playRun(seed).facts.map((fact) => ({ at, ...fact }))
    for (const length of [1, Math.ceil(events.length / 2), events.length]) {
      const result = toRunResult(events.slice(0, length))
      outcomes.add(result.outcome)
      expect(validate(asPrinted(result)), `seed ${seed} ${JSON.stringify(validate.errors)}`).toBe(true)
    }
  }
  expect(outcomes).toEqual(new Set(Object.keys(outcomeNames)))
})

it('describes the result of a run that was reviewed after its end', () => {
  const told = postReviewed({ outcome: 'blocked' })
  const result = toRunResult([...runEvents(id, runStories.delivered), { at, ...told }])
  expect(result).toMatchObject({ outcome: 'blocked', completedStages: [], postReview: { reviews: 2 } })
  expect(validate(asPrinted(result)), JSON.stringify(validate.errors)).toBe(true)
})

it('knows the words of the vocabulary, and no others', () => {
  const { round, question, pass, stage } = schema.$defs
  expect(schema.properties.outcome.enum).toEqual([...Object.keys(outcomeNames).sort(byOrder), 'running'])
  expect(round.properties.phase.enum.toSorted()).toEqual(Object.keys(stageTable).sort())
  expect(pass.enum).toEqual(passNames)
  expect(stage.enum).toEqual(stages)
  expect(question.properties.kind.enum).toEqual(Object.keys(allowedAnswers))
  const answers = new Set(Object.values(allowedAnswers).flat())
  expect(new Set(question.properties.allowed.items.enum)).toEqual(answers)
})

const byOrder = (one: string, other: string) =>
  schema.properties.outcome.enum.indexOf(one) - schema.properties.outcome.enum.indexOf(other)

const full = toRunResult(runEvents(id, runStories.asking))
const [round] = full.rounds

it.each<[string, unknown]>([
  ['an unknown field', { ...full, extra: 1 }],
  ['a missing field', { ...full, unresolved: undefined }],
  ['another version', { ...full, schemaVersion: 2 }],
  ['an unknown outcome', { ...full, outcome: 'tired' }],
  ['an unknown stage', { ...full, completedStages: ['lunch'] }],
  ['a stage twice', { ...full, completedStages: ['exec', 'exec'] }],
  ['a round without its verdict', { ...full, rounds: [{ ...round, verdict: undefined }] }],
  ['an issue without its text', { ...full, unresolved: [{ severity: 'MINOR', file: null, line: null }] }],
  ['a validation with another word', { ...full, validations: [{ command: 'x', before: 'fine', after: null }] }],
  ['an answer that is none', { ...full, question: { ...full.question, allowed: ['d'] } }],
])('has a schema that refuses %s', (_, value) => {
  expect(validate(asPrinted(full))).toBe(true)
  expect(full).toMatchObject({ outcome: 'asking' } satisfies Partial<RunResult>)
  expect(validate(asPrinted(value))).toBe(false)
})
