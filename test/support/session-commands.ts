import { main } from '../../src/commands/main.ts'
import { readEnvironment } from '../../src/config/environment.ts'
import type { SessionEvent, SessionFact } from '../../src/core/loop/types.ts'
import { createSession, openJournal } from '../../src/io/session-store.ts'
import { timed } from './session.ts'

export interface Said {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command in this process, as the program would. */
export async function command(cwd: string, argv: readonly string[], options: CommandOptions = {}): Promise<Said> {
  const said = { stdout: '', stderr: '' }
  const output = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text
      options.onWrite?.(said[name])
    },
    isTerminal: false,
    columns: 100,
  })
  const code = await main(argv, {
    cwd,
    environment: readEnvironment(),
    stdout: output('stdout'),
    stderr: output('stderr'),
    readInput: async () => '',
    prompt: null,
    signal: options.signal ?? new AbortController().signal,
    now: () => new Date(options.now ?? '2026-03-02T10:00:00.000Z'),
    version: '0.0.0',
  })
  return { code, ...said }
}

interface CommandOptions {
  readonly signal?: AbortSignal
  readonly now?: string
  readonly onWrite?: (text: string) => void
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
