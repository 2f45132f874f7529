import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startProgram } from '../support/program.ts'
import { createRepository, temporaryFolder } from '../support/repository.ts'
import { withDebugger } from '../support/samples.ts'

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

describe('a signal ends the review with 130 and leaves no process behind', () => {
  it.each([
    ['status', 'SIGINT'],
    ['merge-base', 'SIGINT'],
    ['update-index', 'SIGTERM'],
    ['diff-tree', 'SIGINT'],
    ['cat-file', 'SIGINT'],
  ] as const)('while git %s runs: %s', async (subcommand, signal) => {
    const repository = createRepository()
    repository.commit('Add', { 'a.js': withDebugger })
    repository.write({ 'b.js': withDebugger })
    const git = hangingGit(subcommand)
    const child = startProgram(repository.path, ['review'], { env: { PATH: git.path } })
    const output = collect(child.stdout)
    const errors = collect(child.stderr)
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const processes = await started(git.mark)
    child.kill(signal)
    expect(await ended).toBe(130)
    expect(output()).toBe('')
    expect(errors()).not.toMatch(/review-loop: |bug/)
    for (const id of processes) await gone(id)
    expect(existsSync(join(repository.path, '.review-loop', 'cache', 'review_state.json'))).toBe(false)
    const temporary = join(repository.path, '.review-loop', 'tmp')
    expect(existsSync(temporary) ? readdirSync(temporary) : []).toEqual([])
  })
})

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

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 10))
