import type { RawFinding } from '../../types.ts'
import type { SourceFile } from './reviewer.ts'

// Comments that switch a rule off ("eslint-disable", "noqa") are an author's decision. One that stood there before the
// change is respected. One that the change itself adds is believed for advice, but cannot hide what blocks the gate:
// else a change could approve itself. For that a waiver is the way, because a person outside the change decides on it.

/** The same text with the directives on added lines made ineffective, length kept; null when there are none. */
export function withoutAddedDirectives(source: SourceFile, directive: RegExp): string | null {
  if (!directive.test(source.text)) return null
  const every = new RegExp(directive, 'gi')
  const lines = source.text.split('\n')
  for (const { start, end } of source.file.added) {
    for (let line = start; line <= end; line++) {
      const text = lines[line - 1]
      if (text !== undefined) lines[line - 1] = text.replaceAll(every, disarm)
    }
  }
  const result = lines.join('\n')
  return result === source.text ? null : result
}

/** What was found, and of what was found without the added directives only what blocks. */
export function withHiddenBlockers(found: readonly RawFinding[], bare: readonly RawFinding[]): RawFinding[] {
  const key = (finding: RawFinding) => `${finding.rule} ${finding.file} ${finding.line} ${finding.title}`
  const known = new Set(found.map(key))
  return [...found, ...bare.filter((finding) => finding.blocking && !known.has(key(finding)))]
}

function disarm(directive: string): string {
  return `${directive.slice(0, -1)}_`
}
