// What is sent for a review and for the review after a small change, beside the programs' own review commands, on ten
// real changes; and how much of a round all of its reviewers begin with.
import { join } from 'node:path'
import { promptIn, readOrder, sharedShare, sharesOf, tokensIn } from './count.mjs'
import { checkOut, diffs, followUp, reset } from './diffs.mjs'
import { isInstalled, ours, theirs } from './programs.mjs'
import { startStage } from './stage.mjs'

const agents = ['claude', 'codex']
const fastPathLines = 200

export async function benchTokens(repositories = process.env.BENCH_REPOSITORIES) {
  if (!repositories) return [skipped('BENCH_REPOSITORIES names no folder')]
  const stage = await startStage()
  try {
    const rows = []
    for (const name of agents) {
      if (isInstalled(name)) rows.push(...(await measureAgent(name, stage, repositories)))
      else rows.push(skipped(`${name} is not installed; npm run test:agents installs it`))
    }
    return rows
  } finally {
    await stage.close()
  }
}

function skipped(why) {
  return { name: 'tokens', value: 'skipped', unit: '', target: why }
}

async function measureAgent(name, stage, repositories) {
  const measured = []
  for (const [index, diff] of diffs.entries()) {
    const change = checkOut(repositories, diff, join(stage.folder, name, String(index)))
    if (change !== null) measured.push(await measureDiff(name, stage, change))
  }
  if (measured.length === 0) return [skipped('none of the repositories is in BENCH_REPOSITORIES')]
  return [...measured.map((one) => diffRow(name, one)), ...summary(name, measured), ...shareRows(name, measured)]
}

async function measureDiff(name, stage, change) {
  const first = await ours(name, stage, change.folder)
  followUp(change)
  const again = await ours(name, stage, change.folder)
  reset(change)
  return { ...change, first, again, own: await theirs(name, stage, change) }
}

const sum = (requests) => requests.reduce((total, body) => total + tokensIn(body), 0)
const sumOf = (measured, part) => measured.reduce((total, one) => total + sum(one[part]), 0)
const ratio = (measured, part, other) => sumOf(measured, part) / sumOf(measured, other)
const worst = (measured, part, other) => Math.max(...measured.map((one) => ratio([one], part, other)))
const isFast = ({ lines }) => lines <= fastPathLines

function diffRow(agent, { name, lines, first, again, own }) {
  const amount = (requests) => `${Math.round(sum(requests))} in ${requests.length}`
  const value = `ours ${amount(first)}, own command ${amount(own)}, follow-up ${amount(again)}`
  return { name: `${agent}: ${lines} lines of ${name}, tokens and requests`, value, unit: '', target: '' }
}

function summary(agent, measured) {
  const fast = measured.filter(isFast)
  const full = measured.filter((one) => !isFast(one))
  const row = (name, value, target) => ({ name: `${agent}: ${name}`, value, unit: '×', target })
  return [
    row(`fast path, ours / its own review command, ${fast.length} diffs`, ratio(fast, 'first', 'own'), '≤ 1'),
    row('the same, worst diff', worst(fast, 'first', 'own'), '≤ 1'),
    row(`full path, ours / its own review command, ${full.length} diffs`, ratio(full, 'first', 'own'), ''),
    row(`follow-up / first review, ${measured.length} diffs`, ratio(measured, 'again', 'first'), '≤ 0.25'),
    row('the same, worst diff', worst(measured, 'again', 'first'), ''),
    row('the same, worst diff of the full path', worst(full, 'again', 'first'), ''),
  ]
}

function shareRows(agent, measured) {
  const panels = measured.map(({ first }) => first).filter(hasOnePartition)
  const percent = (form) => 100 * Math.min(...panels.map((requests) => sharedShare(requests.map(form))))
  const row = (name, value, unit, target) => ({ name: `${agent}: ${name}`, value, unit, target })
  const { tools, system, messages } = sharesOf(measured[0].first[0])
  const prompt = Buffer.byteLength(promptIn(measured[0].first[0])) / 4
  return [
    row(`shared beginning of our prompts, least of ${panels.length} panels`, percent(promptIn), '%', '≥ 80'),
    row('shared beginning of whole requests, least', percent(readOrder), '%', '≥ 80'),
    row('one request: tools', tools, 'tokens', ''),
    row('one request: system prompt', system, 'tokens', ''),
    row('one request: messages besides our prompt', messages - prompt, 'tokens', ''),
    row('one request: our prompt with the diff', prompt, 'tokens', ''),
  ]
}

/** Several reviewers, but only one of them hunts bugs: all look at the same diff. */
function hasOnePartition(requests) {
  const hunters = requests.filter((body) => promptIn(body).includes('You hunt bugs.'))
  return requests.length > 1 && hunters.length === 1
}
