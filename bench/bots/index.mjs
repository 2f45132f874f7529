// `npm run bench:bots -- <folder>`: what outside reviewers wrote, as classified by us, against labels made by hand. The
// folder holds manifest.json, the bodies it names, and dedup/; it is not part of the project.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadSource, printRows } from '../measure.mjs'
import { readOscillations, readRecorded, readThreadSets } from './recorded.mjs'
import { classRows, failureRows, groupRows, itemRows, oscillationRows } from './rows.mjs'

const [folder] = process.argv.slice(2)
if (folder === undefined || !existsSync(join(folder, 'manifest.json'))) {
  const why = folder === undefined ? 'No folder is named' : `There is no manifest.json in ${folder}`
  process.stderr.write(`${why}. Recorded comments are not part of the project: npm run bench:bots -- <folder>\n`)
  process.exitCode = 2
} else await run()

async function run() {
  const { classify } = await loadSource('src/core/outside/classify.ts')
  const { shownItem } = await loadSource('src/core/outside/shown-item.ts')
  const { duplicates } = await loadSource('src/core/outside/duplicates.ts')
  const { reverses } = await loadSource('src/core/outside/reverses.ts')
  const { unknownReviewer } = await loadSource('src/core/outside/own-reviewers.ts')
  const recorded = readRecorded(folder)
  const read = (said) => ({ ...said, items: said.items.map(shownItem) })
  const results = recorded.map(({ label, comment }) => ({ label, said: read(classify(comment)) }))
  // The same texts as if nobody had described their reviewer.
  const strangers = recorded.map(({ label, comment }) => {
    const login = (comment.raw?.app?.slug ?? comment.login ?? comment.bot).toLowerCase().replace(/\[bot\]$/, '')
    const checks = { names: [], apps: [], conclusions: {} }
    const stranger = { ...unknownReviewer, id: `@${login}`, name: login, logins: [login], checks }
    return { label, said: read(classify({ ...comment, login }, [stranger])) }
  })
  show('classes', classRows(results))
  show('failures', failureRows(results))
  show('items', itemRows(results))
  show(
    'duplicates',
    readThreadSets(folder).flatMap((set) => groupRows(set, classify, duplicates)),
  )
  show(
    'oscillation',
    readOscillations(folder).flatMap((set) => oscillationRows(set, reverses)),
  )
  listWrong(results)
  show('not described', [...classRows(strangers).slice(0, 1), ...failureRows(strangers), ...itemRows(strangers)])
  listWrong(strangers)
}

function listWrong(results) {
  const wrong = results.filter(({ label, said }) => label.class !== said.class || label.ready !== said.ready)
  for (const { label, said } of wrong) {
    process.stdout.write(
      `${label.id}: ${label.class}${label.ready ? ', ready' : ''} → ${said.class}${said.ready ? ', ready' : ''}\n`,
    )
  }
}

function show(name, rows) {
  if (rows.length === 0) return
  process.stdout.write(`\n── ${name}\n`)
  printRows(rows)
}
