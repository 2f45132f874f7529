import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { approvedLoop } from '../../../test/support/session.ts'
import { command, writeSession } from '../../../test/support/session-commands.ts'
import { appendRun, runEvents, runStories, writeRun } from '../../../test/support/session-runs.ts'
import { runFile } from '../../core/staged/session-file/session-document.ts'
import { lockRun } from '../../io/run-lock.ts'
import { lockBranch } from '../../io/session-lock.ts'
import { createSession, journalFile, listSessions, sessionFolder } from '../../io/session-store.ts'
import { resumeOptions } from '../staged/resume-options.ts'

const about = { entry_point: 'review-loop', stop_after: 'delivery' }
const json = async (path: string, ...words: string[]) =>
  JSON.parse((await command(path, [...words, '--format', 'json'])).stdout)

describe('sessions and sessions show', () => {
  it('tell what a run is doing, and not how its journal ends, while somebody works on it', async () => {
    const { path } = createRepository()
    const asking = writeRun(path, runStories.asking)
    const id = writeRun(path, runStories.failed, '2026-03-02T10:00:00.000Z')
    const lock = lockRun(path, id, about)
    const { runs } = await json(path, 'sessions')
    const shown = await command(path, ['sessions', 'show', id.slice(0, 8)])
    const { summary, result } = await json(path, 'sessions', 'show', id)
    lock.release()
    expect(runs).toMatchObject([
      { session: id, status: 'running', outcome: 'running' },
      { session: asking, status: 'asking', outcome: 'asking', rounds: 4 },
    ])
    expect({ summary, result }).toMatchObject({ summary: { status: 'running' }, result: { outcome: 'running' } })
    expect(shown.stdout).toContain(`It is at work. Follow it with: review-loop sessions tail ${id.slice(0, 8)}\n`)
    // A process that is gone works on nothing.
    writeFileSync(
      join(sessionFolder(path), `${id}.lock`),
      `pid: ${2 ** 22 + 1}\nstarted_at: x\nentry_point: plan\nstop_after: x\n`,
    )
    expect((await command(path, ['sessions', 'show', id])).stdout).toContain('Outcome    Failed')
    expect((await command(path, ['sessions'])).stdout).toContain(`${asking.slice(0, 8)} waits for an answer`)
  })

  it('mean what is at work on this branch, else the newest, when none is named', async () => {
    const { path } = createRepository()
    const run = writeRun(path, runStories.delivered)
    const loop = writeSession(path, approvedLoop, '2026-03-02T10:00:00.000Z')
    expect((await json(path, 'sessions', 'show')).summary.session).toBe(loop)
    const lock = lockBranch(path, 'topic', run)
    expect((await json(path, 'sessions', 'show')).summary.session).toBe(run)
    lock.release()
    const newer = writeRun(path, runStories.delivered, '2026-03-03T10:00:00.000Z')
    expect((await json(path, 'sessions', 'show')).summary.session).toBe(newer)
  })
})

describe('a session of another tool', () => {
  const id = '22222222-2222-4222-8222-222222222222'
  const withForeign = () => {
    const test = createRepository()
    const ours = writeRun(test.path, runStories.delivered)
    copyFileSync('test/sessions/other/old-without-baselines.md', join(test.path, runFile(id)))
    return { ...test, ours }
  }

  it('is listed, also where it cannot be read, and told how to go on with', async () => {
    const { path, ours } = withForeign()
    expect(await json(path, 'sessions')).toMatchObject({ runs: [{ session: ours }], otherTools: [{ session: id }] })
    expect((await command(path, ['sessions'])).stdout).toMatch(/^of another tool .*\n22222222 /m)
    const shown = await command(path, ['sessions', 'show', '2222'])
    expect(shown.stderr).toContain(`is of another tool: read ${runFile(id)}, or go on with it`)
    writeFileSync(join(path, runFile(id)), '# nothing')
    expect((await json(path, 'sessions')).unreadable).toMatchObject([{ session: id }])
  })

  it('is gone on with where none is named and it is the newest, unless it came with the repository', async () => {
    const { path, ours, git } = withForeign()
    const meant = async () => {
      const entry = { kind: 'resume', session: true, needsPlan: false } as const
      return (await resumeOptions({ entry, cwd: path })).entry
    }
    expect(await meant()).toMatchObject({ session: id })
    utimesSync(join(path, runFile(id)), 0, 0)
    expect(await meant()).toMatchObject({ session: ours })
    utimesSync(join(path, runFile(id)), new Date(), new Date())
    git('add', '-f', runFile(id))
    expect(await meant()).toMatchObject({ session: ours })
  })
})

