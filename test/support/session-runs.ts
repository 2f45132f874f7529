import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunEvent } from '../../src/core/staged/machine/facts.ts'
import { sessionOf } from '../../src/core/staged/machine/to-session.ts'
import { runFile } from '../../src/core/staged/session-file/session-document.ts'
import { renderSession } from '../../src/core/staged/session-file/session-render.ts'
import { openRun } from '../../src/io/run-journal.ts'
import { createSession } from '../../src/io/session-store.ts'
import { plainStart, playStory } from './staged-story.ts'

// Staged runs as they are found on disk, for the commands about sessions.

type Words = Parameters<typeof playStory>[1]

/** Words under which a run comes to the end that is named. */
export const runStories = {
  delivered: {},
  mended: { 'review exec': ['refused No test', 'well'] },
  asking: { 'review exec': ['refused 1', 'refused 2', 'refused 3'] },
  failed: { 'write exec': ['rejected', 'rejected'] },
} as const satisfies Record<string, Words>

/** One minute from event to event. */
export function runEvents(id: string, words: Words, from = '2026-03-01T10:00:00.000Z'): readonly RunEvent[] {
  return playStory([{ ...plainStart, session: id }], words).events.map((event, index) => {
    return { ...event, at: new Date(Date.parse(from) + index * 60_000).toISOString() }
  })
}

/** With all its files, as the program leaves it; gives its id. */
export function writeRun(root: string, words: Words, from?: string): string {
  const id = createSession(root)
  const events = runEvents(id, words, from)
  appendRun(root, id, events)
  const document = sessionOf(events)
  if (document === null) throw new Error('the story has no session file')
  write(root, runFile(id), renderSession(document))
  write(root, `.review-loop/sessions/${id}/transcripts/exec-codex-1.log`, 'said\n')
  write(root, `.review-loop/tmp/${id}-reviewer-prompt.txt`, 'left behind\n')
  return id
}

export function appendRun(root: string, id: string, events: readonly RunEvent[]): void {
  const journal = openRun(root, id)
  for (const event of events) journal.append(event)
  journal.close()
}

function write(root: string, path: string, text: string): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
