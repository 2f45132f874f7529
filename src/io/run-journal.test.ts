import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { started, timed } from '../../test/support/session.ts'
import { playRun } from '../../test/support/staged-play.ts'
import type { RunEvent } from '../core/staged/machine/facts.ts'
import { openRun, readRun } from './run-journal.ts'
import { parseRunEvent } from './run-schema.ts'
import { createSession, findSession, journalFile, listSessions, newestSession, openJournal } from './session-store.ts'

const eventsOf = (seed: number, id: string): readonly RunEvent[] =>
  playRun(seed).facts.map((fact) => {
    const own = fact.type === 'run-started' ? { ...fact, session: id } : fact
    return { at: '2026-03-01T10:00:00.000Z', ...own }
  })

function written(root: string, seed = 1) {
  const id = createSession(root)
  const journal = openRun(root, id)
  const events = eventsOf(seed, id)
  for (const event of events) journal.append(event)
  journal.close()
  return { id, events, file: journalFile(root, id) }
}

it('gives every event of any run back as it was appended', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    for (const event of eventsOf(seed, '3f2a91c4-0000-4000-8000-000000000000')) {
      expect(parseRunEvent(JSON.parse(JSON.stringify(event)))).toEqual({ event })
    }
  }
})

it('reads what was written, and keeps it apart from loops', () => {
  const root = temporaryFolder()
  const { id, events } = written(root)
  expect(readRun(root, id)).toEqual({ events, torn: false })
  const loop = createSession(root)
  const journal = openJournal(root, loop)
  for (const event of timed([started(loop)])) journal.append(event)
  journal.close()
  expect([listSessions(root), listSessions(root, 'run')]).toEqual([[loop], [id]])
  expect(newestSession(root, 'topic')).toBe(loop)
  expect(() => findSession(root, id)).toThrow(expect.objectContaining({ code: 'no_session' }))
  expect(() => readRun(root, loop)).toThrow(/line 1, is no event/)
})

it('names the line that is none', () => {
  const { id, file, root } = { root: temporaryFolder(), ...written(temporaryFolder()) }
  expect(() => readRun(root, id)).toThrow(expect.objectContaining({ code: 'unreadable_file' }))
  const text = readFileSync(file, 'utf8').replace('"type":"entered"', '"type":"left"')
  writeFileSync(file, text)
  expect(() => readRun(file.split('/.review-loop')[0] ?? '', id)).toThrow(/line 3, is no event/)
})
