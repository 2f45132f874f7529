import type { Finding } from '../../types.ts'

const mark = ' (staged version)'

/** Whoever opens the file does not find it there, and a replacement of lines would hit others. */
export function asStaged<F extends Finding>(finding: F): F {
  const { file, title, fix } = finding
  const stageAgain = file === null ? null : `If the work tree has it right, stage that: git add ${file}`
  const advice = [fix, stageAgain].filter((text) => text !== null).join('\n')
  return { ...finding, title: `${title}${mark}`, fix: advice || null, suggestion: null, staged: true }
}

/** As a reviewer says it: the next review finds out which version it is in. */
export function withoutVersion(finding: Finding): Finding {
  if (finding.staged === undefined) return finding
  const { staged: _version, ...rest } = finding
  const fix = finding.fix?.split('\n').slice(0, -1).join('\n')
  return { ...rest, title: finding.title.slice(0, -mark.length), fix: fix || null }
}
