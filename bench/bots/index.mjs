// `npm run bench:bots -- <folder> [--since <date>]`: what outside reviewers wrote, as classified by us, against labels made
// by hand. The folder holds manifest.json, the bodies it names, and dedup/; it is not part of the project.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadSource, printRows } from '../measure.mjs'
import { readOscillations, readRecorded, readThreadSets } from './recorded.mjs'
import { botRows, classRows, failureRows, groupRows, itemRows, oscillationRows } from './rows.mjs'

const [folder, option, since, ...more] = process.argv.slice(2)
const misuse = misuseOf()
if (misuse === undefined) await run()
else {
  process.stderr.write(`${misuse}. Usage: npm run bench:bots -- <folder> [--since 2026-01-31]\n`)
  process.exitCode = 2
}

function misuseOf() {
  if (folder === undefined) return 'No folder is named; recorded comments are not part of the project'
  if (!existsSync(join(folder, 'manifest.json'))) return `There is no manifest.json in ${folder}`
  if (option !== undefined && option !== '--since') return `Unknown option ${option}`
  if (more.length > 0 || (option !== undefined && Number.isNaN(Date.parse(since)))) return '--since needs one date'
  return undefined
}

async function run() {
  const { classify } = await loadSource('src/core/outside/classify.ts')
  const { shownItem } = await loadSource('src/core/outside/shown-item.ts')
  const { withAuthor } = await loadSource('src/core/outside/own-reviewers.ts')
  const { knownReviewers } = await loadSource('src/core/outside/reviewers/index.ts')
  const read = ({ label, comment }, reviewers) => {
    const said = classify(comment, withAuthor(reviewers, comment))
    return { label, said: { ...said, items: said.items.map(shownItem) } }
  }
  const recorded = readRecent()
  const results = recorded.map((text) => read(text, knownReviewers))
  const undescribed = recorded.map((text) => read(withLogin(text), []))
  show('classes', classRows(results))
  show('failures', failureRows(results))
  show('items', itemRows(results))
  listWrong(results)
  show("each bot with its own reviewer's file removed", botRows(undescribed))
  listWrong(undescribed)
  if (since === undefined) await showPairs(classify)
}

/** All texts, or those that are as new as asked for. */
function readRecent() {
  const recorded = readRecorded(folder)
  if (since === undefined) return recorded
  const recent = recorded.filter(({ date }) => Date.parse(date) >= Date.parse(since))
  const undated = recorded.filter(({ date }) => date === undefined).length
  process.stdout.write(`${recent.length} texts since ${since}; ${undated} of ${recorded.length} have no date\n`)
  return recent
}

/** Without reviewers only a login tells whose text it is. */
function withLogin({ label, comment }) {
  return { label, comment: { ...comment, login: comment.raw?.app?.slug ?? `${comment.login ?? comment.bot}[bot]` } }
}

async function showPairs(classify) {
  const { duplicates } = await loadSource('src/core/outside/duplicates.ts')
  const { reverses } = await loadSource('src/core/outside/reverses.ts')
  show(
    'duplicates',
    readThreadSets(folder).flatMap((set) => groupRows(set, classify, duplicates)),
  )
  show(
    'oscillation',
    readOscillations(folder).flatMap((set) => oscillationRows(set, reverses)),
  )
}

function listWrong(results) {
  const shown = ({ class: kind, ready }) => `${kind}${ready ? ', ready' : ''}`
  for (const { label, said } of results)
    if (shown(label) !== shown(said)) process.stdout.write(`${label.id}: ${shown(label)} → ${shown(said)}\n`)
}

function show(name, rows) {
  if (rows.length === 0) return
  process.stdout.write(`\n── ${name}\n`)
  printRows(rows)
}
