import { earlierLine, hunksIn } from '../../core/diff/earlier-line.ts'
import type { Repository } from './repository.ts'

/** Where lines of the second tree were in the first one. A file that only one of them has keeps its numbers. */
export async function earlierLines(
  repository: Repository,
  before: string,
  after: string,
  places: readonly { readonly file: string; readonly line: number }[],
): Promise<readonly number[]> {
  const files = [...new Set(places.map(({ file }) => file))]
  const hunks = new Map(
    await Promise.all(
      files.map(async (file) => {
        const words = ['diff-tree', '-r', '-p', '-U0', '--no-renames', '--no-ext-diff', '--no-textconv', before, after]
        return [file, hunksIn(await repository.read([...words, '--', file]))] as const
      }),
    ),
  )
  return places.map(({ file, line }) => earlierLine(hunks.get(file) ?? [], line))
}
