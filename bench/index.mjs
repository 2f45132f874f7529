// `npm run bench`: speed and memory as ratios in one run. Names on the command line pick some: npm run bench -- diff merge
import { benchAgents } from './agents.mjs'
import { benchDiff } from './diff.mjs'
import { printRows } from './measure.mjs'
import { benchMerge } from './merge.mjs'
import { benchSecrets } from './secrets.mjs'
import { benchStartup } from './startup.mjs'

const benches = {
  startup: benchStartup,
  merge: benchMerge,
  diff: benchDiff,
  secrets: benchSecrets,
  agents: benchAgents,
}
const wanted = process.argv.slice(2)

for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n── ${name}\n`)
  printRows(await bench())
}
