// Which file the lines of the patch belong to. With raw records the file is the record whose names the
// `diff --git` line repeats; else it is what the header of the section says.
import { isOtherContent } from './blobs.ts'
import { copyBytes, type Decode, isAscii, startsWith } from './bytes.ts'
import { identifyFile } from './identify.ts'
import { addProblem, giveFile, giveForeignFile, type Output } from './output.ts'
import { readNamePair } from './paths.ts'
import type { RawReader, RawRecord } from './raw-records.ts'
import { createSectionLines, type FileIdentity, type SectionLines, toChangedFile } from './section.ts'
import { absentMode, createSectionHeader, type SectionHeader } from './section-header.ts'

export interface Section {
  readonly header: SectionHeader | null
  readonly record: RawRecord | null
  readonly lines: SectionLines
  /** How many `diff --git` lines it has: two for a change of type. */
  parts: number
  /** Null until the header is complete, and for good when nobody can say which file this is. */
  identity: FileIdentity | null
}

export interface Sections {
  readonly output: Output
  readonly decodeNames: Decode
  readonly raw: RawReader | null
  current: Section | null
  /** The first record that has not been given yet. */
  nextRecord: number
}

const gitOpening = 'diff --git '
const combinedOpenings = ['diff --cc ', 'diff --combined ']

/** Returns whether the line opens a section. */
export function openSection(sections: Sections, bytes: Uint8Array, start: number, end: number): boolean {
  if (startsWith(bytes, start, end, gitOpening)) {
    const names = start + gitOpening.length
    if (sections.raw !== null) openRecordSection(sections, sections.raw, bytes, names, end)
    else openForeignSection(sections, createSectionHeader('git', copyBytes(bytes, names, end)))
    return true
  }
  const opening = combinedOpenings.find((words) => startsWith(bytes, start, end, words))
  if (opening === undefined) return false
  const name = copyBytes(bytes, start + opening.length, end)
  if (sections.raw === null) openForeignSection(sections, createSectionHeader('combined', name))
  else openUnknownSection(sections, 'section_unexpected')
  return true
}

export function openForeignSection(sections: Sections, header: SectionHeader): void {
  closeSection(sections)
  sections.current = { header, record: null, lines: createSectionLines(), parts: 1, identity: null }
}

/** Its hunks are read, so that their content is not taken for headers, but belong to no file. */
export function openUnknownSection(sections: Sections, problem: 'section_unexpected' | 'hunk_without_file'): void {
  closeSection(sections)
  addProblem(sections.output, problem, null)
  sections.current = { header: null, record: null, lines: createSectionLines(), parts: 1, identity: null }
}

function openRecordSection(sections: Sections, raw: RawReader, bytes: Uint8Array, start: number, end: number): void {
  const { decodeNames } = sections
  const open = sections.current
  if (open?.record?.status === 'type_changed' && isNamed(open.record, bytes, start, end, decodeNames)) {
    open.parts++
    return
  }
  for (let index = sections.nextRecord; index < raw.records.length; index++) {
    const record = raw.records[index]
    if (record === undefined || !isNamed(record, bytes, start, end, decodeNames)) continue
    closeSection(sections)
    giveRecordsWithoutSection(sections, raw, index)
    sections.nextRecord = index + 1
    sections.current = { header: null, record, lines: createSectionLines(), parts: 1, identity: record }
    return
  }
  openUnknownSection(sections, 'section_unexpected')
}

function isNamed(record: RawRecord, bytes: Uint8Array, start: number, end: number, decode: Decode): boolean {
  const left = `a/${record.oldPath ?? record.path}`
  const right = `b/${record.path}`
  const names = `${left} ${right}`
  if (isAscii(bytes, start, end, names)) return true
  const text = decode(bytes, start, end)
  if (text === names) return true
  if (!text.includes('"')) return false
  const pair = readNamePair(bytes, start, end, decode)
  return pair !== null && pair[0] === left && pair[1] === right
}

function giveRecordsWithoutSection(sections: Sections, raw: RawReader, end: number): void {
  for (const record of raw.records.slice(sections.nextRecord, end)) {
    giveFile(sections.output, toChangedFile(record, createSectionLines()))
    addProblem(sections.output, record.unmerged ? 'unmerged' : 'section_missing', record.path)
  }
  sections.nextRecord = end
}

/** Decides whose hunks follow. Null when nobody can say; then a problem does. */
export function identifySection(sections: Sections, section: Section): FileIdentity | null {
  const { header } = section
  if (section.identity !== null || header === null || header.broken) return section.identity
  section.identity = identifyFile(header, sections.decodeNames)
  if (section.identity === null) header.broken = true
  return section.identity
}

function closeSection(sections: Sections): void {
  const section = sections.current
  sections.current = null
  if (section === null) return
  const { header, lines } = section
  if (header !== null && header.lines === 0 && lines.hunks.length === 0) return
  const identity = identifySection(sections, section)
  if (identity === null) {
    if (header !== null) addProblem(sections.output, 'path_unreadable', null)
    return
  }
  if (isIncomplete(section)) addProblem(sections.output, 'lines_missing', identity.path)
  const file = toChangedFile(identity, lines)
  if (section.record !== null || header?.kind !== 'git') giveFile(sections.output, file)
  else giveForeignFile(sections.output, file)
}

/** A patch that ends in the header of a file. */
function isIncomplete({ header, record, lines, parts }: Section): boolean {
  if (record?.status === 'type_changed' && parts < 2) return true
  if (lines.binary || lines.hunks.length > 0) return false
  if (record === null) return header !== null && (header.oldName !== null || header.newName !== null)
  // A file of the working tree has no blob yet.
  if (record.newBlob === null && record.newMode !== absentMode) return false
  return isOtherContent(record.oldBlob, record.newBlob)
}

export function closeSections(sections: Sections): void {
  closeSection(sections)
  if (sections.raw !== null) giveRecordsWithoutSection(sections, sections.raw, sections.raw.records.length)
}
