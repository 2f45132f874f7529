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

it('says who holds a session, and is gone when it is released', () => {
  const { root, file } = locked(null)
  const lock = lockRun(root, id, about)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, ...about })
  lock.release()
  expect(existsSync(file)).toBe(false)
})

it.each([JSON.stringify(holder(process.ppid)), lines(process.ppid)])(
  'leaves a session alone that lives: %s',
  (text) => {
    const { root, file } = locked(text)
    expect(() => lockRun(root, id, about)).toThrow(expect.objectContaining({ code: 'branch_locked' }))
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)

it.each([JSON.stringify(holder(dead)), lines(dead)])(
  'takes over from a process that is gone, and says so: %s',
  (text) => {
    const { root } = locked(text)
    const lock = lockRun(root, id, about)
    expect(lock.notice).toContain(`Process ${dead} ended`)
    lock.release()
  },
)

it.each(['', 'pid: me', '[]'])('does not guess who holds a lock that reads %j', (text) => {
  const { root, file } = locked(text)
  expect(() => lockRun(root, id, about)).toThrow(expect.objectContaining({ code: 'bad_lock' }))
  expect(readFileSync(file, 'utf8')).toBe(text)
})
