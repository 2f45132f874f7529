import { expect, it } from 'vitest'
import { bodyTables, followUpItemFields, nitFields } from './bodies.ts'
import { envelopeFields } from './envelope.ts'
import { fieldRows } from './fields.ts'
import { commandFields, packetFields, packetFindingFields, summaryFields, validationFields } from './packet.ts'

const tables = {
  ...bodyTables,
  envelope: envelopeFields,
  nit: nitFields,
  'follow-up of an approval': followUpItemFields,
  packet: packetFields,
  finding: packetFindingFields,
  summary: summaryFields,
  validation: validationFields,
  command: commandFields,
}

it.each(Object.entries(tables))('says of every field what it is and what it takes: %s', (_, table) => {
  const rows = fieldRows(table)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(table))
  for (const { about, expects } of rows) expect([about, expects]).not.toContain('')
})
