// The patch, line by line: text, the header of a section, hunks.
import { at, backslash, blank, carriageReturn, type Decode, minus, newline, plus, startsWith } from './bytes.ts'
import { isOpen, readCombinedLines } from './combined-lines.ts'
import { readHunkHeader } from './hunk-header.ts'
import { type LineHandlers, type OpenHunk, readHunkLines } from './hunk-lines.ts'
import { addProblem } from './output.ts'
import { notePlainName, type PlainNames, takePlainHeader } from './plain-header.ts'
import { createSectionLines } from './section.ts'
import { readHeaderLine } from './section-header.ts'
import { identifySection, openForeignSection, openSection, openUnknownSection, type Sections } from './sections.ts'

const letterD = 0x64

const noHandlers: LineHandlers = {}
const noParents: readonly number[] = []

export interface PatchReader {
  readonly sections: Sections
  readonly decode: Decode
  readonly handlers: LineHandlers
  readonly hunk: OpenHunk
  readonly plainNames: PlainNames
  /** `body` is right behind a hunk, where another one may follow. */
  phase: 'text' | 'header' | 'body'
  /** The lines of the open hunk belong to no file. */
  muted: boolean
}

export function createPatchReader(sections: Sections, decode: Decode, handlers: LineHandlers): PatchReader {
  const lines = createSectionLines()
  return {
    sections,
    decode,
    handlers,
    hunk: { oldLeft: 0, newLeft: 0, oldLine: 1, newLine: 1, parentsLeft: noParents, path: '', lines },
    plainNames: { old: null, now: null },
    phase: 'text',
    muted: false,
  }
}

/** bytes[start…end) must be whole lines, each with its line break. */
export function readPatchLines(reader: PatchReader, bytes: Uint8Array, start: number, end: number): void {
  const { hunk, decode } = reader
  let position = start
  while (position < end) {
    if (isOpen(hunk)) {
      const read = hunk.parentsLeft.length === 0 ? readHunkLines : readCombinedLines
      position = read(hunk, bytes, position, end, reader.muted ? noHandlers : reader.handlers, decode)
      if (position < end && isOpen(hunk)) cutHunk(reader)
    } else {
      const lineEnd = bytes.indexOf(newline, position)
      const hasReturn = lineEnd > position && bytes[lineEnd - 1] === carriageReturn
      readLine(reader, bytes, position, hasReturn ? lineEnd - 1 : lineEnd)
      position = lineEnd + 1
    }
  }
}

/** Gives up the rest of a hunk whose lines have not all come. */
export function cutHunk(reader: PatchReader): void {
  const { hunk, sections } = reader
  hunk.oldLeft = 0
  hunk.newLeft = 0
  hunk.parentsLeft = noParents
  addProblem(sections.output, 'hunk_cut_short', sections.current?.identity?.path ?? null)
}

/** Whether the text of a line in the open hunk that begins with this byte is of no interest. */
export function isUnwantedText(reader: PatchReader, first: number | undefined): boolean {
  const { hunk, handlers } = reader
  if (!isOpen(hunk) || hunk.parentsLeft.length > 0) return false
  if (first === plus) return handlers.onAdded === undefined
  if (first === minus) return handlers.onRemoved === undefined
  return first === blank
}

/** A line outside of hunks, without its line break. */
function readLine(reader: PatchReader, bytes: Uint8Array, start: number, end: number): void {
  const first = bytes[start]
  if (first === letterD && openSection(reader.sections, bytes, start, end)) {
    reader.phase = 'header'
    reader.hunk.oldLine = 1
    reader.hunk.newLine = 1
    return
  }
  if (first === at && startsWith(bytes, start, end, '@@') && openHunk(reader, bytes, start, end)) return
  if (reader.phase === 'header' && readSectionLine(reader, bytes, start, end)) return
  if (reader.phase === 'body') {
    if (first === backslash) return
    if (isStrayLine(bytes, start, end)) addProblem(reader.sections.output, 'hunk_too_long', reader.hunk.path)
  }
  reader.phase = 'text'
  if (reader.sections.raw === null) notePlainName(reader.plainNames, bytes, start, end)
}

/** Returns whether the line belongs to the header of the section. */
function readSectionLine(reader: PatchReader, bytes: Uint8Array, start: number, end: number): boolean {
  const section = reader.sections.current
  if (section === null) return false
  if (startsWith(bytes, start, end, 'Binary files ') || startsWith(bytes, start, end, 'GIT binary patch')) {
    section.lines.binary = true
    if (section.header !== null) section.header.lines++
    reader.phase = 'text'
    return true
  }
  return section.header === null || readHeaderLine(section.header, bytes, start, end, reader.sections.decodeNames)
}

/** More lines than the hunk announced. `-- ` is the signature of a mail, `--- ` may open a plain diff. */
function isStrayLine(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]
  if (first === plus || first === blank) return true
  if (first !== minus || startsWith(bytes, start, end, '--- ')) return false
  const signature = startsWith(bytes, start, end, '-- ') ? 3 : 2
  return !(startsWith(bytes, start, end, '--') && end - start === signature)
}

/** Returns whether the line was dealt with. */
function openHunk(reader: PatchReader, bytes: Uint8Array, start: number, end: number): boolean {
  const { sections, hunk } = reader
  const numbers = readHunkHeader(bytes, start, end)
  if (reader.phase === 'text') {
    if (numbers === null) return false
    const header = sections.raw === null ? takePlainHeader(reader.plainNames, sections.decodeNames) : null
    if (header !== null) openForeignSection(sections, header)
    else openUnknownSection(sections, 'hunk_without_file')
    hunk.oldLine = 1
    hunk.newLine = 1
  }
  reader.phase = 'body'
  startHunk(reader, numbers)
  return true
}

function startHunk(reader: PatchReader, numbers: readonly number[] | null): void {
  const { sections, hunk } = reader
  const section = sections.current
  const identity = section === null ? null : identifySection(sections, section)
  const newSide = numbers === null ? 0 : numbers.length - 2
  const oldStart = numbers?.[0] ?? 0
  const oldCount = numbers?.[1] ?? 0
  const newStart = numbers?.[newSide] ?? 0
  const newCount = numbers?.[newSide + 1] ?? 0
  // A side without lines names the line before it.
  const oldLine = oldCount === 0 ? oldStart + 1 : oldStart
  const newLine = newCount === 0 ? newStart + 1 : newStart
  const readable = numbers !== null && oldLine >= hunk.oldLine && newLine >= hunk.newLine
  if (!readable) addProblem(sections.output, 'hunk_malformed', identity?.path ?? null)
  reader.muted = !readable || identity === null
  hunk.path = identity?.path ?? ''
  hunk.lines = section === null || reader.muted ? createSectionLines() : section.lines
  hunk.lines.hunks.push({ oldStart, oldCount, newStart, newCount })
  hunk.oldLeft = oldCount
  hunk.newLeft = newCount
  hunk.oldLine = oldLine
  hunk.newLine = newLine
  hunk.parentsLeft = numbers === null || numbers.length === 4 ? noParents : furtherCounts(numbers)
}

/** The counts of all old sides but the first. */
function furtherCounts(numbers: readonly number[]): readonly number[] {
  return numbers.slice(2, -2).filter((_, index) => index % 2 === 1)
}
