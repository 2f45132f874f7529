import type { Repository } from '../../io/git/repository.ts'
import { treeDifference } from '../../io/git/tree-difference.ts'

export interface CommittedWork {
  /** The files as they were validated, and as they are after the commit: trees. */
  readonly before: string
  readonly after: string
  readonly commit: string
  /** That were to be committed, the one with the line of the delivery among them. */
  readonly files: readonly string[]
  /** That one; empty for none. */
  readonly changelog: string
}

/** What differs from what was validated, on disk or in the commit: a hook made it so. */
export async function hookedFiles(
  repository: Repository,
  { before, after, commit, files, changelog }: CommittedWork,
): Promise<readonly string[]> {
  const between = async (from: string, to: string) =>
    (await treeDifference(repository, from, to)).map(({ path }) => path)
  const changed = (await between(before, after)).filter((path) => path !== changelog)
  const added = (await between(`${commit}^`, commit)).filter((path) => !files.includes(path))
  return [...new Set([...changed, ...added])].sort()
}
