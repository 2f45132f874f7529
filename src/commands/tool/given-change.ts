import { fromDiffData } from '../../core/change/diff-data.ts'
import { hasTree } from '../../io/git/follow-up.ts'
import { readChange } from '../../io/git/read-change.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { ChangedFile } from '../../types.ts'
import { resolveDiffScope } from './diff-scope.ts'
import { repositoryIfThere } from './house.ts'
import type { Input } from './input.ts'
import type { DiffDataFile } from './schemas.ts'
import type { World } from './step.ts'

export interface Trees {
  readonly repository: Repository
  readonly baseTree: string
  readonly headTree: string
}

/** The change that diff data describe, with what the repository knows about it beyond them. */
export interface GivenChange {
  readonly files: readonly ChangedFile[]
  /** Null where neither a scope nor the diff data lead to trees that are here. */
  readonly trees: Trees | null
  readonly repository: Repository | undefined
  readonly baseCommit: string | null
}

/** `scope` names the option that says what was compared; without it the trees in the diff data count. */
export async function readGivenChange(
  data: DiffDataFile,
  input: Input,
  world: World,
  scope?: string,
): Promise<GivenChange> {
  const text = scope === undefined ? undefined : input.text(scope)
  const repository = text === undefined ? await repositoryIfThere(world) : await world.repository()
  const { trees, baseCommit } = await findTrees(repository, data, text, input.step)
  const files = fromDiffData(data)
  if (trees === null) return { files, trees, repository, baseCommit }
  const fresh = new Map((await readChange(trees.repository, { ...trees, paths: [] })).map((file) => [file.path, file]))
  return { files: files.map((file) => fresh.get(file.path) ?? file), trees, repository, baseCommit }
}

async function findTrees(
  repository: Repository | undefined,
  data: DiffDataFile,
  scope: string | undefined,
  step: string,
): Promise<{ trees: Trees | null; baseCommit: string | null }> {
  const none = { trees: null, baseCommit: data.base_commit ?? null }
  if (repository === undefined) return none
  if (scope !== undefined) {
    const { baseTree, headTree, baseCommit } = await resolveDiffScope(repository, scope, step)
    return { trees: { repository, baseTree, headTree }, baseCommit }
  }
  const { base_tree: baseTree, head_tree: headTree } = data
  if (baseTree === undefined || headTree === undefined) return none
  if (!(await hasTree(repository, baseTree)) || !(await hasTree(repository, headTree))) return none
  return { ...none, trees: { repository, baseTree, headTree } }
}
