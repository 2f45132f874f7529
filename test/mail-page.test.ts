import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { configSchema } from '../src/config/schema.ts'
import { bodyTables, followUpItemFields, nitFields } from '../src/core/mail/bodies.ts'
import { envelopeFields, messageTypes } from '../src/core/mail/envelope.ts'
import { type FieldTable, fieldRows } from '../src/core/mail/fields.ts'
import { contextFields } from '../src/core/mail/handoff.ts'
import { parseMessage } from '../src/core/mail/message.ts'
import {
  commandFields,
  deploymentFields,
  packetFields,
  packetFindingFields,
  parsePacket,
  summaryFields,
} from '../src/core/mail/packet.ts'
import { boxes } from '../src/io/mail/layout.ts'

const file = fileURLToPath(new URL('../docs/mail.md', import.meta.url))
const page = readFileSync(file, 'utf8')

const tables: Readonly<Record<string, FieldTable>> = {
  envelope: envelopeFields,
  ...bodyTables,
  nit: nitFields,
  'follow-up item': followUpItemFields,
  'context bundle': contextFields,
  packet: packetFields,
  finding: packetFindingFields,
  summary: summaryFields,
  command: commandFields,
  'deployment check': deploymentFields,
}

const section = /(<!-- fields of (.+?) -->\n)[\s\S]*?(<!-- end -->)/g

it('has every table as the code has it (vitest -u writes them anew)', async () => {
  const named = [...page.matchAll(section)].map(([, , name = '']) => name)
  expect([...named].sort()).toEqual(Object.keys(tables).sort())
  const written = page.replace(section, (_, start: string, name: string, end: string) => {
    return `${start}${markdown(tables[name] ?? {})}${end}`
  })
  await expect(written).toMatchFileSnapshot(file)
})

function markdown(table: FieldTable): string {
  const rows = fieldRows(table).map(
    ({ name, needed, expects, about }) =>
      `| \`${name}\` | ${needed ? 'yes' : ''} | ${cell(expects)} | ${cell(about)} |\n`,
  )
  return ['| field | required | must be | what it is |\n', '|---|---|---|---|\n', ...rows].join('')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('"', '`').replaceAll('``', '`')

it('names every type, every folder of an agent and every key of the configuration', () => {
  for (const word of [...messageTypes, ...boxes]) expect(page).toContain(`\`${word}\``)
  const keys = Object.keys(configSchema.entries.mail.wrapped.pipe[0].entries)
  for (const key of keys) expect(page).toMatch(new RegExp(`^\\| \`${key}\` \\|`, 'm'))
})

it('has examples that are valid', () => {
  const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text)
  const kinds = examples.map((text) => {
    if (/^packet_id:/m.test(text)) return 'value' in parsePacket(text) ? 'packet' : JSON.stringify(parsePacket(text))
    if (/^id:/m.test(text)) return 'value' in parseMessage(text) ? 'message' : JSON.stringify(parseMessage(text))
    return 'mail' in parse(text) ? 'configuration' : 'pins'
  })
  expect(kinds).toEqual(['message', 'packet', 'pins', 'configuration'])
})
