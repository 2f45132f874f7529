// Installs the pinned agent programs that the agent tests drive, each into a folder of its own, and says where they are.
// A program that cannot be installed here is one visible line, never a failure: its tests are skipped.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.cache', 'review-loop-agents')
const platform = `${process.platform}-${process.arch}`

// `program` is relative to the folder's node_modules. codex and copilot are the native binaries: their npm shims leave
// the real process running when they are killed. `scripts`: without its postinstall the program does not start.
const agents = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.325', program: '.bin/claude', scripts: true },
  codex: { package: '@openai/codex', version: '0.166.0', program: `@openai/codex-${platform}/vendor/*/bin/codex` },
  copilot: { package: '@github/copilot', version: '1.0.102', program: `@github/copilot-${platform}/copilot` },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', program: '.bin/gemini' },
  qwen: { package: '@qwen-code/qwen-code', version: '0.24.4', program: '.bin/qwen' },
  opencode: { package: 'opencode-ai', version: '1.18.33', program: '.bin/opencode', scripts: true },
}

export const agentNames = Object.keys(agents)

/** The installed program, or null when it is not there. */
export function programOf(name) {
  const agent = agents[name]
  return agent === undefined ? null : programIn(folderOf(name, agent), agent)
}

/** One line of what happened; never throws. */
export function installAgent(name) {
  const agent = agents[name]
  if (agent === undefined) return `${name}: cannot be installed here: no such agent (${agentNames.join(', ')})`
  const label = `${name} ${agent.version}`
  if (programOf(name) !== null) return `${label}: already there`
  try {
    const problem = install(name, agent)
    return problem === null ? `${label}: installed` : `${label}: cannot be installed here: ${problem}`
  } catch (error) {
    return `${label}: cannot be installed here: ${error.message}`
  }
}

function folderOf(name, agent) {
  return join(cache, `${name}@${agent.version}`)
}

function programIn(folder, agent) {
  let path = join(folder, 'node_modules')
  for (const part of agent.program.split('/')) {
    if (part !== '*') path = join(path, part)
    else if (existsSync(path)) path = join(path, readdirSync(path)[0] ?? '')
  }
  return existsSync(path) ? path : null
}

/** Into a folder beside it first: a broken or parallel install is never taken for a finished one. Returns the problem. */
function install(name, agent) {
  const target = folderOf(name, agent)
  const folder = `${target}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    const allowScripts = { [agent.package]: agent.scripts === true }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts }))
    const problem = npmInstall(folder, agent)
    if (problem !== null) return problem
    if (programIn(folder, agent) === null) return `no program for ${platform} in ${agent.package}`
    rmSync(target, { recursive: true, force: true })
    renameSync(folder, target)
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function npmInstall(folder, agent) {
  const exact = `${agent.package}@${agent.version}`
  const problem = npm(folder, ['install', '--save-exact', '--ignore-scripts=true', exact])
  if (problem !== null || !agent.scripts) return problem
  return npm(folder, ['rebuild', '--ignore-scripts=false', agent.package])
}

/** The pins decide, not the engines field: qwen and claude declare a newer Node than they need. */
function npm(folder, args) {
  const npmPath = process.env.npm_execpath
  const [command, ...first] = npmPath ? [process.execPath, npmPath] : ['npm']
  const common = ['--engine-strict=false', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const result = spawnSync(command, [...first, ...args, ...common], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 300_000,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (result.status === 0) return null
  if (result.error) return result.error.message
  return result.stderr.split('\n').find((line) => line.startsWith('npm error')) ?? `npm ended with ${result.status}`
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const only = process.argv.indexOf('--only')
  const names = only > 0 ? (process.argv[only + 1] ?? '').split(',').filter(Boolean) : agentNames
  for (const name of names) process.stdout.write(`${installAgent(name)}\n`)
}
