// One `diff --git` part (or one part of a plain diff) while it is being read, and the file it turns into.
import type { ChangedFile, Hunk } from '../../types.ts'
import { closeLineSet, createLineSet, type LineSet } from './line-set.ts'

/** What is known of a file apart from its lines. */
export type FileIdentity = Pick<
  ChangedFile,
  'path' | 'oldPath' | 'status' | 'oldMode' | 'newMode' | 'oldBlob' | 'newBlob'
>

export interface SectionLines {
  readonly hunks: Hunk[]
  readonly added: LineSet
  readonly removed: LineSet
  binary: boolean
}

export function createSectionLines(): SectionLines {
  return { hunks: [], added: createLineSet(), removed: createLineSet(), binary: false }
}

export function toChangedFile(identity: FileIdentity, lines: SectionLines): ChangedFile {
  const { path, oldPath, status, oldMode, newMode, oldBlob, newBlob } = identity
  return {
    path,
    oldPath,
    status,
    oldMode,
    newMode,
    oldBlob,
    newBlob,
    binary: lines.binary,
    addedLines: lines.added.count,
    removedLines: lines.removed.count,
    hunks: lines.hunks,
    added: closeLineSet(lines.added),
    removed: closeLineSet(lines.removed),
  }
}

/** git writes a file that becomes a link as two parts: the file deleted, the link added. */
export function isTypeChange(deleted: ChangedFile, added: ChangedFile): boolean {
  return (
    deleted.status === 'deleted' &&
    added.status === 'added' &&
    deleted.path === added.path &&
    deleted.oldMode.slice(0, 3) !== added.newMode.slice(0, 3)
  )
}

export function joinTypeChange(deleted: ChangedFile, added: ChangedFile): ChangedFile {
  return {
    ...added,
    status: 'type_changed',
    oldMode: deleted.oldMode,
    oldBlob: deleted.oldBlob,
    binary: deleted.binary || added.binary,
    removedLines: deleted.removedLines,
    hunks: [...deleted.hunks, ...added.hunks],
    removed: deleted.removed,
  }
}
