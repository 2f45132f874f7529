import { readFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type * as v from 'valibot'
import { expect, it } from 'vitest'
import { postReviewed } from '../../test/support/post-review.ts'
import { runEvents } from '../../test/support/session-runs.ts'
import { playRun } from '../../test/support/staged-play.ts'
import type { Fact, RunEvent } from '../core/staged/machine/facts.ts'
import { runEventSchema } from './run-schema.ts'
import { runValues } from './run-values.ts'
import { eventValues } from './session-values.ts'

const shipped = '../../schemas/run-event.schema.json'
const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
addFormats.default(ajv)

const validate = ajv.compile(JSON.parse(readFileSync(new URL(shipped, import.meta.url), 'utf8')))

/** Holds only if the schema takes every event that the type allows, and no other. */
type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T
type Read = Frozen<v.InferOutput<typeof runEventSchema>>
const same: [RunEvent] extends [Read] ? ([Read] extends [RunEvent] ? true : never) : never = true

const at = '2026-03-01T10:00:00.000Z'
const id = '3f2a91c4-0000-4000-8000-000000000000'

it('ships the JSON Schema of an event as the code has it (npm run test:update writes it anew)', async () => {
  expect(same).toBe(true)
  const { drift: _, ...values } = runValues
  const { point, round, usage, validation } = eventValues
  const { $schema: __, ...schema } = toJsonSchema(runEventSchema, {
    definitions: { ...values, point, round, usage, validation },
  })
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:review-loop:schema:run-event:1',
    title: 'One line of a staged run: .review-loop/sessions/<id>.jsonl, and of review-loop run --format jsonl',
  }
  await expect(`${JSON.stringify({ ...head, ...schema }, null, 2)}\n`).toMatchFileSnapshot(shipped)
})

it('has a schema that takes every event of any run', () => {
  const seen = new Set<string>()
  const refused: unknown[] = []
  for (let seed = 0; seed < 100; seed += 1) {
    for (const fact of playRun(seed).facts) {
      seen.add(fact.type)
      const event = { at, ...fact, ...(fact.type === 'run-started' ? { session: id } : {}) }
      if (!validate(JSON.parse(JSON.stringify(event)))) refused.push([event, validate.errors])
    }
  }
  expect(refused).toEqual([])
  // What another tool wrote is no part of those runs, they are not reviewed after their end, nothing is half done there, and who edits there seldom edits again.
  expect(new Set([...seen, 'imported', 'post-review-started', 'post-reviewed', 'drift-withdrawn', 'undone'])).toEqual(
    new Set(types()),
  )
  const imported: RunEvent = { at, type: 'imported', text: '# Session\n', point: { head: 'a', tree: 'b' } }
  expect(validate(imported)).toBe(true)
  const withdrawn: RunEvent = { at, type: 'drift-withdrawn', isAsLeft: true }
  expect(validate(withdrawn)).toBe(true)
  const undone: RunEvent = { at, type: 'undone', files: ['a.js'], kept: ['refs/x'] }
  expect(validate(undone)).toBe(true)
  expect(validate({ at, type: 'post-review-started', loop: id })).toBe(true)
  const after: RunEvent = { at, ...postReviewed() }
  expect(validate(after), JSON.stringify(validate.errors)).toBe(true)
})

const events = runEvents(id, { 'review exec': ['refused No test', 'failed'] })
const [start] = events
const look = find('reviewed')
const written = find('written')

it.each<[string, unknown]>([
  ['an unknown event', { ...start, type: 'rested' }],
  ['an event of a loop', { at, type: 'fix-committed', round: 1, commit: 'a', point: { head: 'a', tree: 'b' } }],
  ['no event', null],
  ['a time that is none', { ...start, at: 'yesterday' }],
  ['an event without its time', { ...start, at: undefined }],
  ['an id that is none', { ...start, session: '../x' }],
  ['a beginning that is none', { ...start, begin: { entry: 'sideways' } }],
  ['an unknown pass', { ...look, pass: 'lunch' }],
  ['a round that is no number', { ...look, round: '1' }],
  ['a verdict with another word', { ...look, verdict: 'MAYBE' }],
  ['an issue with another severity', { ...look, issues: [{ severity: 'HIGH', text: 'x', file: null, line: null }] }],
  ['a look without its issues', { ...look, issues: undefined }],
  ['a change of another kind', { ...written, delta: [{ path: 'a.ts', kind: 'moved' }] }],
  ['an unknown failure', { ...find('reviewer-failed'), failure: { kind: 'boredom', reason: '' } }],
  ['an unknown stage', { ...find('stage-completed'), stage: 'lunch' }],
  ['an unknown outcome', { ...find('ended'), outcome: 'tired' }],
])('has a schema that refuses %s', (_, value) => {
  expect(validate(JSON.parse(JSON.stringify(value)))).toBe(false)
})

it('has every event in the documentation', () => {
  const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
  const section = page.slice(page.indexOf('## The events of a run'))
  for (const type of types()) expect(section).toContain(`| \`${type}\` |`)
})

function types(): readonly string[] {
  return runEventSchema.options.map(({ entries }) => entries.type.literal)
}

/** The first of its kind, made up where the story has none. */
function find<Type extends RunEvent['type']>(type: Type): Fact<Type> {
  const made: Partial<{ [Name in RunEvent['type']]: Fact<Name> & { at: string } }> = {
    'stage-completed': { at, type: 'stage-completed', stage: 'exec', why: '' },
    ended: { at, type: 'ended', outcome: 'failed', reason: '', blockedBy: null, tree: null },
  }
  const found = events.find((event): event is RunEvent & Fact<Type> => event.type === type) ?? made[type]
  if (found === undefined) throw new Error(`the story has no ${type}`)
  return found
}
