import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { configSchema } from '../src/config/schema.ts'
import { configJsonSchema } from '../src/config/template.ts'

it('ships the JSON Schema of the configuration as the code has it (npm run schema writes it anew)', () => {
  const shipped = JSON.parse(readFileSync(new URL('../schemas/config.schema.json', import.meta.url), 'utf8'))
  expect(shipped).toEqual(JSON.parse(JSON.stringify(configJsonSchema())))
})

it('explains every key of the configuration in its documentation', () => {
  const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8')
  const explained = [...page.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, key]) => key)
  expect(explained).toEqual(Object.keys(configSchema.entries))
})
