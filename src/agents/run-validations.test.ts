import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRepository } from '../../test/support/repository.ts'
import { openRepository } from '../io/git/repository.ts'
import { hideValues } from '../io/masking.ts'
import { runValidations, type ValidationOptions } from './run-validations.ts'

hideValues(['hunter2-hunter2'])

async function validate(commands: readonly string[], options: Partial<ValidationOptions> = {}) {
  const { path: root } = createRepository()
  const signal = new AbortController().signal
  const repository = await openRepository(root)
  return { root, results: await runValidations(repository, commands, { signal, sandbox: 'off', ...options }) }
}

async function isGone(pid: string): Promise<boolean> {
  for (let round = 0; round < 100; round++) {
    if (!existsSync(`/proc/${pid}`) || /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return true
    await sleep(20)
  }
  return false
}

describe('a validation command', () => {
  it.each([
    ['true', 'passed', 0, ''],
    ['exit 3', 'failed', 3, ''],
    ['echo one && echo two >&2; echo three', 'passed', 0, 'one\ntwo\nthree'],
    ['no-such-program-anywhere', 'failed', 127, expect.stringContaining('no-such-program-anywhere')],
    ['kill -SEGV $$', 'failed', null, ''],
    ['read line; echo "got $line, $?"', 'passed', 0, 'got , 1'],
    ["printf '%s' 'it'\\''s'\" $((1 + 1)) é\"", 'passed', 0, "it's 2 é"],
    ['if', 'failed', 2, expect.stringMatching(/syntax|end of file/i)],
    ['echo the password is hunter2-hunter2', 'passed', 0, 'the password is hun…'],
  ])('is a line for the shell: %s', async (command, status, exitCode, output) => {
    const { results } = await validate([command])
    expect(results).toEqual([{ command, status, exitCode, output, durationMs: expect.any(Number) }])
  })

  it('runs in the folder, one after the other, also after a failure, and is told of at once', async () => {
    const seen: string[] = []
    const { root, results } = await validate(['echo 1 > a; false', 'cat a; pwd'], {
      onResult: ({ command }) => seen.push(command),
    })
    expect(results.map(({ output }) => output)).toEqual(['', `1\n${root}`])
    expect(seen).toEqual(['echo 1 > a; false', 'cat a; pwd'])
  })

  it('sees its tools, and none of our keys', async () => {
    const names = [
      'ANTHROPIC_API' + '_KEY',
      'GITHUB' + '_TOKEN',
      'GH' + '_TOKEN',
      'GIT_INDEX_FILE',
      'JAVA_HOME',
      'LC_TIME',
    ]
    const before = names.map((name) => process.env[name])
    for (const name of names) process.env[name] = 'value'
    const { results } = await validate(['env | cut -d= -f1 | sort'])
    for (const [at, name] of names.entries()) {
      if (before[at] === undefined) delete process.env[name]
      else process.env[name] = before[at]
    }
    const seen = results[0]?.output.split('\n') ?? []
    expect(names.filter((name) => seen.includes(name))).toEqual(['JAVA_HOME', 'LC_TIME'])
    expect(seen).toContain('PATH')
  })

  it('keeps the end of a long output, in whole lines', async () => {
    const { results } = await validate(['i=0; while [ $i -lt 30000 ]; do i=$((i+1)); echo "line $i ä"; done; exit 1'])
    const output = results[0]?.output ?? ''
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(8 * 1024 + 4)
    expect(Buffer.byteLength(output)).toBeGreaterThan(7 * 1024)
    expect(output).toMatch(/^…\nline \d+ ä\n/)
    expect(output).toMatch(/\nline 30000 ä$/)
  })

  it('keeps the end of one endless line', async () => {
    const { results } = await validate(['head -c 100000 /dev/zero | tr "\\0" x; echo the end'])
    const output = results[0]?.output ?? ''
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(8 * 1024 + 4)
    expect(output).toMatch(/x{1000}the end$/)
  })
})

describe('a command that does not end', () => {
  it('is ended with everything it started, and the next one has its turn', async () => {
    const { root, results } = await validate(
      ["trap '' TERM; sleep 300 & echo $! > one; setsid sleep 300 & echo $! > two; echo started; wait", 'echo next'],
      { timeoutMs: 700 },
    )
    expect(results).toMatchObject([
      { status: 'timed_out', exitCode: null, output: expect.stringMatching(/^started\n\[review-loop: .*longer than/) },
      { status: 'passed', output: 'next' },
    ])
    for (const name of ['one', 'two']) expect(await isGone(readFileSync(join(root, name), 'utf8').trim())).toBe(true)
  })

  it('leaves nothing running when it ends itself', async () => {
    const { root, results } = await validate(['sleep 300 & echo $! > child; echo done'])
    expect(results).toMatchObject([{ status: 'passed', output: 'done' }])
    expect(await isGone(readFileSync(join(root, 'child'), 'utf8').trim())).toBe(true)
  })

  it('has no result when it is cancelled, nor have those after it', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 300)
    const { results } = await validate(['sleep 300', 'true'], { signal: stop.signal })
    expect(results).toMatchObject([
      { status: 'timed_out', exitCode: null },
      { status: 'timed_out', exitCode: null },
    ])
  })

  it('has failed when its folder is gone', async () => {
    const { results } = await validate(['true'], { folder: '/no/such/folder' })
    expect(results).toMatchObject([
      { status: 'failed', exitCode: null, output: expect.stringContaining('does not exist') },
    ])
  })
})
