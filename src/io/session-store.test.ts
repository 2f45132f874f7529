import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRepository, temporaryFolder } from '../../test/support/repository.ts'
import { acceptedLoop, approvedLoop, reviewed, started, timed } from '../../test/support/session.ts'
import { bundleSessionHost, type SessionHost } from '../../test/support/session-host.ts'
import type { SessionEvent } from '../core/loop/types.ts'
import {
  createSession,
  findSession,
  journalFile,
  listSessions,
  newestSession,
  openJournal,
  readJournal,
  removeSession,
} from './session-store.ts'

function written(events: (id: string) => readonly SessionEvent[], root = temporaryFolder()) {
  const id = createSession(root)
  const journal = openJournal(root, id)
  for (const event of events(id)) journal.append(event)
  journal.close()
  return { root, id, file: journalFile(root, id) }
}

const all = (id: string) => timed(approvedLoop(id))
const short = (id: string) => timed([started(id), { type: 'interrupted', why: 'größer → 漢字' }])

it.each([approvedLoop, acceptedLoop])('gives every event back as it was appended: %o', (facts) => {
  const { root, id, file } = written((id) => timed(facts(id)))
  expect(readJournal(root, id)).toEqual({ events: timed(facts(id)), torn: false })
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(facts(id).length + 1)
})

it('is hidden from git', () => {
  const { path, git } = createRepository()
  written(all, path)
  expect(git('status', '--porcelain', '-uall')).toBe('')
})

it('leaves out what an event does not consist of, and refuses one that could not be read again', () => {
  const { root, id } = written((id) => timed([started(id)]))
  const journal = openJournal(root, id)
  const event = { at: '2026-03-01T10:00:00.000Z', type: 'interrupted' as const, why: 'Ctrl-C' }
  const more = { ...event, extra: 1 }
  journal.append(more)
  expect(() => journal.append({ ...event, at: 'today' })).toThrow(/interrupted: at: expected/)
  journal.close()
  expect(readJournal(root, id).events[1]).toEqual(event)
})

it('goes on in a journal that was brought back under its name while it was open', () => {
  const { root, id, file } = written((id) => timed([started(id)]))
  const journal = openJournal(root, id)
  const whole = readFileSync(file)
  writeFileSync(`${file}.new`, whole)
  renameSync(`${file}.new`, file)
  journal.append(short(id)[1]!)
  journal.close()
  expect(readJournal(root, id).events).toEqual(short(id))
})

it('cuts a last line off that was torn at any byte, and goes on from there', () => {
  const { root, id, file } = written(short)
  const [first, last] = short(id)
  const whole = readFileSync(file)
  const start = whole.indexOf('\n') + 1
  for (let end = start; end < whole.length; end += 1) {
    writeFileSync(file, whole.subarray(0, end))
    expect(readJournal(root, id)).toEqual({ events: [first], torn: end > start })
    const journal = openJournal(root, id)
    expect({ events: journal.events, torn: journal.torn }).toEqual({ events: [first], torn: end > start })
    journal.append(last!)
    journal.close()
    expect(readFileSync(file).equals(whole)).toBe(true)
  }
})

it('takes a first line that was torn for a session that never began', () => {
  const { root, id, file } = written((id) => timed([started(id)]))
  writeFileSync(file, readFileSync(file).subarray(0, 50))
  expect(readJournal(root, id)).toEqual({ events: [], torn: true })
  expect(newestSession(root, 'topic')).toBeUndefined()
})

it.each([
  ['in the line', (line: string) => `${line.slice(0, 30)}${'\0'.repeat(20)}${line.slice(50)}`],
  ['and nothing else', (line: string) => '\0'.repeat(line.length)],
])('takes zeros, as a power failure leaves them, for a torn line: %s', (_, damage) => {
  const { root, id, file } = written(short)
  const [first = '', last = ''] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, `${first}\n${damage(last)}\n`)
  expect(readJournal(root, id)).toEqual({ events: short(id).slice(0, 1), torn: true })
})

it.each([
  ['none', ''],
  ['1', ',"version":1'],
])('refuses a journal of another version: %s', (found, version) => {
  const { root, id, file } = written(short)
  writeFileSync(file, readFileSync(file, 'utf8').replace(',"version":2', version))
  for (const read of [readJournal, openJournal]) {
    expect(() => read(root, id)).toThrow(`${file} is a session in another format: its version is ${found}`)
  }
})

