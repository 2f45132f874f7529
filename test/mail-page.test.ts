import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { configSchema } from '../src/config/schema.ts'
import { bodySchemas, followUpItem, messageTypes, nitSchema } from '../src/core/mail/bodies.ts'
import type { FieldSchema } from '../src/core/mail/document.ts'
import { envelopeSchema } from '../src/core/mail/envelope.ts'
import { expectsOf } from '../src/core/mail/fields.ts'
import { handoffContext } from '../src/core/mail/handoff.ts'
import { parseMessage } from '../src/core/mail/message.ts'
import {
  deploymentCheck,
  packetCommand,
  packetFinding,
  packetSchema,
  packetSummary,
  parsePacket,
} from '../src/core/mail/packet.ts'
import { boxes } from '../src/io/mail/layout.ts'

const file = fileURLToPath(new URL('../docs/mail.md', import.meta.url))
const page = readFileSync(file, 'utf8')

const schemas: Readonly<Record<string, FieldSchema | null>> = {
  envelope: envelopeSchema,
  ...bodySchemas,
  nit: nitSchema,
  'follow-up item': followUpItem,
  'context bundle': handoffContext,
  packet: packetSchema,
  finding: packetFinding,
  summary: packetSummary,
  command: packetCommand,
  'deployment check': deploymentCheck,
}

const section = /(<!-- fields of (.+?) -->\n)[\s\S]*?(<!-- end -->)/g

it('has every table as the code has it (vitest -u writes them anew)', async () => {
  const named = [...page.matchAll(section)].map(([, , name = '']) => name)
  expect([...named].sort()).toEqual(
    Object.keys(schemas)
      .filter((name) => schemas[name])
      .sort(),
  )
  const written = page.replace(section, (_, start: string, name: string, end: string) => {
    return `${start}${markdown(Object.entries(schemas[name]?.entries ?? {}))}${end}`
  })
  await expect(written).toMatchFileSnapshot(file)
})

function markdown(entries: readonly (readonly [name: string, entry: unknown])[]): string {
  const rows = entries.map(([name, entry]) => {
    const optional = v.is(v.object({ wrapped: v.any(), type: v.literal('optional') }), entry) ? entry.wrapped : null
    const schema = optional ?? entry
    const [expects, about] = [expectsOf(schema), v.getDescription(schema) ?? '']
    expect([name, expects, about]).not.toContain('')
    return `| \`${name}\` | ${optional === null ? 'yes' : ''} | ${cell(expects)} | ${cell(about)} |\n`
  })
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
