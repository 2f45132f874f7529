import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/repository.ts'
import { hideValues } from '../../io/masking.ts'
import { probeSandbox } from '../sandbox/probe-sandbox.ts'
import { wrapCommand } from '../sandbox/wrap-command.ts'
import type { ChildLimits, ChildSpec } from './child.ts'
import { markerPrefix } from './marker.ts'
import { isMarked, readProcesses } from './processes.ts'
import { superviseChild } from './supervise-child.ts'

const programs = fileURLToPath(new URL('../../../test/bin/', import.meta.url))
const sandbox = await probeSandbox()

const generous: ChildLimits = { wallMs: 20_000, idleMs: 20_000, outputBytes: 10_000_000, stderrBytes: 10_000 }

interface Extra extends Partial<Omit<ChildSpec, 'limits'>> {
  readonly limits?: Partial<ChildLimits>
  readonly signal?: AbortSignal
}

async function supervise(program: string, args: readonly string[] = [], extra: Extra = {}) {
  const lines: string[] = []
  const { limits, signal, ...rest } = extra
  const spec: ChildSpec = {
    program: process.execPath,
    args: [join(programs, `${program}.mjs`), ...args],
    cwd: tmpdir(),
    env: { PATH: '/usr/bin:/bin' },
    input: '',
    limits: { ...generous, ...limits },
    onLine: (line) => lines.push(line),
    shouldStop: () => null,
    transcript: null,
    ...rest,
  }
  const end = await superviseChild(spec, signal ?? new AbortController().signal)
  return { ...end, lines }
}

