import type { SessionEvent, SessionFact } from '../../src/core/loop/types.ts'
import { createSession, openJournal } from '../../src/io/session-store.ts'
import { type InsideOptions, runInside } from './inside.ts'
import type { ProgramResult } from './program.ts'
import { timed } from './session.ts'

/** Runs a command on the day after the sessions of these tests. */
export function command(cwd: string, args: readonly string[], options: InsideOptions = {}): Promise<ProgramResult> {
  return runInside(cwd, args, { columns: 100, now: '2026-03-02T10:00:00.000Z', ...options })
}

/** A session with these facts; gives its id. */
export function writeSession(root: string, facts: (id: string) => readonly SessionFact[], from?: string): string {
  const id = createSession(root)
  append(root, id, timed(facts(id), from))
  return id
}

export function append(root: string, id: string, events: readonly SessionEvent[]): void {
  const journal = openJournal(root, id)
  for (const event of events) journal.append(event)
  journal.close()
}
