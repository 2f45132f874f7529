import { type EarlierLine, earlierLine, hunksIn } from '../../core/diff/earlier-line.ts'
import { patchText } from './file-patches.ts'
import type { Repository } from './repository.ts'

/** Lines of the second tree, and where they were in the first one. A file that only one of them has keeps its numbers. */
export async function earlierLines(
  repository: Repository,
  before: string,
  after: string,
  places: readonly { readonly file: string; readonly line: number }[],
): Promise<readonly EarlierLine[]> {
  const hunksOf = async (file: string) => hunksIn(await patchText(repository, before, after, file))
  const textOf = async (file: string) => {
    const { code, stdout } = await repository.try(['cat-file', 'blob', `${after}:${file}`])
    return code === 0 ? stdout.toString().split('\n') : []
  }
  const files = new Map(
    await Promise.all(
      [...new Set(places.map(({ file }) => file))].map(
        async (file) => [file, { hunks: await hunksOf(file), lines: await textOf(file) }] as const,
      ),
    ),
  )
  return places.map(({ file, line }) => {
    const { hunks = [], lines = [] } = files.get(file) ?? {}
    return { line: earlierLine(hunks, line), text: lines[line - 1]?.trim() ?? '' }
  })
}
