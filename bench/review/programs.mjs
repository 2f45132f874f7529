// The review commands that claude and codex have themselves, and ours with each of them, on the scripted model.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { programOf } from '../../scripts/install-agents.mjs'
import { requestsOf, texts } from './count.mjs'
import { cleanEnvironment, reviewLoop, runAsync, writeConfig } from './stage.mjs'

const models = { claude: 'claude-sonnet-4-6', codex: 'gpt-5.5' }

export function isInstalled(name) {
  return programOf(name) !== null
}

let runs = 0

/**
 * `review-loop review --agent NAME`: every reviewer answers at once that all is well. Returns what was sent. The address is
 * the same each time: with other settings a second review would not go on from the first.
 */
export async function ours(name, stage, cwd) {
  const scenario = `ours-${name}`
  const before = requestsOf(stage.server, scenario).length
  stage.server.add(scenario, { steps: [{ json: { summary: 'Looked at all of it.', findings: [] } }] })
  const base_url = `${stage.server.url(scenario)}${name === 'codex' ? '/v1' : ''}`
  const agent = { kind: name, command: programOf(name), model: models[name], base_url, key_env: 'BENCH_KEY' }
  const config = writeConfig(stage.folder, { agents: { bench: agent } })
  const env = cleanEnvironment(stage.folder, { BENCH_KEY: 'dummy' })
  await reviewLoop(cwd, ['--base', 'main', '--config', config, '--agent', 'bench'], env)
  return requestsOf(stage.server, scenario).slice(before)
}

/** Its own review command: the model looks at the whole diff once, in one turn, and answers that all is well. */
export async function theirs(name, stage, { git, folder }) {
  const scenario = `theirs-${runs++}`
  const portions = portionsOf(git('diff', 'main...HEAD'))
  const reading = portions.map(({ from, to }) => ({ shell: `git diff main...HEAD | sed -n '${from},${to}p'` }))
  stage.server.add(scenario, { steps: [{ calls: reading }, ...endings[name]] })
  const run = await start(name, stage, scenario, folder)
  const requests = requestsOf(stage.server, scenario)
  if (run.code !== 0) throw new Error(`${name} ended with ${run.code}: ${run.stderr.slice(-2000)}`)
  const seen = texts(requests.at(-1)?.messages ?? requests.at(-1)?.input).join('\n')
  const missing = portions.filter(({ middle }) => !seen.includes(middle))
  if (missing.length > 0) throw new Error(`${name} did not read ${missing.length} of ${portions.length} portions`)
  return requests
}

const clean = {
  findings: [],
  overall_correctness: 'patch is correct',
  overall_explanation: 'Nothing is wrong with it.',
  overall_confidence_score: 0.9,
}
const endings = { claude: [{ text: 'I looked at the diff.\n\n```json\n[]\n```' }], codex: [{ json: clean }] }

/** Longer outputs of a command are cut by both programs. */
const portionBytes = 20_000

/** The diff in pieces that a command may print, with lines counted from 1. */
function portionsOf(diff) {
  const lines = diff.split('\n')
  const portions = []
  let bytes = 0
  lines.forEach((line, index) => {
    bytes += Buffer.byteLength(line) + 1
    const current = portions.at(-1)
    if (current === undefined || bytes > portionBytes) {
      portions.push({ from: index + 1, to: index + 1 })
      bytes = Buffer.byteLength(line) + 1
    } else current.to = index + 1
  })
  return portions.map(({ from, to }) => ({ from, to, middle: lines[Math.floor((from + to) / 2) - 1] }))
}

function start(name, stage, scenario, cwd) {
  const url = stage.server.url(scenario)
  const env = cleanEnvironment(stage.folder)
  return name === 'claude' ? startClaude(url, cwd, env) : startCodex(url, cwd, env)
}

function startClaude(url, cwd, env) {
  const args = ['-p', '/review', '--model', models.claude, '--allowedTools', 'Bash(git diff *)', 'Bash(sed *)']
  const quiet = {
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
  }
  return runAsync(programOf('claude'), args, {
    cwd,
    env: { ...env, ...quiet, ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'dummy' },
  })
}

function startCodex(url, cwd, env) {
  const home = join(env.HOME, '.codex')
  mkdirSync(home)
  const provider = `{name="bench",base_url="${url}/v1",wire_api="responses",env_key="BENCH_KEY"}`
  const settings = ['model_provider="bench"', `model_providers.bench=${provider}`, `model="${models.codex}"`]
  const args = [...settings, 'analytics.enabled=false'].flatMap((setting) => ['-c', setting])
  return runAsync(programOf('codex'), ['review', ...args, '--base', 'main'], {
    cwd,
    env: { ...env, CODEX_HOME: home, BENCH_KEY: 'dummy' },
  })
}
