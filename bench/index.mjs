// `npm run bench`: speed and memory as ratios in one run. Names on the command line pick some: npm run bench -- diff merge
import { benchAgents } from './agents.mjs'
import { benchDiff } from './diff.mjs'
import { runBenches } from './measure.mjs'
import { benchMerge } from './merge.mjs'
import { benchQuotes } from './quotes.mjs'
import { benchSecrets } from './secrets.mjs'
import { benchStartup } from './startup.mjs'

await runBenches({
  startup: benchStartup,
  merge: benchMerge,
  diff: benchDiff,
  secrets: benchSecrets,
  agents: benchAgents,
  quotes: benchQuotes,
})
