// The records of `git diff --raw -z`: what changed, in the order in which the patch follows.
import type { FileStatus } from '../../types.ts'
import { fullBlob } from './blobs.ts'
import type { Allocate, Decode } from './bytes.ts'
import type { FileIdentity } from './section.ts'
import { createUnfinished, joinPieces, keepPiece, type Unfinished } from './unfinished.ts'

export interface RawRecord extends FileIdentity {
  /** There is no status for it: an unmerged file is given as modified, and a problem says more. */
  readonly unmerged: boolean
}

export interface RawReader {
  readonly decode: Decode
  readonly records: RawRecord[]
  readonly unfinished: Unfinished
  /** The record whose paths have not come yet. */
  pending: RecordStart | null
  oldPath: string | null
  state: 'reading' | 'done' | 'malformed'
}

interface RecordStart {
  readonly status: FileStatus
  readonly unmerged: boolean
  readonly oldMode: string
  readonly newMode: string
  readonly oldBlob: string | null
  readonly newBlob: string | null
}

export function createRawReader(decode: Decode, allocate?: Allocate): RawReader {
  const unfinished = createUnfinished(allocate)
  return { decode, records: [], unfinished, pending: null, oldPath: null, state: 'reading' }
}

/** Reads fields up to the empty one that closes the records. Returns where the rest of the chunk begins. */
export function readRawRecords(reader: RawReader, chunk: Uint8Array): number {
  let start = 0
  while (reader.state === 'reading' && start < chunk.length) {
    if (isNoRecord(reader, chunk[start])) reader.state = 'malformed'
    const end = chunk.indexOf(0, start)
    if (end === -1) {
      keepPiece(reader.unfinished, chunk, start, chunk.length)
      return chunk.length
    }
    readField(reader, takeField(reader, chunk, start, end))
    start = end + 1
  }
  return start
}

/** Whether the records stop before the empty field. No change at all is no output at all, and complete. */
export function areRecordsCutShort(reader: RawReader): boolean {
  return (
    reader.state === 'reading' && (reader.records.length > 0 || reader.pending !== null || reader.unfinished.length > 0)
  )
}

/** Says so at the first byte: a patch without records would else be kept whole in search of a NUL. */
function isNoRecord(reader: RawReader, first: number | undefined): boolean {
  return reader.pending === null && reader.unfinished.length === 0 && first !== 0 && first !== 0x3a
}

function takeField(reader: RawReader, chunk: Uint8Array, start: number, end: number): string {
  if (reader.unfinished.length === 0) return reader.decode(chunk, start, end)
  const bytes = joinPieces(reader.unfinished, chunk, start, end)
  return reader.decode(bytes, 0, bytes.length)
}

function readField(reader: RawReader, field: string): void {
  const { pending } = reader
  if (pending === null) readRecordStart(reader, field)
  else if (field === '') reader.state = 'malformed'
  else if (hasTwoPaths(pending.status) && reader.oldPath === null) reader.oldPath = field
  else {
    reader.records.push(toRecord(pending, field, reader.oldPath))
    reader.pending = null
    reader.oldPath = null
  }
}

/** Written out, because spreading took more time than all else that is done for a record. */
function toRecord(start: RecordStart, path: string, oldPath: string | null): RawRecord {
  const { status, unmerged, oldMode, newMode, oldBlob, newBlob } = start
  return { status, unmerged, oldMode, newMode, oldBlob, newBlob, path, oldPath }
}

// Combined records (`::`) are not for us: they come from comparing with an unmerged index or several parents.
const recordPattern = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([ACDMRTU])\d*$/

function readRecordStart(reader: RawReader, field: string): void {
  if (field === '') {
    reader.state = 'done'
    return
  }
  const [, oldMode, newMode, oldBlob, newBlob, letter] = recordPattern.exec(field) ?? []
  const status = letter === undefined ? undefined : statuses[letter]
  if (oldMode === undefined || newMode === undefined || status === undefined) {
    reader.state = 'malformed'
    return
  }
  const unmerged = letter === 'U'
  reader.pending = { status, unmerged, oldMode, newMode, oldBlob: fullBlob(oldBlob), newBlob: fullBlob(newBlob) }
}

const statuses: Readonly<Record<string, FileStatus>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type_changed',
  U: 'modified',
}

function hasTwoPaths(status: FileStatus): boolean {
  return status === 'renamed' || status === 'copied'
}
