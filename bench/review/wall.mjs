// What a panel of twelve costs in time beside its slowest reviewer, when all of them may work at once.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../measure.mjs'
import { cleanEnvironment, gitIn, reviewLoop, startStage, writeConfig } from './stage.mjs'

/** Five partitions, searched twice, and two who look at the whole: twelve. */
const panel = { limits: { partition_lines: 200 }, panel: { passes: 2 }, concurrency: { overall: 12, per_agent: 12 } }
const reviewers = 12
const answer = { summary: 'Looked at all of it.', findings: [] }

/** 4.5 to 10 seconds. */
const delayOf = (position) => 4000 + position * 500

export async function benchWall() {
  const stage = await startStage()
  try {
    const repository = makeRepository(join(stage.folder, 'repository'))
    return [
      ...(await measure('api', stage, repository, apiAgent(stage.server))),
      ...(await measure('command', stage, repository, commandAgent(stage.folder))),
    ]
  } finally {
    await stage.close()
  }
}

function makeRepository(folder) {
  mkdirSync(folder, { recursive: true })
  const git = gitIn(folder)
  git('init', '-q', '-b', 'main')
  git('commit', '-q', '--allow-empty', '-m', 'Start')
  git('switch', '-q', '-c', 'topic')
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const lines = Array.from({ length: 200 }, (_, index) => `export const ${name}${index} = ${index}\n`)
    writeFileSync(join(folder, `${name}.ts`), lines.join(''))
  }
  git('add', '-A')
  git('commit', '-q', '-m', 'Add values')
  return folder
}

/** In process, against the scripted model, which answers the n-th request after the n-th delay. */
function apiAgent(server) {
  server.add('wall', ({ hit }) => ({
    steps: [{ json: answer }],
    delayMs: delayOf(1 + ((hit - 1) % reviewers)),
  }))
  const model = { provider: 'openai-compatible', model: 'scripted-model', base_url: `${server.url('wall')}/v1` }
  return { kind: 'api', ...model, key_env: 'BENCH_KEY' }
}

/** One process for each reviewer, which finds its delay by its name. */
function commandAgent(folder) {
  const path = join(folder, 'agent.mjs')
  const parts = ['p1', 'p2', 'p3', 'p4', 'p5'].map((part) => `bug-hunter/${part}`)
  const names = [...parts, ...parts.map((part) => `${part}/pass-2`), 'auditor', 'premise']
  const delays = Object.fromEntries(names.map((name, index) => [name, delayOf(index + 1)]))
  writeFileSync(
    path,
    `process.stdin.resume()
const answer = () => console.log(${JSON.stringify(JSON.stringify(answer))})
setTimeout(() => process.exit(answer()), ${JSON.stringify(delays)}[process.env.REVIEW_LOOP_REVIEWER])
`,
  )
  return { kind: 'command', command: `${process.execPath} ${path}` }
}

async function measure(name, stage, repository, agent) {
  const config = writeConfig(stage.folder, { ...panel, agents: { bench: agent } })
  const calls = await timeCalls(repository, config)
  const runs = [await timeProgram(stage, repository, config), await timeProgram(stage, repository, config)]
  const { ms, slowest } = runs.reduce((best, run) => (run.ms < best.ms ? run : best))
  const row = (what, value, unit, target) => ({ name: `${name}: ${what}`, value, unit, target })
  return [
    row('first call to last answer / slowest of 12 reviewers', calls, '×', '≤ 1.10'),
    row('the whole program / slowest of 12 reviewers', ms / slowest, '×', '≤ 1.10'),
    row('the whole program / what the slowest was told to wait', ms / delayOf(reviewers), '×', ''),
    row('the whole program without the slowest reviewer', ms - slowest, 'ms', ''),
  ]
}

async function timeProgram(stage, repository, config) {
  const env = cleanEnvironment(stage.folder, { BENCH_KEY: 'dummy' })
  const { ms, result } = await reviewLoop(repository, [...wholeReview, '--config', config, '--agent', 'bench'], env)
  const asked = result.reviewers.filter(({ agent }) => agent === 'bench')
  if (asked.length !== reviewers) throw new Error(`the panel has ${asked.length} reviewers, not ${reviewers}`)
  return { ms, slowest: Math.max(...asked.map(({ durationMs }) => durationMs)) }
}

const wholeReview = ['--full-review', '--no-cache']

/** By the events of the library. */
async function timeCalls(cwd, config) {
  const { review } = await import(pathToFileURL(join(root, 'dist', 'index.js')).href)
  process.env.BENCH_KEY = 'dummy'
  const starts = new Map()
  const spans = []
  await review({
    cwd,
    config,
    fullReview: true,
    cache: false,
    agents: { agent: 'bench' },
    onEvent(event) {
      if (event.type === 'reviewer-start' && event.agent === 'bench') starts.set(event.name, performance.now())
      const start = event.type === 'reviewer-end' ? starts.get(event.outcome.name) : undefined
      if (start !== undefined) spans.push({ start, end: performance.now() })
    },
  })
  if (spans.length !== reviewers) throw new Error(`${spans.length} reviewers answered, not ${reviewers}`)
  const wall = Math.max(...spans.map(({ end }) => end)) - Math.min(...spans.map(({ start }) => start))
  return wall / Math.max(...spans.map(({ start, end }) => end - start))
}
