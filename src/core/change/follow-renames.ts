import type { ChangedFile, Finding } from '../../types.ts'

/** Findings of an earlier review under the names their files have by now: a new name mends nothing. */
export function followRenames(findings: readonly Finding[], since: readonly ChangedFile[]): readonly Finding[] {
  const names = new Map(since.flatMap(({ path, oldPath }) => (oldPath === null ? [] : [[oldPath, path] as const])))
  return findings.map((finding) => {
    const file = names.get(finding.file ?? '')
    return file === undefined ? finding : underName(finding, file)
  })
}

export function underName(finding: Finding, file: string): Finding {
  return { ...finding, file, evidence: finding.evidence === finding.file ? file : finding.evidence }
}

export interface Successor {
  readonly path: string
  /** It has the name or the folder of the other. */
  readonly isClose: boolean
}

/** New files of the same kind, the most alike first: one of them may be what a file became where git no longer tells. */
export function successorsOf(path: string, since: readonly ChangedFile[]): readonly Successor[] {
  const { folder, name, ending } = partsOf(path)
  const rank = (other: ReturnType<typeof partsOf>) => (other.name === name ? 0 : other.folder === folder ? 1 : 2)
  return since
    .filter(({ status }) => status === 'added' || status === 'renamed' || status === 'copied')
    .map((file) => ({ path: file.path, parts: partsOf(file.path) }))
    .filter(({ parts }) => parts.ending === ending)
    .map(({ path: successor, parts }) => ({ path: successor, rank: rank(parts) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ path: successor, rank: at }) => ({ path: successor, isClose: at < 2 }))
}

function partsOf(path: string) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return { folder: path.slice(0, path.length - name.length), name, ending: dot > 0 ? name.slice(dot) : '' }
}
