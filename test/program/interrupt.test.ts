import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ProgramOptions, partialInstallation, startProgram } from '../support/program.ts'
import { createRepository, temporaryFolder } from '../support/repository.ts'
import { withDebugger, withSecret } from '../support/samples.ts'

/**
 * A git that says where it is and then hangs, with a child of its own, when it is asked for `subcommand`. Everything
 * else goes to the real one.
 */
function hangingGit(subcommand: string): { readonly path: string; readonly mark: string } {
  const folder = temporaryFolder()
  const mark = join(folder, 'started')
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const script = `#!/bin/sh
for word in "$@"; do
  if [ "$word" = ${subcommand} ]; then
    sleep 300 &
    echo "$$ $!" > '${mark}.part' && mv '${mark}.part' '${mark}'
    wait
    exit 1
  fi
done
exec '${real}' "$@"
`
  writeFileSync(join(folder, 'git'), script)
  chmodSync(join(folder, 'git'), 0o755)
  return { path: `${folder}:${process.env.PATH}`, mark }
}

describe.concurrent('a signal ends the review with 130 and leaves no process behind', () => {
  it.each([
    ['status', 'SIGINT'],
    ['merge-base', 'SIGINT'],
    ['update-index', 'SIGTERM'],
    ['diff-tree', 'SIGHUP'],
    ['diff-tree', 'SIGINT'],
    ['cat-file', 'SIGINT'],
  ] as const)('while git %s runs: %s', async (subcommand, signal) => {
    const git = hangingGit(subcommand)
    await expectInterrupted(signal, git.mark, { env: { PATH: git.path } })
  })

  it('while an analyser runs', async () => {
    const mark = join(temporaryFolder(), 'started')
    const script = `const { spawn } = require('node:child_process')
const { renameSync, writeFileSync } = require('node:fs')
const child = spawn('sleep', ['300'])
writeFileSync('${mark}.part', process.pid + ' ' + child.pid)
renameSync('${mark}.part', '${mark}')
`
    const fakes = { 'oxlint/package.json': '{"name":"oxlint"}', 'oxlint/bin/oxlint': script }
    const scratch = temporaryFolder()
    const installed = partialInstallation(['@ast-grep', '@astral-sh'], fakes)
    await expectInterrupted('SIGINT', mark, { program: installed, env: { TMPDIR: scratch } })
    expect(readdirSync(scratch)).toEqual([])
  })

  it('while an agent runs, with the children it detached', async () => {
    const folder = temporaryFolder()
    const mark = join(folder, 'started')
    writeFileSync(
      join(folder, 'agent.mjs'),
      `import { spawn } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' })
writeFileSync('${mark}.part', process.pid + ' ' + child.pid)
renameSync('${mark}.part', '${mark}')
setInterval(() => {}, 1000)
`,
    )
    await expectInterrupted('SIGINT', mark, {}, ['--agent', `command:${process.execPath} ${join(folder, 'agent.mjs')}`])
  })
})

async function expectInterrupted(
  signal: NodeJS.Signals,
  mark: string,
  options: ProgramOptions,
  flags: readonly string[] = [],
): Promise<void> {
  const repository = createRepository()
  repository.commit('Add', { 'a.js': withDebugger })
  repository.write({ 'b.js': withDebugger })
  const child = startProgram(repository.path, ['review', ...flags], options)
  const output = collect(child.stdout)
  const errors = collect(child.stderr)
  const ended = exitOf(child)
  const processes = await started(mark)
  child.kill(signal)
  expect(await ended).toBe(130)
  expect(output()).toBe('')
  expect(errors()).not.toMatch(/review-loop: |bug/)
  expect(errors()).toMatch(/(^|\n)Interrupted\. .+\n$/)
  for (const id of processes) await gone(id)
  expect(existsSync(join(repository.path, '.review-loop', 'cache', 'review_state.json'))).toBe(false)
  const temporary = join(repository.path, '.review-loop', 'tmp')
  expect(existsSync(temporary) ? readdirSync(temporary) : []).toEqual([])
}

describe.concurrent('a reader that goes away changes nothing about the outcome', () => {
  it.each(['stdout', 'stderr'] as const)('%s', async (closed) => {
    const repository = createRepository()
    repository.write({ 'key.js': withSecret })
    const child = startProgram(repository.path, ['review', '--hygiene-only'])
    const open = collect(closed === 'stdout' ? child.stderr : child.stdout)
    child[closed].destroy()
    expect(await exitOf(child)).toBe(1)
    expect(open()).toMatch(closed === 'stdout' ? /Gate: blocked/ : /gate blocked/)
    expect(open()).not.toContain('EPIPE')
  })

  it('after the first event of a loop', async () => {
    const repository = createRepository()
    repository.commit('Add', { 'key.js': withSecret })
    const child = startProgram(repository.path, ['loop', '--base', 'HEAD~1', '--handsfree', '--format', 'jsonl'])
    child.stdout.once('data', () => child.stdout.destroy())
    const errors = collect(child.stderr)
    expect(await exitOf(child)).toBe(4)
    expect(errors()).not.toMatch(/EPIPE|bug/)
  })
})

function exitOf(child: ReturnType<typeof startProgram>): Promise<number | null> {
  return new Promise((resolve) => {
    child.on('close', resolve)
  })
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}

async function started(mark: string): Promise<readonly number[]> {
  while (!existsSync(mark)) await pause()
  return readFileSync(mark, 'utf8').trim().split(' ').map(Number)
}

/** Never returns for a process that stays: the time limit of the test speaks then. */
async function gone(id: number): Promise<void> {
  while (isAlive(id)) await pause()
}

/** One that has ended and waits for its parent to notice is not alive. */
function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    const state = `/proc/${id}/stat`
    return !existsSync(state) || !/\) Z /.test(readFileSync(state, 'utf8'))
  } catch {
    return false
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 10))
