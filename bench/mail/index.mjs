// `npm run bench:mail`: a full inbox, and many workers on one inbox who are killed. Names on the command line pick some.
import { printRows } from '../measure.mjs'
import { benchInbox } from './inbox.mjs'
import { benchWorkers } from './workers.mjs'

const benches = { inbox: benchInbox, workers: benchWorkers }
const wanted = process.argv.slice(2)

for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n── ${name}\n`)
  printRows(await bench())
}
