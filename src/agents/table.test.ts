import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { agentTable } from './table.ts'

it('stands in docs/agents.md as the code has it (npm run docs:agents writes it anew)', async () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/agents.md', import.meta.url)), 'utf8')
  expect(page).toContain(await agentTable())
})
