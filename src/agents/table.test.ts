import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { agentKinds } from '../registry.ts'
import { agentTable } from './table.ts'

it('stands in docs/agents.md as the code has it (npm run docs:agents writes it anew)', async () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/agents.md', import.meta.url)), 'utf8')
  expect(page).toContain(await agentTable())
})

it('has a row for every agent there is', async () => {
  const [, , ...rows] = (await agentTable()).split('\n')
  expect(rows.map((row) => row.split(' ')[1]).sort()).toEqual([...agentKinds].sort())
})
