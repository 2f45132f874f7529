import type { Repository } from '../../io/git/repository.ts'
import { treeDifference } from '../../io/git/tree-difference.ts'

export interface CommittedWork {
  /** The trees that were validated, and after the commit. */
  readonly before: string
  readonly after: string
  readonly commit: string
  /** To be committed, with the changelog. */
  readonly files: readonly string[]
  /** Empty for none. */
  readonly changelog: string
}

/** Files that differ from the validated ones, on disk or in the commit: a hook changed them. */
export async function filesChangedByHook(
  repository: Repository,
  { before, after, commit, files, changelog }: CommittedWork,
): Promise<readonly string[]> {
  const between = async (from: string, to: string) =>
    (await treeDifference(repository, from, to)).map(({ path }) => path)
  const changed = (await between(before, after)).filter((path) => path !== changelog)
  const added = (await between(`${commit}^`, commit)).filter((path) => !files.includes(path))
  return [...new Set([...changed, ...added])].sort()
}
