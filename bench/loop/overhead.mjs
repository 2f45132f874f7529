// What a loop takes beside the time of those whom it calls: three reviews, two fixes, a validation command before and after.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTemplate, openStage, runLoop } from './stage.mjs'

/** Quick for agents, who take minutes: what comes on top weighs more here than it does in use. */
const ms = { reviewer: 15_000, verifier: 8000, fixer: 15_000, validate: 5000 }
const runs = 2

const filler = (name, lines = 100) =>
  Array.from({ length: lines }, (_, line) => `export const ${name}${line} = ${line}\n`).join('')
const files = Array.from({ length: 500 }, (_, index) => [`src/part${index % 25}/file${index}.js`, filler(`v${index}_`)])
const trouble = (word) => `export const value = '${word}'\n${filler('more')}`

const play = {
  ms,
  base: Object.fromEntries(files),
  change: { 'src/app.js': trouble('lost'), 'src/other.js': filler('other', 60) },
  mends: { lost: "'door'", door: "'fine'" },
  checks: 1,
  checked: ['src/app.js'],
}

export async function benchOverhead() {
  const folder = mkdtempSync(join(tmpdir(), 'review-loop-overhead-'))
  try {
    const template = makeTemplate(join(folder, 'template'), play)
    const results = []
    for (let run = 0; run < runs; run++) results.push(await measure(folder, template))
    const { wall, own, calls } = results.reduce((best, one) => (one.wall - one.own < best.wall - best.own ? one : best))
    return [
      { name: 'three rounds / agents and validations themselves', value: wall / own, unit: '×', target: '≤ 1.05' },
      { name: `their own time, ${calls} calls of 5 to 15 s`, value: own / 1000, unit: 's', target: '' },
      { name: 'the same if they took a third of that', value: (3 * (wall - own)) / own + 1, unit: '×', target: '' },
      { name: 'what comes on top', value: (wall - own) / 1000, unit: 's', target: '' },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(folder, template) {
  const stage = openStage(folder, template, play)
  const run = await runLoop(stage, ['loop', ...stage.words])
  const { outcome, rounds } = JSON.parse(run.stdout)
  if (outcome !== 'approved' || rounds.length !== 3) throw new Error(`${outcome} after ${rounds.length} rounds`)
  const calls = stage.calls()
  return { wall: run.ms, own: covered(calls), calls: calls.length }
}

/** The time in which at least one of them ran. Each measures itself, from the start of its process. */
function covered(calls) {
  let [sum, until] = [0, 0]
  for (const { started, ended } of [...calls].sort((one, other) => one.started - other.started)) {
    sum += Math.max(0, ended - Math.max(started, until))
    until = Math.max(until, ended)
  }
  return sum
}
