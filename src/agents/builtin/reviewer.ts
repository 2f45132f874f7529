import { isGenerated } from '../../core/change/path-kind.ts'
import type { ChangedFile, RawFinding } from '../../types.ts'

export interface SourceFile {
  readonly file: ChangedFile
  /** The content of the new side. */
  readonly text: string
}

export interface BuiltinReviewer {
  readonly name: string
  applies(file: ChangedFile): boolean
  /** May throw: the runner turns that into a failed reviewer, which makes the gate inconclusive. */
  review(files: readonly SourceFile[], signal: AbortSignal): Promise<readonly RawFinding[]>
}

/** A regular text file with a new side, written by a person, with one of these extensions (lower case, with the dot). */
export function isSource(file: ChangedFile, extensions: ReadonlySet<string>): boolean {
  const isRegularFile = file.newMode === '100644' || file.newMode === '100755'
  if (file.status === 'deleted' || file.binary || !isRegularFile) return false
  return extensions.has(extensionOf(file.path)) && !isGenerated(file.path)
}

/** Lower case, with the dot; '' for a name without one. */
export function extensionOf(path: string): string {
  return /[^/](\.[^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

/**
 * Whether the text is worth parsing. After one conflict marker a parser reports a dozen errors, and hygiene reports the
 * marker itself; minified code is the work of a program.
 */
export function isReadable({ text }: SourceFile): boolean {
  return !hasConflictMarkers(text) && !isMinified(text)
}

function hasConflictMarkers(text: string): boolean {
  return /^<{7}( |\r?$)/m.test(text) && /^>{7}( |\r?$)/m.test(text)
}

function isMinified(text: string): boolean {
  return text.length > 5_000 && text.length / text.split('\n').length > 300
}
