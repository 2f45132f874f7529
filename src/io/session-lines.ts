import { repeatedKey } from '../core/values/repeated-key.ts'
import { LoopError } from '../errors.ts'

/** What the lines of a journal are: the events of a loop, or those of a staged run. */
export interface JournalFormat<Event> {
  /** The type of its first event. */
  readonly start: string
  /** The session that an event begins; undefined for all other events. */
  readonly sessionOf: (event: Event) => string | undefined
  /** The event, without what it does not consist of; or what is wrong with it, in one clause. */
  readonly parse: (value: unknown) => { readonly event: Event } | { readonly problem: string }
  /** Called with all events in their order; throws for one that cannot follow those before it. */
  readonly follow: () => (event: Event) => void
}

export interface JournalLines<Event> {
  readonly events: readonly Event[]
  /** Whether something follows the last whole line: a write that was cut off. */
  readonly torn: boolean
  /** Bytes up to the end of the last whole line. */
  readonly length: number
}

/** Of the lines of a journal. Another one is refused: nothing converts it. */
const journalVersion = 2

const lineBreak = 0x0a

/** Where the bytes come from, for messages. `lines` are those before them in the file. */
export interface Origin {
  readonly file: string
  readonly lines: number
}

/** An event as it stands in the file: with its number, so that a lost line is noticed, and the first one with the version. */
export function journalLine<Event>(event: Event, number: number, { sessionOf }: JournalFormat<Event>): string {
  const version = sessionOf(event) === undefined ? {} : { version: journalVersion }
  return `${JSON.stringify({ line: number, ...event, ...version })}\n`
}

/** A line that is whole and is no event is an error: nothing is skipped in silence. */
export function parseLines<Event>(bytes: Buffer, origin: Origin, format: JournalFormat<Event>): JournalLines<Event> {
  const length = wholeLength(bytes)
  const lines = splitLines(bytes.subarray(0, length))
  const events = lines.map((line, index) => parseLine(line, { ...origin, lines: origin.lines + index }, format))
  return { events, torn: length < bytes.length, length }
}

/** The same, and the lines have to be a session's from its beginning, each one possible after those before it. */
export function parseJournal<Event>(
  bytes: Buffer,
  file: string,
  id: string,
  format: JournalFormat<Event>,
): JournalLines<Event> {
  const lines = parseLines(bytes, { file, lines: 0 }, format)
  const follow = format.follow()
  lines.events.forEach((event, index) => {
    const origin = { file, lines: index }
    const session = format.sessionOf(event)
    if (index === 0 && session === undefined) throw badLine(origin, `a journal begins with ${format.start}`)
    if (index > 0 && session !== undefined) throw badLine(origin, 'the session starts a second time')
    if (session !== undefined && session !== id) throw badLine(origin, `it belongs to session ${session}`)
    try {
      follow(event)
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

function parseLine<Event>(line: Buffer, origin: Origin, format: JournalFormat<Event>): Event {
  const value = readJson(line, origin)
  requireVersion(value, origin, format)
  const parsed = format.parse(value)
  if ('problem' in parsed) throw badLine(origin, parsed.problem)
  requireNumber(value, origin)
  return parsed.event
}

/** The event that begins a session has it. What such an event consists of may differ: so this is looked at first. */
function requireVersion<Event>(value: unknown, { file }: Origin, { start }: JournalFormat<Event>): void {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== start) return
  const found = 'version' in value ? value.version : 'none'
  if (found !== journalVersion) throw new LoopError('other_version', { file, found: String(found) })
}

function requireNumber(value: unknown, { file, lines }: Origin): void {
  const expected = lines + 1
  const found = numberOf(value)
  if (found === expected) return
  throw new LoopError('incomplete_journal', { file, line: String(expected), problem: numberProblem(found, expected) })
}

function numberOf(value: unknown): number | undefined {
  const isNumbered = typeof value === 'object' && value !== null && 'line' in value
  return isNumbered && Number.isInteger(value.line) ? Number(value.line) : undefined
}

function numberProblem(found: number | undefined, expected: number): string {
  if (found === undefined) return 'it has no line number'
  if (found < expected) return `it is line ${found} once more`
  const last = found - 1
  const missing = last === expected ? `line ${last} is` : `lines ${expected} to ${last} are`
  return `it is line ${found}, and ${missing} missing`
}

function readJson(line: Buffer, origin: Origin): unknown {
  const [text, value] = decodeJson(line, origin)
  // A line as we write it has no key twice; only another one is searched.
  const key = JSON.stringify(value) === text ? undefined : repeatedKey(text)
  if (key !== undefined) throw badLine(origin, `it has the key ${JSON.stringify(key)} twice`)
  return value
}

function decodeJson(line: Buffer, origin: Origin): readonly [text: string, value: unknown] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line)
    return [text, JSON.parse(text)]
  } catch (error) {
    throw badLine(origin, 'it is not JSON', error)
  }
}

function badLine({ file, lines }: Origin, problem: string, cause?: unknown): LoopError {
  return new LoopError('bad_journal', { file, line: String(lines + 1), problem }, { cause })
}
