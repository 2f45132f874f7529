import { appendFileSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createRepository } from '../../test/support/repository.ts'
import { acceptedLoop, approvedLoop, asked, reviewed, started, timed } from '../../test/support/session.ts'
import { append, command, writeSession } from '../../test/support/session-commands.ts'
import { lockBranch } from '../io/session-lock.ts'
import { journalFile, listSessions } from '../io/session-store.ts'

const asking = (id: string) => [started(id), reviewed(1, false), asked]
const stopped = (id: string) => [started(id), reviewed(1, false)]

describe('sessions', () => {
  it('says what to do first when there is none', async () => {
    const { path } = createRepository()
    expect(await command(path, ['sessions'])).toEqual({
      code: 0,
      stdout: 'There is no session yet. Start one with: review-loop loop\n',
      stderr: '',
    })
  })

  it('lists the newest first, with what each is doing, and those it cannot read', async () => {
    const { path } = createRepository()
    const ids = [approvedLoop, asking, stopped, stopped, stopped].map((facts, index) =>
      writeSession(path, (id) => facts(id), `2026-03-0${index + 1}T10:00:00.000Z`),
    )
    const [approved = '', waiting = '', left = '', running = '', broken = ''] = ids
    appendFileSync(journalFile(path, broken), 'not an event\n')
    const lock = lockBranch(path, 'topic', running)
    const { code, stdout } = await command(path, ['sessions'])
    const json = JSON.parse((await command(path, ['sessions', '--format', 'json'])).stdout)
    lock.release()
    expect(code).toBe(0)
    expect(stdout).toMatch(
      new RegExp(
        `${running.slice(0, 8)} .*running[\\s\\S]*${left.slice(0, 8)} .*stopped[\\s\\S]*asking[\\s\\S]*approved`,
      ),
    )
    expect(stdout).toContain(`unreadable: ${journalFile(path, broken)}, line 3`)
    expect(stdout).toContain(`review-loop sessions show ${waiting.slice(0, 8)}`)
    expect(json.sessions.map(({ session, status }: Record<string, string>) => [session, status])).toEqual([
      [running, 'running'],
      [left, 'stopped'],
      [waiting, 'asking'],
      [approved, 'finished'],
    ])
    expect(json.unreadable).toEqual([{ session: broken, problem: expect.stringContaining('line 3') }])
    expect(json.sessions[3]).toMatchObject({ rounds: 2, blocking: 0, workedMs: 600_000, usage: { costUsd: 0.75 } })
  })

  it('names the nearest command below it', async () => {
    const { path } = createRepository()
    expect(await command(path, ['sessions', 'shwo'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('show'),
    })
  })
})

describe('sessions show', () => {
  it('shows the newest one of this branch, or the one that is named', async () => {
    const { path } = createRepository()
    const mine = writeSession(path, approvedLoop)
    const other = writeSession(path, (id) => acceptedLoop(id, 'elsewhere'), '2026-03-02T10:00:00.000Z')
    const { stdout } = await command(path, ['sessions', 'show'])
    expect(stdout).toContain(`${mine} on topic against main: approved`)
    expect(stdout).toContain('The größe is never checked')
    expect((await command(path, ['sessions', 'show', other.slice(0, 8)])).stdout).toContain('accepted')
    const json = JSON.parse((await command(path, ['sessions', 'show', '--format', 'json'])).stdout)
    expect(json).toMatchObject({ summary: { session: mine }, result: { outcome: 'approved', session: mine } })
  })

  it('shows what is asked, and what to type', async () => {
    const { path } = createRepository()
    const id = writeSession(path, asking)
    const { stdout } = await command(path, ['sessions', 'show'])
    expect(stdout).toContain('What now?')
    expect(stdout).toContain(`review-loop answer ${id.slice(0, 8)} a\n`)
  })

  it('does not call a loop interrupted that is at work', async () => {
    const { path } = createRepository()
    const id = writeSession(path, stopped)
    const lock = lockBranch(path, 'topic', id)
    const { stdout } = await command(path, ['sessions', 'show'])
    const json = JSON.parse((await command(path, ['sessions', 'show', '--format', 'json'])).stdout)
    lock.release()
    expect(json).toMatchObject({ summary: { status: 'running' }, result: { outcome: 'running', resumable: false } })
    expect(stdout).toMatch(/running[\s\S]*Follow it with: review-loop sessions tail/)
    expect(stdout).not.toMatch(/interrupted/i)
  })

  it.each(['show', 'tail'])(
    '%s refuses a line that is no event and names it; one that was cut off is none',
    async (name) => {
      const { path } = createRepository()
      const id = writeSession(path, stopped)
      appendFileSync(journalFile(path, id), '{"at":"2026-03-01T1')
      expect(await command(path, ['sessions', name, id.slice(0, 6)])).toMatchObject({ code: 0 })
      appendFileSync(journalFile(path, id), '\n{}\n')
      expect(await command(path, ['sessions', name, id.slice(0, 6)])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(`${id}.jsonl, line 3`),
      })
    },
  )

  it('says which sessions a beginning may mean', async () => {
    const { path } = createRepository()
    const id = writeSession(path, stopped)
    const similar = `${id.slice(0, -4)}0000`
    appendFileSync(journalFile(path, similar), '')
    const { code, stderr } = await command(path, ['sessions', 'show', id.slice(0, 8)])
    expect(code).toBe(2)
    for (const one of [id, similar]) expect(stderr).toContain(one)
  })

  it.each([
    [['sessions', 'show'], /No session was begun on topic/],
    [['sessions', 'tail'], /No session was begun on topic/],
    [['sessions', 'show', 'ffffffff'], /There is no session ffffffff/],
    [['sessions', 'show', 'one', 'two'], /takes one session/],
    [['sessions', 'tail', '../../x'], /There is no session/],
  ])('%j ends with 2 and says why', async (argv, message) => {
    const { path } = createRepository()
    expect(await command(path, argv)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) })
  })
})