describe('sessions tail', () => {
  it('follows a live run until it ends, every event once', async () => {
    const { path } = createRepository()
    const id = createSession(path)
    const events = runEvents(id, runStories.mended)
    appendRun(path, id, events.slice(0, 3))
    const lock = lockRun(path, id, about)
    let next = 3
    const onWrite = (text: string) => {
      // As soon as all were printed, the next are written; nobody works on it when the last was.
      if (text.split('\n').length - 1 < next) return
      if (next === events.length) return lock.release()
      const news = events.slice(next, next + 9)
      next += news.length
      appendRun(path, id, news)
    }
    const { code, stdout } = await command(path, ['sessions', 'tail', id, '--format', 'json'], { onWrite })
    const lines = stdout.trimEnd().split('\n')
    expect({ code, events: lines.map((line) => JSON.parse(line)) }).toEqual({ code: 0, events })
  })

  it('says what is at work when nothing comes for a moment, once, and ends with Ctrl-C', async () => {
    const { path } = createRepository()
    const id = createSession(path)
    const events = runEvents(id, {})
    appendRun(
      path,
      id,
      events.slice(
        0,
        events.findIndex(({ type }) => type === 'reviewed'),
      ),
    )
    const [lock, interrupt] = [lockRun(path, id, about), new AbortController()]
    const onWrite = (text: string) => {
      if (text.includes('the reviewer looks')) setTimeout(() => interrupt.abort(), 500)
    }
    const { code, stdout } = await command(path, ['sessions', 'tail', id], { onWrite, signal: interrupt.signal })
    lock.release()
    expect(code).toBe(130)
    expect(stdout.match(/the reviewer looks/g)).toHaveLength(1)
  })

  it('says how to go on with one that is not finished', async () => {
    const { path } = createRepository()
    const id = writeRun(path, runStories.asking)
    const { stdout, stderr } = await command(path, ['sessions', 'tail', id.slice(0, 8)])
    expect(stdout).toMatch(/ {2}Asks \(soft limit\): 3\n$/)
    expect(stderr).toContain(`review-loop answer ${id.slice(0, 8)} continue\n`)
    expect((await command(path, ['sessions', 'tail', writeRun(path, {})])).stderr).toBe('')
  })
})

describe('sessions stats', () => {
  it('sums up loops and runs, by agent', async () => {
    const { path } = createRepository()
    writeSession(path, approvedLoop)
    writeRun(path, runStories.mended)
    writeRun(path, runStories.failed)
    const before = await json(path, 'sessions', 'stats')
    expect(before).toMatchObject({ sessions: 3, outcomes: { approved: 1, delivered: 1, failed: 1 }, fixed: 2 })
    // Two of the loop; of the runs the plan twice, the execution twice, and language, quality and tests once each.
    expect(before.rounds).toBe(2 + 7)
    expect(before.agents.map(({ agent }: { agent: string }) => agent)).toEqual(['claude', 'codex', 'played'])
    expect(before.agents[2]).toMatchObject({ fixes: 0, fixed: 1, refuted: 0, waived: 0 })
    const { reviews, writes, durationMs } = before.agents[2]
    expect(durationMs).toBe((reviews + writes) * 1000)
    appendFileSync(journalFile(path, writeRun(path, {})), 'not an event\n')
    const { stderr, code } = await command(path, ['sessions', 'stats'])
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('not counted: ') })
  })
})

