// `npm run bench:review`: a review by a panel, in time, tokens and quality of its list. Names on the command line pick
// some: npm run bench:review -- wall
import { build } from '../../scripts/build.mjs'
import { runBenches } from '../measure.mjs'
import { benchDuplicates } from './duplicates.mjs'
import { benchQuotes } from './quotes.mjs'
import { benchRecorded } from './recorded.mjs'
import { benchTokens } from './tokens.mjs'
import { benchWall } from './wall.mjs'

await build()
await runBenches({
  wall: benchWall,
  tokens: benchTokens,
  recorded: benchRecorded,
  duplicates: () => benchDuplicates(),
  'duplicates-tuning': () => benchDuplicates(0),
  'duplicates-held': () => benchDuplicates(1),
  quotes: benchQuotes,
  'quotes-tuning': () => benchQuotes(0),
})
