import { emptyState, foldEvent } from '../core/loop/fold.ts'
import type { SessionEvent } from '../core/loop/types.ts'
import { LoopError } from '../errors.ts'
import { parseEvent } from './session-schema.ts'

export interface JournalLines {
  readonly events: readonly SessionEvent[]
  /** Whether something follows the last whole line: a write that was cut off. */
  readonly torn: boolean
  /** Bytes up to the end of the last whole line. */
  readonly length: number
}

const lineBreak = 0x0a

/** Where the bytes come from, for messages. `lines` are those before them in the file. */
export interface Origin {
  readonly file: string
  readonly lines: number
}

/** A line that is whole and is no event is an error: nothing is skipped in silence. */
export function parseLines(bytes: Buffer, origin: Origin): JournalLines {
  const length = wholeLength(bytes)
  const lines = splitLines(bytes.subarray(0, length))
  const events = lines.map((line, index) => parseLine(line, { ...origin, lines: origin.lines + index }))
  return { events, torn: length < bytes.length, length }
}

/** The same, and the lines have to be a session's from its beginning, each one possible after those before it. */
export function parseJournal(bytes: Buffer, file: string, id: string): JournalLines {
  const lines = parseLines(bytes, { file, lines: 0 })
  let state = emptyState
  lines.events.forEach((event, index) => {
    const origin = { file, lines: index }
    const isStart = event.type === 'session-started'
    if (index === 0 && !isStart) throw badLine(origin, 'a journal begins with session-started')
    if (index > 0 && isStart) throw badLine(origin, 'the session starts a second time')
    if (isStart && event.session !== id) throw badLine(origin, `it belongs to session ${event.session}`)
    try {
      state = foldEvent(state, event)
    } catch (error) {
      throw badLine(origin, error instanceof Error ? error.message : String(error), error)
    }
  })
  return lines
}

/** A line break ends what was written whole. After a power failure zeros may stand for what did not reach the disk. */
function wholeLength(bytes: Buffer): number {
  const end = bytes.lastIndexOf(lineBreak) + 1
  if (end === 0) return 0
  const start = end === 1 ? 0 : bytes.lastIndexOf(lineBreak, end - 2) + 1
  return bytes.subarray(start, end).includes(0) ? start : end
}

function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineBreak, start)
    lines.push(bytes.subarray(start, end))
    start = end + 1
  }
  return lines
}

function parseLine(line: Buffer, origin: Origin): SessionEvent {
  const parsed = parseEvent(readJson(line, origin))
  if ('problem' in parsed) throw badLine(origin, parsed.problem)
  return parsed.event
}

function readJson(line: Buffer, origin: Origin): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line))
  } catch (error) {
    throw badLine(origin, 'it is not JSON', error)
  }
}

function badLine({ file, lines }: Origin, problem: string, cause?: unknown): LoopError {
  return new LoopError('bad_journal', { file, line: String(lines + 1), problem }, { cause })
}
