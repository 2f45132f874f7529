import type { FileContents } from '../core/evidence/anchor-index.ts'
import { mask } from '../io/masking.ts'
import type { CodeFrame } from '../report/index.ts'
import type { Finding } from '../types.ts'

export type CodeFrames = ReadonlyMap<string, CodeFrame>

const around = 2
const longest = 12

/** The lines around each finding, with secrets masked. */
export function framesFor(findings: readonly Finding[], contents: ReadonlyMap<string, FileContents>): CodeFrames {
  const lines = new Map<string, readonly string[]>()
  return new Map(
    findings.flatMap((finding): [string, CodeFrame][] => {
      const { id, file, line, endLine } = finding
      const text = file === null ? null : contents.get(file)?.new
      if (file === null || line === null || text == null) return []
      const all = lines.get(file) ?? text.split('\n')
      lines.set(file, all)
      const start = Math.max(1, line - around)
      const end = Math.min(all.length, Math.min(endLine ?? line, line + longest) + around)
      const shown = all.slice(start - 1, end).map((code) => mask(code.replace(/\r$/, '')))
      return [[id, { start, lines: shown }]]
    }),
  )
}
