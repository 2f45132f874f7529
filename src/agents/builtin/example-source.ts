import type { LineRange } from '../../types.ts'
import type { SourceFile } from './reviewer.ts'

/** A file as a reviewer gets it; by default with every line added. For tests and probes. */
export function exampleSource(path: string, text: string, added?: readonly LineRange[]): SourceFile {
  const lines = text.split('\n').length
  const file = {
    path,
    oldPath: null,
    status: 'added',
    oldMode: '000000',
    newMode: '100644',
    oldBlob: null,
    newBlob: null,
    binary: false,
    addedLines: lines,
    removedLines: 0,
    hunks: [{ oldStart: 0, oldCount: 0, newStart: 1, newCount: lines }],
    added: added ?? [{ start: 1, end: lines }],
    removed: [],
  } as const
  return { file, text }
}
