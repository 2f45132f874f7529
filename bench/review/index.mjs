// `npm run bench:review`: a review by a panel, in time, tokens and quality of its list. Names on the command line pick
// some: npm run bench:review -- wall
import { build } from '../../scripts/build.mjs'
import { printRows } from '../measure.mjs'
import { benchRecorded } from './recorded.mjs'
import { benchTokens } from './tokens.mjs'
import { benchWall } from './wall.mjs'

const benches = { wall: benchWall, tokens: benchTokens, recorded: benchRecorded }
const wanted = process.argv.slice(2)

await build()
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n── ${name}\n`)
  printRows(await bench())
}
