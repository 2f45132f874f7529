import { expect, it } from 'vitest'
import { plainStart, plainWork } from '../../../../test/support/staged-story.ts'
import { renderSession } from '../session-file/session-render.ts'
import type { RunEvent } from './facts.ts'
import { matchesJournal } from './matches-journal.ts'
import { sessionOf } from './to-session.ts'

const events: readonly RunEvent[] = [plainStart, plainWork].map((fact) => ({ at: '', ...fact }))
const text = renderSession(sessionOf(events)!)

it.each([
  ['as it was written', text, true],
  ['without its last line end', text.trimEnd(), true],
  ['with blank lines at its end', `${text}\n\n`, true],
  ['with blank space at the end of lines', text.replaceAll('\n', '  \n'), true],
  ['with the line ends of another system', text.replaceAll('\n', '\r\n'), true],
  ['with another word', text.replace('- x', '- y'), false],
  ['with a line indented', text.replace('- x', '  - x'), false],
])('a session file %s: is it what the journal says?', (_, file, expected) => {
  expect(matchesJournal(events, file, (each) => each)).toBe(expected)
})

it('a session file in which more was masked when it was written is still what the journal says', () => {
  const mask = (each: string) => each.replaceAll('x', '…')
  expect(matchesJournal(events, mask(text), mask)).toBe(true)
})
