import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { bundleSessionHost, type SessionHost } from '../../test/support/session-host.ts'
import { type LockHolder, liveHolder, lockBranch, lockPath } from './session-lock.ts'
import { sessionFolder } from './session-store.ts'

const filesIn = (root: string): string[] => readdirSync(sessionFolder(root))
const isLocked = expect.objectContaining({ code: 'branch_locked', exitCode: 2 })

/** The lock of `topic` with a holder as it is given; the one it is made from is released. */
function withHolder(values: Partial<LockHolder>, root = temporaryFolder()) {
  const { release } = lockBranch(root, 'topic', 'one')
  const file = join(sessionFolder(root), filesIn(root)[0] ?? '')
  const holder = JSON.parse(readFileSync(file, 'utf8'))
  release()
  writeFileSync(file, JSON.stringify({ ...holder, ...values }))
  return { root, file }
}

it('is fresh as long as its holder lives, and tells who goes on with that session when it was last seen', async () => {
  const { root, file } = withHolder({ pid: 2 ** 22 + 1 })
  const died = new Date('2026-01-02T03:04:05Z')
  utimesSync(file, died, died)
  const lock = lockBranch(root, 'topic', 'one')
  expect(lock.lastSeen).toBe(died.getTime())
  utimesSync(file, died, died)
  await expect.poll(() => statSync(file).mtimeMs, { timeout: 60_000 }).toBeGreaterThan(died.getTime())
  lock.release()
  expect(lockBranch(root, 'topic', 'one').lastSeen).toBeNull()
  expect(lockBranch(withHolder({ pid: 2 ** 22 + 1 }).root, 'topic', 'two').lastSeen).toBeNull()
})

it('refuses a second holder, says who the first is, and lets go', () => {
  const root = temporaryFolder()
  const lock = lockBranch(root, 'topic', 'one')
  expect(lock.notice).toBeNull()
  expect(() => lockBranch(root, 'topic', 'two')).toThrow(isLocked)
  expect(() => lockBranch(root, 'topic', 'two')).toThrow(
    new RegExp(`topic: process ${process.pid}, since .*, session one`),
  )
  expect(liveHolder(root, 'topic')).toMatchObject({ session: 'one', pid: process.pid, host: hostname() })
  expect(filesIn(root)).toHaveLength(1)
  lock.release()
  expect(liveHolder(root, 'topic')).toBeNull()
  expect(filesIn(root)).toEqual([])
  expect(lockBranch(root, 'topic', 'two').notice).toBeNull()
})

it('locks branches apart, however alike their names are', () => {
  const root = temporaryFolder()
  const names = ['feature/a', 'feature-a', 'feature/A', 'feature/ä', '', 'x'.repeat(250), `${'x'.repeat(250)}y`]
  for (const name of names) lockBranch(root, name, 'one')
  expect(new Set(filesIn(root).map((name) => name.toLowerCase())).size).toBe(names.length)
})

it.runIf(process.platform === 'linux')('knows that a process number was given to another process', () => {
  const { root } = withHolder({ started: 'another-boot:1' })
  expect(liveHolder(root, 'topic')).toBeNull()
  expect(lockBranch(root, 'topic', 'two').notice).toMatch(
    /ended without releasing its lock on branch topic: taken over/,
  )
  expect(liveHolder(root, 'topic')?.session).toBe('two')
  expect(filesIn(root)).toHaveLength(1)
})

it.each<[string, Partial<LockHolder>]>([
  ['on another machine', { host: 'elsewhere', pid: 99_999_999 }],
  ['whose start is not known', { started: null }],
])('does not take over from a holder %s', (_, values) => {
  const { root } = withHolder(values)
  expect(() => lockBranch(root, 'topic', 'two')).toThrow(isLocked)
})

it.each([
  '',
  '{',
  '{"pid":0}',
  '[]',
  `{"pid":-1,"started":null,"host":"x","session":"","since":"","token":"${'0'.repeat(16)}"}`,
])('does not guess who holds a lock that reads %j', (text) => {
  const { root, file } = withHolder({})
  writeFileSync(file, text)
  expect(() => lockBranch(root, 'topic', 'two')).toThrow(expect.objectContaining({ code: 'bad_lock' }))
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('leaves a lock alone that is not its own any more', () => {
  const root = temporaryFolder()
  const lock = lockBranch(root, 'topic', 'one')
  withHolderReplaced(root)
  lock.release()
  expect(filesIn(root)).toHaveLength(1)
})

function withHolderReplaced(root: string): void {
  const file = join(sessionFolder(root), filesIn(root)[0] ?? '')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), token: '0'.repeat(16) }))
}

describe('with other processes', () => {
  let host: SessionHost
  beforeAll(async () => {
    host = await bundleSessionHost()
  })

  it('is released when the process ends', async () => {
    const root = temporaryFolder()
    expect(await once(host.start(root, 'lock', 'exit'), 'close')).toEqual([0, null])
    expect(filesIn(root)).toEqual([])
  })

  it('is taken over from a process that was killed', async () => {
    const root = temporaryFolder()
    const child = host.start(root, 'lock', 'SIGKILL')
    await once(child, 'close')
    expect(filesIn(root)).toHaveLength(1)
    expect(lockBranch(root, 'topic', 'two').notice).toContain(`Process ${child.pid} ended`)
  })

  it.each<[string, Partial<LockHolder> | null]>([
    ['taken over by one of several', { pid: 2 ** 22 + 1 }],
    ['taken by one of several when it is free', null],
  ])('is %s that come at the same moment', async (_, dead) => {
    const root = temporaryFolder()
    const racers = Array.from({ length: 4 }, () => host.fork(root, 'race'))
    await Promise.all(racers.map((racer) => once(racer, 'message')))
    for (let turn = 0; turn < 40; turn += 1) {
      if (dead !== null) withHolder({ ...dead, token: turn.toString(16).padStart(16, '0') }, root)
      const answers = await tell(racers, Date.now() + 15)
      const winner = dead === null ? 'free' : 'taken over'
      expect(answers.sort()).toEqual([winner, 'refused', 'refused', 'refused'].sort())
      await tell(racers, 'release')
      expect(filesIn(root)).toEqual([])
    }
    for (const racer of racers) racer.disconnect()
  })

  it('is held by one at a time, also when holders are killed', async () => {
    const root = temporaryFolder()
    const ends = [[], ['SIGKILL'], [], ['SIGKILL']]
    const outputs = await Promise.all(ends.map((how) => outputOf(host.start(root, 'crowd', '120', ...how))))
    expect(outputs).toEqual(['0\n', '', '0\n', ''])
  })
})

async function tell(racers: readonly ChildProcess[], message: number | string): Promise<string[]> {
  const answers = racers.map((racer) => once(racer, 'message').then(([answer]) => String(answer)))
  for (const racer of racers) racer.send(message)
  return Promise.all(answers)
}

it.skipIf(process.platform === 'win32')('waits for no pipe in place of a lock', () => {
  const file = join(temporaryFolder(), 'sending.lock')
  execFileSync('mkfifo', [file])
  expect(() => lockPath(file, 'the outbox of ann', 'mail')).toThrow(expect.objectContaining({ code: 'bad_lock' }))
})

async function outputOf(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  await once(child, 'close')
  return output
}