/** Waits for the kernel to take a process away that was ended. One that was not collected yet counts as gone. */
async function isGone(pid: number): Promise<boolean> {
  for (let round = 0; round < 100; round++) {
    if (!existsSync(`/proc/${pid}`) || /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return true
    await sleep(20)
  }
  return false
}

describe('a child that ends by itself', () => {
  it('gives its lines as they are printed, the input it got, and the environment it was given and no more', async () => {
    const end = await supervise('echo-input', [], { input: 'eins\r\nzwei ü\ndrei' })
    expect(end).toMatchObject({ ended: 'self', exitCode: 0, signal: null, status: null, reason: null, stderr: '' })
    expect(end.lines).toEqual(['PATH REVIEW_LOOP_MARKER', 'eins', 'zwei ü', 'drei'])
  })

  it.each<[string, string[], object]>([
    ['an exit code', ['exit', '42'], { exitCode: 42, signal: null }],
    ['a signal', ['signal', 'SIGSEGV'], { exitCode: null, signal: 'SIGSEGV' }],
    ['an exception', ['throw'], { exitCode: 1, signal: null }],
  ])('tells %s, what it said last and why', async (_name, args, expected) => {
    const end = await supervise('crash', args)
    expect(end).toMatchObject({ ended: 'self', ...expected })
    expect(end.lines).toEqual(['half an answer'])
    expect(end.stderr).toContain('it went wrong')
  })

  it('prints a recorded stream with characters and lines split anywhere', async () => {
    const file = join(temporaryFolder(), 'stream')
    const recorded = Array.from({ length: 20_000 }, (_, at) => `{"type":"text","at":${at},"text":"größer 日本 🙂"}`)
    writeFileSync(file, recorded.join('\n'))
    expect((await supervise('print-file', [file])).lines).toEqual(recorded)
  })

  it.each([
    ['does not read its input', 'ignore-input', 0, 'done'],
    ['closes its standard output early', 'close-stdout', 3, 'last line'],
  ])('may be one that %s', async (_name, program, exitCode, line) => {
    const end = await supervise(program, [], { input: 'x'.repeat(1_000_000) })
    expect(end).toMatchObject({ ended: 'self', exitCode, lines: [line] })
  })
})

describe('a child that cannot be started', () => {
  it.each<[string, Partial<ChildSpec>, string]>([
    ['no program', { program: '/no/such/program' }, 'the program /no/such/program was not found'],
    ['no folder', { cwd: '/no/such/folder' }, 'the folder /no/such/folder does not exist'],
    ['not executable', { program: '/etc/passwd' }, 'the program /etc/passwd may not be executed'],
    ['too many arguments', { args: ['x'.repeat(4_000_000)] }, 'are longer than the system allows'],
    ['an impossible argument', { args: ['a\0b'] }, 'could not be started'],
  ])('%s', async (_name, spec, reason) => {
    const end = await supervise('hang', [], spec)
    expect(end).toMatchObject({ ended: 'not_started', status: 'unavailable', exitCode: null })
    expect(end.reason).toContain(reason)
  })
})

describe('a sandbox', () => {
  it.each<[string, string, object]>([
    [
      'that could not start what it holds',
      "echo 'bwrap: Cannot mount proc' >&2; exit 1",
      { ended: 'no_sandbox', status: 'sandbox', reason: 'the sandbox could not be started: bwrap: Cannot mount proc' },
    ],
    [
      'that had begun, and then could not',
      'echo \'{ "child-pid": 7 }\' >&3; exit 1',
      { ended: 'no_sandbox', reason: 'the sandbox could not be started' },
    ],
    [
      'whose program failed, whatever that says',
      'echo \'{ "exit-code": 1 }\' >&3; echo "bwrap: no" >&2; exit 1',
      { ended: 'self', status: null, exitCode: 1 },
    ],
    ['that was killed', 'kill -9 $$', { ended: 'self', status: null, signal: 'SIGKILL' }],
  ])('%s', async (_, script, expected) => {
    const program = join(temporaryFolder(), 'bwrap')
    writeFileSync(program, `#!/bin/sh\n[ "$1 $2" = '--json-status-fd 3' ] || exit 9\n${script}\n`, { mode: 0o755 })
    expect(await supervise('hang', [], { program, args: [], isSandbox: true })).toMatchObject(expected)
  })

  it.skipIf(sandbox.kind === 'none')('tells a program that failed from one that it could not start', async () => {
    const folder = temporaryFolder()
    const place = { repository: folder, home: folder, temporary: folder, hide: [], mayWrite: false }
    const held = (...args: string[]) => wrapCommand(sandbox, { ...place, program: '/bin/sh', args })
    const failed = held('-c', 'echo "bwrap: no" >&2; echo \'{}\' >&3; exit 1')
    expect(await supervise('hang', [], failed)).toMatchObject({ ended: 'self', exitCode: 1 })
    const unstarted = { ...failed, args: ['--bind', '/no/such/place', '/tmp', ...failed.args] }
    expect(await supervise('hang', [], unstarted)).toMatchObject({ ended: 'no_sandbox', status: 'sandbox' })
  })
})

describe('limits', () => {
  it.each<[string, string, Partial<ChildLimits>, object]>([
    ['the whole time', 'hang', { wallMs: 300 }, { ended: 'wall', status: 'timed_out', signal: 'SIGTERM' }],
    ['time without output', 'hang', { idleMs: 300 }, { ended: 'idle', status: 'timed_out', signal: 'SIGTERM' }],
    // It has to have started: before that it cannot ignore anything.
    ['a child that ignores requests', 'ignore-signals', { wallMs: 3000 }, { ended: 'wall', signal: 'SIGKILL' }],
    ['output', 'flood', { outputBytes: 100_000 }, { ended: 'output', status: 'over_budget' }],
  ])('%s', async (_name, program, limits, expected) => {
    const end = await supervise(program, [], { limits })
    expect(end).toMatchObject(expected)
    expect(end.reason).toMatch(/^it .* was ended$/)
  })

  it('hears what a child says when it is asked to end', async () => {
    const end = await supervise('end-gently', [], { limits: { idleMs: 1500 } })
    expect(end).toMatchObject({ ended: 'idle', exitCode: 0, lines: ['started', 'last word'] })
  })

  it('stops when the reader of the lines says so, with the reason given', async () => {
    let seen = 0
    const end = await supervise('flood', ['1'], {
      onLine: () => seen++,
      shouldStop: () => (seen === 3 ? { status: 'over_budget', reason: 'Three turns are enough.' } : null),
    })
    expect(end).toMatchObject({ ended: 'stopped', status: 'over_budget', reason: 'Three turns are enough.' })
  })

  it('stops when the reader of the lines breaks', async () => {
    const end = await supervise('hang', [], {
      onLine: () => {
        throw new Error('no such field')
      },
    })
    expect(end).toMatchObject({
      ended: 'stopped',
      status: 'crashed',
      reason: 'its output could not be read: no such field',
    })
  })

  it('stops on cancel, before the start and after it', async () => {
    expect(await supervise('hang', [], { signal: AbortSignal.abort() })).toMatchObject({
      ended: 'cancelled',
      lines: [],
    })
    const controller = new AbortController()
    const end = await supervise('hang', [], { signal: controller.signal, onLine: () => controller.abort() })
    expect(end).toMatchObject({ ended: 'cancelled', status: 'cancelled', signal: 'SIGTERM' })
  })
})

describe.runIf(process.platform === 'linux')('what a child leaves behind', () => {
  it.each([
    ['in a session of its own, after its end', 'fork-children', 'exit'],
    ['with our pipe in its hands', 'hold-output', ''],
  ])('is ended: %s', async (_name, program, then) => {
    const end = await supervise(program, [then])
    expect(end).toMatchObject({ ended: 'self', exitCode: 0 })
    expect(Number(end.lines[0])).toBeGreaterThan(0)
    expect(await isGone(Number(end.lines[0]))).toBe(true)
  })

  it.each([
    ['emptied its environment and left the session', `env -i setsid sleep 1000 >/dev/null 2>&1 & echo $!`],
    [
      'also forked twice and went elsewhere',
      `cd / && env -i setsid /bin/sh -c '/bin/sleep 1000 </dev/null >/dev/null 2>&1 & echo $!'`,
    ],
    [
      'also took off our mark, but was seen before',
      `env -i setsid /bin/sh -c 'ulimit -S -w unlimited || ulimit -S -x unlimited; exec /bin/sleep 1000' >/dev/null 2>&1 & echo $!; sleep 2`,
    ],
  ])('is ended: one that %s', async (_name, script) => {
    const end = await supervise('', [], { program: '/bin/sh', args: ['-c', script] })
    expect(end).toMatchObject({ ended: 'self', exitCode: 0 })
    expect(Number(end.lines[0])).toBeGreaterThan(0)
    expect(await isGone(Number(end.lines[0]))).toBe(true)
  })

  it('is ended when a limit ends the child', async () => {
    const end = await supervise('fork-children', ['hang'], { limits: { idleMs: 1500 } })
    expect(end.ended).toBe('idle')
    expect(Number(end.lines[0])).toBeGreaterThan(0)
    expect(await isGone(Number(end.lines[0]))).toBe(true)
  })
})

describe.runIf(sandbox.kind === 'bubblewrap')('a child in a sandbox', () => {
  const wrapped = (name: string, args: readonly string[] = []) => {
    const home = temporaryFolder()
    const program = process.execPath
    const wanted = { mayWrite: false, repository: programs, home, temporary: home, hide: [] }
    return wrapCommand(sandbox, { ...wanted, program, args: [join(programs, `${name}.mjs`), ...args] })
  }

  it('is asked to end before its sandbox is taken away', async () => {
    const end = await supervise('', [], { ...wrapped('end-gently'), limits: { idleMs: 1500 } })
    expect(end).toMatchObject({ ended: 'idle', exitCode: 0, lines: ['started', 'last word'] })
  })

  it('is ended with it when it does not listen', async () => {
    const end = await supervise('', [], { ...wrapped('ignore-signals'), limits: { idleMs: 1500 } })
    expect(end).toMatchObject({ ended: 'idle', lines: ['started', 'ignored SIGTERM'] })
  })

  it('leaves nothing behind', async () => {
    const end = await supervise('', [], wrapped('fork-children', ['exit']))
    expect(end).toMatchObject({ ended: 'self', exitCode: 0 })
    expect([...readProcesses().keys()].filter((pid) => isMarked(pid, { own: markerPrefix, tag: 'none' }))).toEqual([])
  })
})

describe('output', () => {
  it('keeps the beginning and the end of standard error', async () => {
    const end = await supervise('flood', ['1', 'stderr', '99'], { limits: { stderrBytes: 1000 } })
    expect(end.stderr).toMatch(/^x{99}\n[\s\S]*\n… \[review-loop: \d+ lines were left out here\]\nx{99}\n[\s\S]*x$/)
    expect(end.stderr.length).toBeLessThan(1100)
  })

  it('cuts one giant line and says so', async () => {
    const end = await supervise('flood', ['9', 'stdout', '0'])
    expect(end.lines).toHaveLength(1)
    expect(end.lines[0]).toMatch(/\[review-loop: the rest of this line was cut, \d+ bytes\]$/)
    expect(end.lines[0]!.length).toBeLessThan(100_000)
  })

  it('is appended to the transcript, masked, up to its limit', async () => {
    const file = join(temporaryFolder(), 'deep', 'transcript.log')
    hideValues(['it went wrong'])
    const transcript = { file, maxBytes: 1000 }
    const end = await supervise('crash', ['exit', '1'], { transcript })
    expect(end).toMatchObject({ stderr: 'it …', transcriptKept: true })
    expect(readFileSync(file, 'utf8').split('\n').sort()).toEqual(['', 'half an answer', 'stderr: it …'])
    await supervise('flood', ['1'], { transcript: { ...transcript, maxBytes: 2500 } })
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(
      /^.*\n.*\nx{1023}\nx{1023}\n… \[review-loop: the transcript reached its limit and ends here\]\n$/,
    )
  })

  it('is not lost with a transcript that cannot be written', async () => {
    const transcript = { file: '/dev/null/transcript', maxBytes: 1000 }
    expect(await supervise('crash', ['exit', '0'], { transcript })).toMatchObject({
      transcriptKept: false,
      lines: ['half an answer'],
    })
  })
})
