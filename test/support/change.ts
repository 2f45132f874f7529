import { structuredPatch } from 'diff'
import type { ChangedFile, FileStatus, Finding, LineRange, RawFinding } from '../../src/types.ts'

/** The change of one file between two texts; null where there is no such side. */
export function changeOf(path: string, before: string | null, after: string | null, context = 3): ChangedFile {
  const { hunks } = structuredPatch('', '', before ?? '', after ?? '', '', '', { context })
  const added: number[] = []
  const removed: number[] = []
  for (const hunk of hunks) {
    let { oldStart: oldLine, newStart: newLine } = hunk
    for (const line of hunk.lines) {
      if (line.startsWith('+')) added.push(newLine++)
      else if (line.startsWith('-')) removed.push(oldLine++)
      else if (line.startsWith(' ')) {
        oldLine += 1
        newLine += 1
      }
    }
  }
  return changedFile({
    path,
    status: before === null ? 'added' : after === null ? 'deleted' : 'modified',
    addedLines: added.length,
    removedLines: removed.length,
    hunks: hunks.map(({ oldStart, oldLines, newStart, newLines }) => ({
      oldStart: gitStart(oldStart, oldLines),
      oldCount: oldLines,
      newStart: gitStart(newStart, newLines),
      newCount: newLines,
    })),
    added: toRanges(added),
    removed: toRanges(removed),
  })
}

export function changedFile(
  values: Partial<ChangedFile> & { readonly path: string; readonly status?: FileStatus },
): ChangedFile {
  return {
    oldPath: null,
    status: 'modified',
    oldMode: '100644',
    newMode: '100644',
    oldBlob: null,
    newBlob: null,
    binary: false,
    addedLines: 0,
    removedLines: 0,
    hunks: [],
    added: [],
    removed: [],
    ...values,
  }
}

export function rawFinding(values: Partial<RawFinding> = {}): RawFinding {
  return {
    reviewer: 'anna',
    file: 'src/a.ts',
    line: 1,
    endLine: null,
    severity: 'P2',
    blocking: false,
    category: 'bug',
    rule: null,
    title: 'Something is wrong',
    problem: 'It does the wrong thing.',
    impact: null,
    fix: null,
    suggestion: null,
    evidence: 'const a = 1',
    confidence: 0.9,
    discard: false,
    discriminator: null,
    ...values,
  }
}

export function finding(values: Partial<Finding> = {}): Finding {
  const id = values.id ?? 'F-00000001'
  return {
    id,
    fingerprint: `${id.slice(2)}:1`,
    severity: 'P2',
    blocking: false,
    category: 'bug',
    rule: null,
    title: 'Something is wrong',
    file: 'src/a.ts',
    line: 1,
    endLine: null,
    problem: 'It does the wrong thing.',
    impact: null,
    fix: null,
    suggestion: null,
    evidence: 'const a = 1',
    confidence: 0.9,
    reviewers: ['anna'],
    agreement: 1,
    reportedLine: null,
    verification: null,
    ...values,
  }
}

/** git numbers a side without lines by the line before it. */
function gitStart(start: number, count: number): number {
  return count === 0 ? start - 1 : start
}

function toRanges(lines: readonly number[]): readonly LineRange[] {
  const ranges: LineRange[] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last?.end === line - 1) ranges[ranges.length - 1] = { start: last.start, end: line }
    else ranges.push({ start: line, end: line })
  }
  return ranges
}
