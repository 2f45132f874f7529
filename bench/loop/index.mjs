// `npm run bench:loop`: whether the loop ends well, and what it costs. Names on the command line pick some.
import { build } from '../../scripts/build.mjs'
import { printRows } from '../measure.mjs'
import { benchConvergence } from './convergence.mjs'
import { benchCrash } from './crash.mjs'
import { benchOverhead } from './overhead.mjs'

const benches = { convergence: benchConvergence, overhead: benchOverhead, crash: benchCrash }
const wanted = process.argv.slice(2)

await build()
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n── ${name}\n`)
  printRows(await bench())
}
