import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { run } from './exec.ts'
import { boundToUs, inOwnGroup } from './process-group.ts'

const options = { cwd: '.', endsWithUs: true }

it.skipIf(process.platform === 'win32')('ends a bound command with its children when we are gone', async () => {
  const { command, args, stdio } = boundToUs('sh', ['-c', 'sleep 60 & echo $!; wait'])
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore', ...stdio], ...inOwnGroup })
  const [line] = await once(child.stdout!, 'data')
  const inner = Number(String(line))
  expect(isAlive(inner)).toBe(true)
  // As the system closes it for a process that is killed.
  const held = child.stdio[3]
  if (held !== null && held !== undefined && 'destroy' in held) held.destroy()
  await once(child, 'exit')
  for (let wait = 0; wait < 100 && isAlive(inner); wait++) await sleep(20)
  expect(isAlive(inner)).toBe(false)
})

it('runs a bound command as any other', async () => {
  const script = 'process.stdin.pipe(process.stdout); process.stderr.write("said"); process.exitCode = 3'
  const result = await run(process.execPath, ['-e', script], { ...options, input: 'given' })
  expect({ ...result, stdout: String(result.stdout) }).toEqual({
    code: 3,
    stdout: 'given',
    stderr: 'said',
    failure: null,
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