describe('sessions tail', () => {
  it('prints a finished session and ends', async () => {
    const { path } = createRepository()
    writeSession(path, approvedLoop)
    const { code, stdout, stderr } = await command(path, ['sessions', 'tail'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.trimEnd().split('\n')).toHaveLength(approvedLoop('').length)
    expect(stdout).toMatch(/ 10m {2}Approved: The gate passed\.\n$/)
  })

  it('follows a live one until it ends, every event once', async () => {
    const { path } = createRepository()
    const id = writeSession(path, (id) => approvedLoop(id).slice(0, 3))
    const events = timed(approvedLoop(id))
    const lock = lockBranch(path, 'topic', id)
    let next = 3
    const { stdout } = await command(path, ['sessions', 'tail', '--format', 'json'], {
      onWrite: (text) => {
        // As soon as one was printed, the next is written.
        if (text.split('\n').length - 1 >= next && next < events.length) append(path, id, [events[next++]!])
      },
    })
    lock.release()
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(events)
  })

  it('ends when nobody works on it any more, and says how to go on', async () => {
    const { path } = createRepository()
    const id = writeSession(path, stopped)
    const lock = lockBranch(path, 'topic', id)
    const { code, stderr } = await command(path, ['sessions', 'tail'], { onWrite: () => lock.release() })
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `Go on with: review-loop loop --resume ${id.slice(0, 8)}\n`,
    })
  })

  it('ends with Ctrl-C', async () => {
    const { path } = createRepository()
    const id = writeSession(path, stopped)
    const lock = lockBranch(path, 'topic', id)
    const interrupt = new AbortController()
    const end = () => void setTimeout(() => interrupt.abort(), 10)
    expect(await command(path, ['sessions', 'tail'], { signal: interrupt.signal, onWrite: end })).toMatchObject({
      code: 130,
    })
    lock.release()
  })
})

