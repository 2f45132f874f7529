import type { UncountedFinding } from '../../core/loop/claims.ts'
import type { RoundRecord } from '../../core/loop/state.ts'
import type { WorkPoint } from '../../core/loop/types.ts'
import type { LoopPorts } from './ports.ts'

/** With what stands at their lines, and where those were at the last review: what was done since moves code about. */
export async function placedBefore(
  found: readonly UncountedFinding[],
  last: RoundRecord | undefined,
  { tree }: WorkPoint,
  ports: Pick<LoopPorts, 'earlierLines'>,
): Promise<readonly UncountedFinding[]> {
  if (last === undefined || last.point.tree === tree) return found
  const places = found.flatMap(({ file, line }) => (file === null || line === null ? [] : [{ file, line }]))
  const lines = places.length === 0 ? [] : await ports.earlierLines(last.point.tree, tree, places)
  const before = new Map(places.map(({ file, line }, index) => [`${file}:${line}`, lines[index]!]))
  return found.map((each) => {
    const { line, text = '' } = before.get(`${each.file}:${each.line}`) ?? {}
    return {
      ...each,
      ...(line === undefined || line === each.line ? {} : { earlierLine: line }),
      ...(text === '' ? {} : { lineText: text }),
    }
  })
}
