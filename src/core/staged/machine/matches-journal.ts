import { renderSession } from '../session-file/session-render.ts'
import type { RunEvent } from './facts.ts'
import { sessionOf } from './to-session.ts'

/**
 * Whether a session file is what the journal says; if not, another tool wrote it. The file is written after the journal, so a crash
 * between the two leaves it one event behind. `mask` hides secrets, as when the file is written.
 */
export function matchesJournal(events: readonly RunEvent[], text: string, mask: (text: string) => string): boolean {
  return [events, events.slice(0, -1)].some((each) => {
    const document = sessionOf(each)
    return document !== null && withoutBlanks(mask(renderSession(document))) === withoutBlanks(text)
  })
}

/** Editors add or remove blank space at the ends of lines and of the file. */
function withoutBlanks(text: string): string {
  return text.replace(/[ \t\r]+$/gm, '').trimEnd()
}