describe('sessions stats', () => {
  it('says what to do first when there is none, and what it does not count', async () => {
    const { path } = createRepository()
    expect((await command(path, ['sessions', 'stats'])).stdout).toContain('There is no session yet.')
    const id = writeSession(path, stopped)
    appendFileSync(journalFile(path, id), 'not an event\n')
    const { code, stderr } = await command(path, ['sessions', 'stats'])
    expect(code).toBe(0)
    expect(stderr).toContain(`not counted: ${journalFile(path, id)}, line 3`)
  })

  it('sums up all sessions, by agent', async () => {
    const { path } = createRepository()
    writeSession(path, approvedLoop)
    writeSession(path, acceptedLoop)
    const json = JSON.parse((await command(path, ['sessions', 'stats', '--format', 'json'])).stdout)
    expect(json).toMatchObject({
      sessions: 2,
      outcomes: { approved: 1, accepted: 1 },
      rounds: 3,
      fixed: 1,
      refuted: 2,
      waived: 0,
      usage: { costUsd: 1.25 },
      // 10 minutes, and 9 less the two in which a person was waited for.
      durationMs: 17 * 60_000,
      unreadable: [],
    })
    expect(json.agents).toEqual([
      expect.objectContaining({ agent: 'claude', reviews: 3, fixes: 0, fixed: 0, refuted: 2, durationMs: 180_000 }),
      expect.objectContaining({ agent: 'codex', reviews: 0, fixes: 2, fixed: 1, refuted: 0, durationMs: 120_000 }),
    ])
    const { stdout } = await command(path, ['sessions', 'stats'])
    expect(stdout).toContain('2 sessions (')
    expect(stdout).toMatch(/^codex +0 +2 +0 +1 +0 +0 +\$0\.50 +2m$/m)
  })
})

describe('sessions clean', () => {
  const now = '2026-04-15T10:00:00.000Z'

  it('removes what is finished and old, and nothing else', async () => {
    const { path } = createRepository()
    const old = writeSession(path, approvedLoop)
    const kept = [
      writeSession(path, asking),
      writeSession(path, stopped),
      writeSession(path, approvedLoop, '2026-04-14T10:00:00.000Z'),
      writeSession(path, (id) => approvedLoop(id, 'busy')),
    ]
    const lock = lockBranch(path, 'busy', kept[3] ?? '')
    const dry = await command(path, ['sessions', 'clean', '--dry-run'], { now })
    expect(dry.stdout).toBe(`[DRY-RUN] Would remove ${old}\n4 would be kept.\n`)
    expect(listSessions(path)).toHaveLength(5)
    const { stdout } = await command(path, ['sessions', 'clean', '--format', 'json'], { now })
    lock.release()
    expect(JSON.parse(stdout)).toEqual({ removed: [old], kept: 4, otherTools: [], dryRun: false })
    expect([...listSessions(path)].sort()).toEqual(kept.sort())
  })

  it('leaves a session alone on whose branch another one runs', async () => {
    const { path } = createRepository()
    const old = writeSession(path, approvedLoop)
    const lock = lockBranch(path, 'topic', 'another')
    const { stdout } = await command(path, ['sessions', 'clean'], { now })
    lock.release()
    expect(stdout).toBe('0 sessions removed, 1 kept.\n')
    expect(readFileSync(journalFile(path, old), 'utf8')).not.toBe('')
  })

  it('removes a journal in which nothing was ever written, when it is old', async () => {
    const { path } = createRepository()
    const id = writeSession(path, () => [])
    expect((await command(path, ['sessions', 'clean', '--days', '0'], { now: new Date().toISOString() })).stdout).toBe(
      '0 sessions removed, 0 kept.\n',
    )
    const later = new Date(Date.now() + 31 * 86_400_000).toISOString()
    expect((await command(path, ['sessions', 'clean'], { now: later })).stdout).toBe('1 session removed, 0 kept.\n')
    expect(listSessions(path)).not.toContain(id)
  })

  it.each(['-1', 'week', '1.5', ''])('refuses --days %j', async (days) => {
    const { path } = createRepository()
    expect(await command(path, ['sessions', 'clean', `--days=${days}`])).toMatchObject({ code: 2 })
  })
})
