import { readFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type * as v from 'valibot'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { acceptedLoop, approvedLoop, timed } from '../../test/support/session.ts'
import type { SessionEvent, SessionFact } from '../core/loop/types.ts'
import { sessionEventSchema } from './session-schema.ts'
import { createSession, journalFile, openJournal } from './session-store.ts'
import { eventValues } from './session-values.ts'

const shipped = '../../schemas/session-event.schema.json'
const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
addFormats.default(ajv)
const validate = ajv.compile(JSON.parse(readFileSync(new URL(shipped, import.meta.url), 'utf8')))

/** Holds only if the schema takes every event that the type allows, and no other. */
type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T
type Read = Frozen<v.InferOutput<typeof sessionEventSchema>>
const same: [SessionEvent] extends [Read] ? ([Read] extends [SessionEvent] ? true : never) : never = true

function journalLines(): string[] {
  const root = temporaryFolder()
  const after: readonly SessionFact[] = [
    { type: 'fix-unwanted', round: 1, why: 'Ada wants it left' },
    { type: 'thread-resolved', thread: 'T_1', commit: 'c' },
  ]
  return [approvedLoop, acceptedLoop].flatMap((facts) => {
    const id = createSession(root)
    const journal = openJournal(root, id)
    for (const event of timed([...facts(id), ...(facts === approvedLoop ? after : [])])) journal.append(event)
    journal.close()
    return readFileSync(journalFile(root, id), 'utf8').trimEnd().split('\n')
  })
}

it('ships the JSON Schema of an event as the code has it (npm run test:update writes it anew)', async () => {
  expect(same).toBe(true)
  const { $schema: _, ...schema } = toJsonSchema(sessionEventSchema, { definitions: { ...eventValues } })
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:review-loop:schema:session-event:1',
    title: 'One line of a session: .review-loop/sessions/<id>.jsonl, and of review-loop loop --format jsonl',
  }
  await expect(`${JSON.stringify({ ...head, ...schema }, null, 2)}\n`).toMatchFileSnapshot(shipped)
})

it('has a schema that takes every line of real journals', () => {
  const lines = journalLines()
  expect(new Set(lines.map((line) => JSON.parse(line).type))).toEqual(new Set(types()))
  for (const line of lines) expect(validate(JSON.parse(line)), `${line} ${JSON.stringify(validate.errors)}`).toBe(true)
})

const [start, ...rest] = timed(approvedLoop('3f2a91c4-0000-4000-8000-000000000000'))
const review = rest.find(({ type }) => type === 'round-reviewed')
const end = rest.at(-1)

it.each<[string, unknown]>([
  ['an unknown event', { ...start, type: 'rested' }],
  ['no event', null],
  ['a time that is none', { ...start, at: 'yesterday' }],
  ['an event without its time', { ...start, at: undefined }],
  ['an id that is none', { ...start, session: '../x' }],
  ['a missing field', { ...review, gate: undefined }],
  ['a round that is no number', { ...review, round: '1' }],
  ['a gate with another word', { ...review, gate: { result: 'fine', reasons: [] } }],
  ['a finding with another severity', { ...review, findings: [{ ...firstFinding(), severity: 'P4' }] }],
  ['a finding without a title', { ...review, findings: [{ ...firstFinding(), title: undefined }] }],
  ['an unknown outcome', { ...end, outcome: 'tired' }],
  ['an answer that is none', { at: start?.at, type: 'answered', answer: 'd', by: 'Ada', why: '' }],
])('has a schema that refuses %s', (_, value) => {
  expect(validate(JSON.parse(JSON.stringify(value)))).toBe(false)
})

it('has every event in the documentation', () => {
  const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
  for (const type of types()) expect(page).toContain(`| \`${type}\` |`)
})

function types(): readonly string[] {
  return sessionEventSchema.options.map(({ entries }) => entries.type.literal)
}

function firstFinding(): object {
  return review?.type === 'round-reviewed' ? (review.findings[0] ?? {}) : {}
}
