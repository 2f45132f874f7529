// A loop from its start to its end, killed on the way as planned and resumed each time.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endState, identityOf, isAgent } from './end-state.mjs'
import { runLoop, write } from './stage.mjs'

/** `plan`: { step, triggers }; the second trigger is for the process that resumes. Null: undisturbed. */
export async function playThrough(stage, answers, plan = null) {
  const steps = []
  const kills = []
  const measured = []
  for (let step = 0; step <= answers.length; step++) {
    if (step > 0) steps.push(await runLoop(stage, ['answer', ...answers[step - 1]]))
    const lines = stage.journal().length
    const run = await playStep(stage, step > 0, plan?.step === step ? plan.triggers : [], kills)
    steps.push(run)
    const gitCalls = readFileSync(join(stage.folder, 'git-calls')).length
    measured.push({ ms: run.ms, gitCalls, lines: stage.journal().length - lines })
  }
  const problems = [...(await Promise.all(kills.map(({ survivors }) => survivors))).flat(), ...paidTwice(stage, kills)]
  return { state: endState(stage, steps), problems, measured, kills, calls: countCalls(stage) }
}

async function playStep(stage, isResumed, triggers, kills) {
  for (let attempt = 0; ; attempt++) {
    const disarm = []
    const run = await runLoop(stage, wordsFor(stage, isResumed || attempt > 0), (child) => {
      disarm.push(arm(stage, child, triggers[attempt]))
    })
    for (const stop of disarm) stop()
    if (run.code !== null) return run
    kills.push(lookAround(stage))
  }
}

/** A session knows what it was begun with; where there is none yet, everything is said again. */
function wordsFor({ words, journal }, isResumed) {
  if (!isResumed) return ['loop', ...words]
  if (journal().length === 0) return ['loop', ...words, '--resume']
  return ['loop', '--resume', '--format', 'json', ...words.filter((word) => word === '--accept-risk')]
}

/** The moment comes by the clock, by a call of git, or with a line of the journal. */
function arm(stage, child, trigger) {
  const { folder } = stage
  write(join(folder, 'git-calls'), '')
  const kill = () => {
    child.kill('SIGKILL')
    write(join(folder, 'killed'), '')
  }
  if (trigger?.kind === 'git') {
    write(join(folder, 'kill-at'), `${trigger.call} ${trigger.when}\n`)
    return () => rmSync(join(folder, 'kill-at'), { force: true })
  }
  if (trigger?.kind === 'time') {
    const timer = setTimeout(kill, trigger.ms)
    return () => clearTimeout(timer)
  }
  if (trigger?.kind === 'line') {
    const wanted = stage.journal().length + trigger.line
    const timer = setInterval(() => stage.journal().length >= wanted && kill(), 1)
    return () => clearInterval(timer)
  }
  return () => {}
}

/** Right after a kill: what is recorded, and who is still there. */
function lookAround(stage) {
  const calls = stage.calls()
  const journal = stage.journal()
  const recorded = [...journal, ...keptReplies(stage)].join('\n')
  const alive = calls.filter(({ ended }) => ended === undefined)
  return {
    during: journal.length === 0 ? 'before the first line' : phaseOf(JSON.parse(journal.at(-1))),
    calls: calls.length,
    recorded: new Set(calls.filter(({ mark }) => recorded.includes(mark)).map(identityOf)),
    survivors: findSurvivors(stage, alive),
  }
}

function phaseOf({ type, step }) {
  return type === 'intended' ? `during ${step}` : `after ${type}`
}

function keptReplies({ repository }) {
  const folder = join(repository, '.review-loop', 'cache', 'replies')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.json'))
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}

const patienceMs = 1500

/** Nobody whom the loop started may be there a moment after it was killed. */
async function findSurvivors({ folder }, calls) {
  await sleep(patienceMs)
  return calls.filter(({ pid }) => isOn(folder, pid)).map(({ role, pid }) => `${role} ${pid} outlived the loop`)
}

function isOn(folder, pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
  } catch {
    return false
  }
}

/** What was recorded when the loop was killed must not be asked again. */
function paidTwice(stage, kills) {
  const calls = stage.calls()
  return kills.flatMap(({ calls: from, recorded }) =>
    calls
      .slice(from)
      .filter((call) => isAgent(call.role) && recorded.has(identityOf(call)))
      .map((call) => `asked again although its reply was recorded: ${identityOf(call)}`),
  )
}

/** How often each question was asked. */
function countCalls(stage) {
  const counts = new Map()
  for (const call of stage.calls().filter(({ role }) => isAgent(role))) {
    counts.set(identityOf(call), (counts.get(identityOf(call)) ?? 0) + 1)
  }
  return counts
}
