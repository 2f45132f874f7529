// Reads diffs as they come, chunk by chunk, and gives changed files, line ranges and, if wanted, the changed lines.
import type { ChangedFile } from '../../types.ts'
import { type Allocate, type Decode, decodeUtf8, losslessly, newline } from './bytes.ts'
import { isOpen } from './combined-lines.ts'
import type { LineHandlers } from './hunk-lines.ts'
import { addProblem, createOutput, type DiffSummary, type Output, summarize } from './output.ts'
import { createPatchReader, cutHunk, isUnwantedText, type PatchReader, readPatchLines } from './patch.ts'
import type { DiffProblem } from './problems.ts'
import { areRecordsCutShort, createRawReader, type RawReader, readRawRecords } from './raw-records.ts'
import { closeSections } from './sections.ts'
import { createUnfinished, firstByteOf, joinPieces, keepPiece, type Unfinished } from './unfinished.ts'

export type { Allocate, Decode } from './bytes.ts'
export type { DiffSummary } from './output.ts'
export type { DiffProblem, DiffProblemCode } from './problems.ts'

export interface DiffHandlers extends LineHandlers {
  /** Called once per file when its section is complete, in the order of the diff. */
  onFile?(file: ChangedFile): void
}

export interface DiffOptions {
  /**
   * The input is the output of `git diff --raw -z --no-abbrev -p --src-prefix=a/ --dst-prefix=b/ …`: paths, status,
   * modes and blobs come from the raw records, and every record needs its section.
   */
  readonly raw?: boolean
  /** Must replace what is not UTF-8, keep a byte order mark, and take any Uint8Array, not only the chunks. */
  readonly decode?: Decode
  /** Should give the kind of bytes that the chunks are: code that sees Buffers and plain arrays in turn is slower. */
  readonly allocate?: Allocate
}

export interface DiffParser {
  /** Takes any part of the diff; the chunk may be used again afterwards. */
  push(chunk: Uint8Array): void
  /** Never throws: what is wrong with the diff is in the summary. */
  end(): DiffSummary
}

export function createDiffParser(handlers: DiffHandlers, options: DiffOptions = {}): DiffParser {
  const decode = options.decode ?? decodeUtf8
  const decodeNames = losslessly(decode)
  const raw = options.raw === true ? createRawReader(decodeNames, options.allocate) : null
  const output = createOutput(handlers.onFile === undefined ? null : (file) => handlers.onFile?.(file))
  const patch = createPatchReader({ output, decodeNames, raw, current: null, nextRecord: 0 }, decode, handlers)
  const unfinished = createUnfinished(options.allocate)
  return {
    push(chunk) {
      const start = raw?.state === 'reading' ? readRawRecords(raw, chunk) : 0
      if (raw === null || raw.state === 'done') pushLines(patch, unfinished, chunk, start)
    },
    end() {
      if (unfinished.length > 0) endLastLine(patch, unfinished)
      return endDiff(patch, raw, output)
    },
  }
}

function pushLines(patch: PatchReader, unfinished: Unfinished, chunk: Uint8Array, start: number): void {
  const end = chunk.lastIndexOf(newline) + 1
  let position = start
  if (end > start && unfinished.length > 0) {
    position = chunk.indexOf(newline, start) + 1
    const line = joinPieces(unfinished, chunk, start, position)
    readPatchLines(patch, line, 0, line.length)
  }
  if (end > position) readPatchLines(patch, chunk, position, end)
  keepRest(patch, unfinished, chunk, Math.max(end, position))
}

// Enough to tell what kind of line it is.
const openingBytes = 256

/** A line nobody wants to read is not kept, however long it is. */
function keepRest(patch: PatchReader, unfinished: Unfinished, chunk: Uint8Array, start: number): void {
  const first = firstByteOf(unfinished) ?? chunk[start]
  const most = isUnwantedText(patch, first) ? openingBytes - unfinished.length : chunk.length
  keepPiece(unfinished, chunk, start, Math.min(chunk.length, start + Math.max(0, most)))
}

/** git ends every line; a patch that was sent around may have lost its last line break. */
function endLastLine(patch: PatchReader, unfinished: Unfinished): void {
  if (patch.sections.raw !== null) addProblem(patch.sections.output, 'line_cut_short', null)
  pushLines(patch, unfinished, Uint8Array.of(newline), 0)
}

function endDiff(patch: PatchReader, raw: RawReader | null, output: Output): DiffSummary {
  if (isOpen(patch.hunk)) cutHunk(patch)
  if (raw?.state === 'malformed') addProblem(output, 'records_malformed', null)
  if (raw !== null && areRecordsCutShort(raw)) addProblem(output, 'records_cut_short', null)
  closeSections(patch.sections)
  return summarize(output)
}

export type ParsedDiff =
  | { readonly ok: true; readonly files: readonly ChangedFile[] }
  | { readonly ok: false; readonly problems: readonly DiffProblem[] }

/** For a diff that is there as a whole. A diff that is cut short or not understood is not half an answer, but none. */
export function parseDiff(diff: string | Uint8Array, options: DiffOptions = {}): ParsedDiff {
  const files: ChangedFile[] = []
  const parser = createDiffParser({ onFile: (file) => files.push(file) }, options)
  parser.push(typeof diff === 'string' ? new TextEncoder().encode(diff) : diff)
  const { problems } = parser.end()
  return problems.length === 0 ? { ok: true, files } : { ok: false, problems }
}
