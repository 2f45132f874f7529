import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const programs = fileURLToPath(new URL('../../../test/bin/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'review-loop-test-'))
const bundle = join(folder, 'supervise.mjs')

beforeAll(async () => {
  const lines = ['supervise-child', 'home'].map((name) => `export * from './${name}.ts'`)
  await build({
    stdin: { contents: lines.join('\n'), resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Host {
  readonly process: ChildProcess
  /** A process of the agent, in a session of its own. */
  readonly grandchild: number
  readonly home: string
}

async function startHost(how: string, environment = ''): Promise<Host> {
  const child = [join(programs, 'fork-children.mjs'), 'hang', environment]
  const args = [join(programs, 'supervise-host.mjs'), bundle, how, ...child]
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env: { PATH: '/usr/bin:/bin' } })
  const line = await new Promise<string>((resolve) => host.stdout.once('data', (chunk) => resolve(String(chunk))))
  const [pid, home = ''] = line.trim().split(' ')
  return { process: host, grandchild: Number(pid), home }
}

describe.runIf(process.platform === 'linux')('nothing survives us', () => {
  it.each(['exit', 'throw', 'SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])('when we end by %s', async (how) => {
    const host = await startHost(how)
    expect(host.grandchild).toBeGreaterThan(0)
    await eventually(() => !isRunning(host.grandchild))
    await eventually(() => !existsSync(dirname(dirname(host.home))))
    await eventually(() => watchdogsOf(host.process.pid ?? 0).length === 0)
  })

  it.each(['exit', 'SIGKILL'])('when we end by %s, even with an empty environment', async (how) => {
    const host = await startHost(how, 'bare')
    expect(host.grandchild).toBeGreaterThan(0)
    await eventually(() => !isRunning(host.grandchild))
    await eventually(() => !existsSync(dirname(dirname(host.home))))
  })

  it('is seen by a test that would notice: the child lives as long as we do', async () => {
    const host = await startHost('stay')
    expect(isRunning(host.grandchild)).toBe(true)
    expect(existsSync(host.home)).toBe(true)
    expect(watchdogsOf(host.process.pid ?? 0)).toHaveLength(1)
    host.process.kill('SIGKILL')
    await eventually(() => !isRunning(host.grandchild))
  })
})

/** Their second argument names the process they watch. */
function watchdogsOf(pid: number): string[] {
  return readdirSync('/proc').filter((name) => {
    const command = /^\d+$/.test(name) ? readText(`/proc/${name}/cmdline`) : ''
    return command.includes(`review-loop-watchdog\0rl${pid}-`)
  })
}

function isRunning(pid: number): boolean {
  const status = readText(`/proc/${pid}/status`)
  return status !== '' && !/^State:\s+Z/m.test(status)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function eventually(condition: () => boolean): Promise<void> {
  for (let round = 0; round < 400 && !condition(); round++) await sleep(25)
  expect(condition()).toBe(true)
}
