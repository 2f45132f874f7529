import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { lockRun } from './run-lock.ts'
import { sessionFolder } from './session-store.ts'

const id = '3f2a91c4-0000-4000-8000-000000000000'
const about = { entry_point: 'review-loop', stop_after: 'delivery' }

function locked(text: string | null) {
  const root = temporaryFolder()
  const file = join(sessionFolder(root), `${id}.lock`)
  mkdirSync(sessionFolder(root), { recursive: true })
  if (text !== null) writeFileSync(file, text)
  return { root, file }
}

const holder = (pid: number) => ({ pid, started_at: '2026-03-01T10:00:00.000Z', ...about })
const lines = (pid: number) =>
  `pid: ${pid}\nstarted_at: 2026-03-01T10:00:00Z\nentry_point: plan\nstop_after: delivery\n`
const dead = 2 ** 22 + 1

/** All that has to be known is who holds it: what else there is differs from tool to tool. */
const forms: readonly [form: string, text: (pid: number) => string][] = [
  ['as we write it', (pid) => JSON.stringify(holder(pid))],
  ['in lines', lines],
  ['without a stop point', (pid) => JSON.stringify({ ...holder(pid), stop_after: null })],
  ['with the process alone', (pid) => `pid: ${pid}\n`],
  ['with the process as text', (pid) => JSON.stringify({ ...holder(pid), pid: `${pid}` })],
]

it('says who holds a session, and is gone when it is released', () => {
  const { root, file } = locked(null)
  const lock = lockRun(root, id, about)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, ...about })
  lock.release()
  expect(existsSync(file)).toBe(false)
})

it.each(forms)('leaves a session alone that lives: %s', (_, text) => {
  const { root, file } = locked(text(process.ppid))
  const who = new RegExp(`process ${process.ppid}( \\([a-z-]+\\), since 2026\\S+Z)?\\.$`)
  expect(() => lockRun(root, id, about)).toThrow(who)
  expect(readFileSync(file, 'utf8')).toBe(text(process.ppid))
})

it.each(forms)('takes over from a process that is gone, and says so: %s', (_, text) => {
  const { root } = locked(text(dead))
  const lock = lockRun(root, id, about)
  expect(lock.notice).toContain(`Process ${dead} ended`)
  lock.release()
})

it.each(['', 'pid: me', 'pid: 0', '[]', '{"started_at": "2026-03-01"}'])(
  'does not guess who holds a lock that reads %j',
  (text) => {
    const { root, file } = locked(text)
    expect(() => lockRun(root, id, about)).toThrow(expect.objectContaining({ code: 'bad_lock' }))
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)
