import { renderSession } from '../session-file/session-render.ts'
import type { RunEvent } from './facts.ts'
import { sessionOf } from './to-session.ts'

/**
 * Whether a session file is what the journal says: if not, another tool wrote it. It is written after the journal, so that a crash
 * between the two leaves it one event behind. `mask`: what is done to a file when it is written.
 */
export function rendersTo(events: readonly RunEvent[], text: string, mask: (text: string) => string): boolean {
  return [events, events.slice(0, -1)].some((each) => {
    const document = sessionOf(each)
    return document !== null && withoutBlanks(mask(renderSession(document))) === withoutBlanks(text)
  })
}

/** Editors take blank space at the ends of lines and of the file away, or add it: nobody said anything by that. */
function withoutBlanks(text: string): string {
  return text.replace(/[ \t\r]+$/gm, '').trimEnd()
}
