// Where reviews are measured: a folder of its own, a scripted model on 127.0.0.1, programs with a home that is not yours.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { loadSource, root, runProgram } from '../measure.mjs'

/** Not in the folder for temporary files: codex warns there. */
const parent = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'review-loop-bench')

export async function startStage() {
  const { startModelServer } = await loadSource('test/kit/model-server/server.ts')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'run-'))
  const server = await startModelServer()
  return {
    folder,
    server,
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function gitIn(folder) {
  return (...args) => {
    const { status, stdout, stderr } = runProgram(
      'git',
      ['-c', 'user.name=b', '-c', 'user.email=b@example.invalid', ...args],
      { cwd: folder, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout
  }
}

/** Without the settings, keys and log-ins of whoever runs this. */
export function cleanEnvironment(folder, more = {}) {
  const home = mkdtempSync(join(folder, 'home-'))
  return { PATH: process.env.PATH, LANG: 'C.UTF-8', TERM: 'dumb', HOME: home, ...more }
}

/** JSON is YAML. */
export function writeConfig(folder, config) {
  const path = join(folder, 'config.yaml')
  writeFileSync(path, JSON.stringify(config))
  return path
}

/** Our built program, with the result it printed. Blocked by the built-in reviewers is an answer too. */
export async function reviewLoop(cwd, args, env) {
  const program = join(root, 'dist', 'cli.js')
  const run = await runAsync(process.execPath, [program, 'review', '--format', 'json', ...args], { cwd, env })
  if (run.code > 1) throw new Error(`review ended with ${run.code}: ${run.stderr}${run.stdout.slice(0, 2000)}`)
  return { ms: run.ms, result: JSON.parse(run.stdout) }
}

const longestMs = 180_000

/** Not the synchronous call: the model that the program asks lives in this process. */
export function runAsync(program, args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const timer = setTimeout(() => child.kill('SIGTERM'), longestMs)
    const output = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        output[stream] += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, ms: performance.now() - start, ...output })
    })
  })
}
