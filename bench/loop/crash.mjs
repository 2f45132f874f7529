// Kills loops and resumes them. Each has to end as the same loop does when nobody disturbs it.
// BENCH_POINTS: how many kills (200). BENCH_SEED: another seed. BENCH_ONLY: one point of a list of failures, such as 3:7.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { differences } from './end-state.mjs'
import { playThrough } from './killed-run.mjs'
import { shapes } from './shapes.mjs'
import { makeTemplate, openStage, watchGit } from './stage.mjs'

const seed = Number(process.env.BENCH_SEED ?? 1)
const points = Number(process.env.BENCH_POINTS ?? 200)
const only = process.env.BENCH_ONLY
const ms = { other: 60, fixer: 90, validate: 50, hook: 120 }
const atOnce = 2

export async function benchCrash() {
  const folder = mkdtempSync(join(tmpdir(), 'review-loop-crash-'))
  try {
    process.stdout.write(`seed ${seed}, ${points} points over ${shapes.length} loops\n`)
    const wanted = plannedPoints().filter(({ name }) => only === undefined || only === name)
    const loops = new Map()
    await sideBySide([...new Set(wanted.map(({ shape }) => shape))], async (shape) => {
      loops.set(shape, await playUndisturbed(folder, shape))
    })
    const done = await sideBySide(wanted, (point, index) => {
      if (index > 0 && index % 20 === 0) process.stdout.write(`  ${index} of ${wanted.length} begun\n`)
      return playKilled(folder, point, loops.get(point.shape))
    })
    return rowsOf(done)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function plannedPoints() {
  return Array.from({ length: points }, (_, index) => {
    const [shape, number] = [index % shapes.length, Math.floor(index / shapes.length)]
    return { shape, name: `${shape}:${number}`, random: chance(seed * 1_000_003 + shape * 1009 + number) }
  })
}

async function playUndisturbed(folder, shape) {
  const play = { ms, ...shapes[shape] }
  const template = makeTemplate(join(folder, `template-${shape}`), play)
  const run = await onStage(folder, template, play)
  const { outcome, rounds } = run.state
  const seconds = sumOf(run.measured) / 1000
  const what = `${outcome} after ${rounds?.length} rounds, ${seconds.toFixed(1)} s`
  process.stdout.write(`  ${String(shape).padStart(2)} ${play.name}: ${what}\n`)
  return { play, template, ...run }
}

async function onStage(folder, template, play, plan) {
  const stage = watchGit(openStage(folder, template, play))
  try {
    return await playThrough(stage, play.answers ?? [], plan)
  } finally {
    rmSync(stage.folder, { recursive: true, force: true })
  }
}

/** A moment that comes too late, because the loop was quicker this time, is moved forward. */
async function playKilled(folder, { name, random }, loop) {
  const plan = planFrom(random, loop.measured)
  for (let share = 1; ; share *= 0.8) {
    const run = await onStage(folder, loop.template, loop.play, sooner(plan, share))
    if (run.kills.length === 0 && share > 0.2) continue
    const problems = [...run.problems, ...differences(loop.state, run.state), ...tooOften(loop.calls, run)]
    if (problems.length > 0) report(name, loop.play.name, plan, run, problems)
    return { ok: problems.length === 0, kills: run.kills }
  }
}

function planFrom(random, measured) {
  const total = sumOf(measured)
  const at = random() * total
  const step = measured.findIndex((_, index) => at < sumOf(measured.slice(0, index + 1)))
  const first = triggerFrom(random, measured[step])
  return { step, triggers: random() < 0.3 ? [first, triggerFrom(random, measured[step])] : [first] }
}

function sumOf(measured) {
  return measured.reduce((sum, { ms: time }) => sum + time, 0)
}

function triggerFrom(random, { ms: time, gitCalls, lines }) {
  const kind = random()
  if (kind < 0.5) return { kind: 'time', ms: random() * time }
  if (kind < 0.8)
    return { kind: 'git', call: 1 + Math.floor(random() * gitCalls), when: random() < 0.5 ? 'before' : 'after' }
  return { kind: 'line', line: 1 + Math.floor(random() * lines) }
}

function sooner({ step, triggers }, share) {
  const [first, ...rest] = triggers
  const at = (value) => Math.max(1, Math.floor((value ?? 0) * share))
  return { step, triggers: [{ ...first, ms: at(first.ms), call: at(first.call), line: at(first.line) }, ...rest] }
}

/** A question may be asked once more for each kill: the call that was cut off. */
function tooOften(expected, { calls, kills }) {
  return [...calls].flatMap(([identity, count]) => {
    const most = (expected.get(identity) ?? 1) + kills.length
    return count > most ? [`asked ${count} times: ${identity}`] : []
  })
}

function report(name, title, plan, run, problems) {
  const kills = run.kills.map(({ during }) => during).join(', then ')
  const lines = problems.map((problem) => `    ${problem}\n`)
  process.stdout.write(`  FAILED ${name} (${title}), killed ${kills}: ${JSON.stringify(plan)}\n${lines.join('')}`)
}

function rowsOf(done) {
  const kills = done.flatMap(({ kills: all }) => all)
  const phases = new Map()
  for (const { during } of kills) phases.set(during, (phases.get(during) ?? 0) + 1)
  const most = [...phases].sort(([, one], [, other]) => other - one)
  process.stdout.write(`killed ${most.map(([phase, count]) => `${phase} ${count}`).join(', ')}\n\n`)
  const ok = done.filter((point) => point.ok).length
  return [
    {
      name: 'resumed to the same end state',
      value: `${ok} of ${done.length}`,
      unit: '',
      target: `${done.length} of ${done.length}`,
    },
    { name: 'kills, those during a resume included', value: kills.length, unit: '', target: '' },
  ]
}

async function sideBySide(items, work) {
  const results = []
  const left = [...items.entries()]
  const next = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift())
      results[item[0]] = await work(item[1], item[0])
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  return results
}

/** Small and quick; the same seed gives the same points. */
function chance(start) {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
