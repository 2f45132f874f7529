// Writes the table of docs/agents.md anew, from what the adapters say of themselves.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSource, root } from '../bench/measure.mjs'

const { agentTable } = await loadSource('src/agents/table.ts')
const file = join(root, 'docs', 'agents.md')
const page = readFileSync(file, 'utf8')
writeFileSync(file, page.replace(/(?:^\|.*\|\n)+(?=\n<!-- table of agents -->)/m, `${await agentTable()}\n`))