it.each<[string, number, (lines: string[]) => string[]]>([
  ['a line that is not JSON', 2, ([first = '', ...rest]) => [first, '{"at":', ...rest]],
  ['an empty line', 1, (lines) => ['', ...lines]],
  ['a last line that is whole and not JSON', 3, (lines) => [...lines, 'end']],
  ['a key that is there twice', 2, ([first = '', second = '']) => [first, second.replace('{', '{"why":"none",')]],
  ['an unknown event', 3, (lines) => [...lines, '{"at":"2026-03-01T10:00:00.000Z","type":"rested"}']],
  ['a field of another kind', 2, ([first = '', second = '']) => [first, second.replace(/"why":"[^"]*"/, '"why":1')]],
  ['a missing field', 2, ([first = '', second = '']) => [first, second.replace(/,"why":"[^"]*"/, '')]],
  ['zeros in the middle', 1, ([first = '', second = '']) => [first.replace('topic', '\0\0'), second]],
  ['a missing start', 1, ([, second = '']) => [second.replace('"line":2', '"line":1')]],
  ['a second start', 3, ([first = '', second = '']) => [first, second, first.replace('"line":1', '"line":3')]],
  [
    'the journal of another session',
    1,
    (lines) => lines.map((line) => line.replace(/"session":".{8}/, '"session":"00000000')),
  ],
])('names file and line of %s', (_, line, damage) => {
  const { root, id, file } = written(short)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const text = `${damage(lines).join('\n')}\n`
  writeFileSync(file, text)
  for (const read of [readJournal, openJournal]) {
    expect(() => read(root, id)).toThrow(expect.objectContaining({ code: 'bad_journal', exitCode: 2 }))
    expect(() => read(root, id)).toThrow(`${file}, line ${line}, is no event`)
  }
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it.each<[string, string, (lines: string[]) => string[]]>([
  [
    'a lost line',
    'line 3, is not as it was written: it is line 4, and line 3 is missing',
    (lines) => lines.toSpliced(2, 1),
  ],
  [
    'several lost lines',
    'line 2, is not as it was written: it is line 5, and lines 2 to 4 are missing',
    (lines) => lines.toSpliced(1, 3),
  ],
  [
    'a repeated line',
    'line 3, is not as it was written: it is line 2 once more',
    (lines) => lines.toSpliced(2, 0, lines[1] ?? ''),
  ],
  [
    'a line without its number',
    'line 2, is not as it was written: it has no line number',
    (lines) => lines.with(1, (lines[1] ?? '').replace(/"line":\d+,/, '')),
  ],
])('refuses a journal with %s, and says what to do', (_, problem, damage) => {
  const { root, id, file } = written(all)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  writeFileSync(file, `${damage(lines).join('\n')}\n`)
  for (const read of [readJournal, openJournal]) {
    expect(() => read(root, id)).toThrow(
      expect.objectContaining({ code: 'incomplete_journal', message: `${file}, ${problem}.` }),
    )
  }
})

it('names a line that cannot follow those before it', () => {
  const facts = [reviewed(1, false), { type: 'fix-validated', round: 1, attempt: 1, validations: [] }] as const
  const { root, id } = written((id) => timed([started(id), ...facts]))
  expect(() => readJournal(root, id)).toThrow(/line 3, .*a fix that was not made/)
})

it('names a line whose bytes are no text', () => {
  const { root, id, file } = written(short)
  appendFileSync(file, Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]))
  expect(() => readJournal(root, id)).toThrow(/line 3, .*not JSON/)
})

describe('finding a session', () => {
  const root = temporaryFolder()
  const at = (time: string, branch: string) => written((id) => timed([started(id, branch)], time), root).id
  const older = at('2026-03-01T10:00:00.000Z', 'topic')
  const newest = at('2026-03-01T10:00:00.002Z', 'topic')
  const other = at('2026-03-02T10:00:00.000Z', 'topic-2')
  written(() => [], root)
  createSession(root)

  it('lists all, also one in which nothing is written, but none that was not opened', () => {
    expect(listSessions(root)).toHaveLength(4)
    expect(listSessions(root)).toEqual(expect.arrayContaining([older, newest, other]))
    expect(listSessions(temporaryFolder())).toEqual([])
  })

  it('knows the newest of a branch', () => {
    expect(newestSession(root, 'topic')).toBe(newest)
    expect(newestSession(root, 'topic-2')).toBe(other)
    expect(newestSession(root, 'main')).toBeUndefined()
  })

  it('takes an id or its beginning', () => {
    expect(findSession(root, older)).toBe(older)
    expect(findSession(root, older.slice(0, 13))).toBe(older)
  })

  it.each(['', 'abc', '../../../etc/passwd', 'ffffffff-0000-4000-8000-000000000000'])('knows no session %j', (word) => {
    expect(() => findSession(root, word)).toThrow(expect.objectContaining({ code: 'no_session' }))
  })

  it('forgets a session that was removed', () => {
    const folder = join(root, '.review-loop/sessions', other, 'transcripts')
    mkdirSync(folder, { recursive: true })
    removeSession(root, other)
    expect(listSessions(root)).not.toContain(other)
    expect(existsSync(folder)).toBe(false)
  })
})

describe('in another process', () => {
  let host: SessionHost
  beforeAll(async () => {
    host = await bundleSessionHost()
  })

  it('has every line on disk that was reported, however often the writer is killed', async () => {
    const { root, id } = written((id) => timed([started(id)]))
    for (let turn = 0; turn < 12; turn += 1) {
      const child = host.start(root, 'append', id)
      let output = ''
      child.stdout?.on('data', (chunk) => {
        output += chunk
      })
      const ended = new Promise((resolve) => child.once('close', resolve))
      while (!output.includes('\n')) await sleep(5)
      await sleep(Math.random() * 20)
      child.kill('SIGKILL')
      await ended
      const reported = Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1))
      const { events } = readJournal(root, id)
      expect(events.length).toBeGreaterThan(reported)
      const numbers = events.slice(1).map((event) => (event.type === 'interrupted' ? parseInt(event.why, 10) : null))
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }
  })

  it.runIf(process.platform === 'linux')('takes back what was written of a line when the disk is full', () => {
    const { root, id } = written((id) => timed([started(id)]))
    const limited = `trap '' XFSZ; ulimit -f 4; exec "$@"`
    const { status, stdout, stderr } = spawnSync('bash', ['-c', limited, '-', ...host.command, root, 'append', id], {
      encoding: 'utf8',
    })
    expect(status).not.toBe(0)
    expect(stderr).toMatch(/not_writable/)
    const { events, torn } = readJournal(root, id)
    expect(torn).toBe(false)
    expect(events).toHaveLength(stdout.trimEnd().split('\n').length + 1)
  })
})