describe('sessions clean', () => {
  const now = '2026-04-15T10:00:00.000Z'
  const filesOf = (path: string, id: string) =>
    [...readdirSync(sessionFolder(path)), ...readdirSync(join(path, '.review-loop/tmp'))].filter((name) =>
      name.startsWith(id),
    )
  /** What another tool left here. */
  const foreign = (path: string) => {
    const id = createSession(path)
    copyFileSync(new URL('../../../test/sessions/other/free-headings.md', import.meta.url), join(path, runFile(id)))
    return id
  }

  it('removes runs that are finished and old, with all their files, and nothing else', async () => {
    const { path } = createRepository()
    const old = writeRun(path, runStories.delivered)
    const taken = writeRun(path, runStories.delivered)
    appendFileSync(join(path, runFile(taken)), '- another: line\n')
    const held = writeRun(path, runStories.delivered)
    const kept = [
      writeRun(path, runStories.asking),
      writeRun(path, runStories.failed),
      writeRun(path, runStories.delivered, '2026-04-14T10:00:00.000Z'),
      held,
      taken,
    ]
    const other = foreign(path)
    const lock = lockRun(path, held, about)
    const dry = await command(path, ['sessions', 'clean', '--dry-run'], { now })
    expect(dry.stdout).toContain(`[DRY-RUN] Would remove ${old}\n5 would be kept.\n`)
    expect(filesOf(path, old)).toHaveLength(4)
    const { stdout } = await command(path, ['sessions', 'clean'], { now })
    lock.release()
    expect(stdout).toContain('1 session removed, 5 kept.\n')
    for (const id of [other, taken]) expect(stdout).toContain(`${id}.md was written by another tool and is left alone`)
    expect(filesOf(path, old)).toEqual([])
    expect([...listSessions(path, 'run')].sort()).toEqual(kept.sort())
    for (const id of kept) expect(filesOf(path, id)).toHaveLength(4)
    expect(existsSync(join(path, runFile(other)))).toBe(true)
  })

  it('goes on past a run that cannot be read', async () => {
    const { path } = createRepository()
    const [old, broken] = [writeRun(path, {}), writeRun(path, {})]
    appendFileSync(journalFile(path, broken), 'not an event\n')
    expect((await command(path, ['sessions', 'clean'], { now })).stdout).toContain('1 session removed')
    expect(listSessions(path, 'run')).toEqual([broken])
    expect(existsSync(journalFile(path, old))).toBe(false)
  })

  it('removes what is named, of another tool and not finished too, however new', async () => {
    const { path } = createRepository()
    const [failed, other] = [writeRun(path, runStories.failed), foreign(path)]
    const loop = writeSession(path, (id) => approvedLoop(id).slice(0, 5))
    const words = ['sessions', 'clean', failed.slice(0, 8), other.slice(0, 8), loop]
    expect((await command(path, words)).stdout).toBe('3 sessions removed, 0 kept.\n')
    expect(readdirSync(sessionFolder(path))).toEqual([])
  })

  it.each(['asking', 'held', 'unknown', 'broken'])(
    'refuses %s, and removes nothing of what was named',
    async (kind) => {
      const { path } = createRepository()
      const fine = writeRun(path, runStories.failed)
      const id = writeRun(path, kind === 'asking' ? runStories.asking : runStories.failed)
      if (kind === 'broken') appendFileSync(journalFile(path, id), 'not an event\n')
      const lock = kind === 'held' ? lockRun(path, id, about) : null
      const word = kind === 'unknown' ? 'ffffffff' : id
      const { code, stderr } = await command(path, ['sessions', 'clean', fine, word])
      lock?.release()
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(word) })
      expect(readFileSync(journalFile(path, fine), 'utf8')).not.toBe('')
      expect(filesOf(path, id)).toHaveLength(4)
    },
  )
})
