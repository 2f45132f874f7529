import type { WorkPoint } from '../../core/loop/types.ts'
import type { DirtyMap } from '../../core/staged/dirty-map.ts'
import { deleted } from '../../core/staged/dirty-map.ts'
import { checkDrift, type Drift, type TreeState } from '../../core/staged/drift.ts'
import type { TreeSnapshot } from '../../core/staged/machine/policy.ts'
import type { Repository } from '../../io/git/repository.ts'
import { treeDifference } from '../../io/git/tree-difference.ts'
import { isWorkingPath } from '../../io/state-folder.ts'

export function treeSnapshot({ head, dirty }: TreeState): TreeSnapshot {
  return { head, dirty: Object.fromEntries(dirty) }
}

/** What somebody else did between two points of a run. */
export async function driftBetween(
  repository: Repository,
  since: WorkPoint,
  found: WorkPoint,
  sessionCommits: readonly string[],
): Promise<Drift> {
  const recorded = { head: since.head, dirty: await dirtyAt(repository, since) }
  return driftFrom(repository, recorded, { head: found.head, dirty: await dirtyAt(repository, found) }, sessionCommits)
}

export async function driftFrom(
  repository: Repository,
  recorded: TreeState,
  found: TreeState,
  sessionCommits: readonly string[],
): Promise<Drift> {
  const newCommits = await commitsBetween(repository, recorded, found)
  return checkDrift({ recorded: asFound(recorded, found), found, sessionCommits, newCommits })
}

/** Another tool may have recorded files of .review-loop/; here they count only if git tracks them. */
function asFound({ head, dirty }: TreeState, found: TreeState): TreeState {
  return { head, dirty: new Map([...dirty].filter(([path]) => found.dirty.has(path) || !isWorkingPath(path))) }
}

/** With the modes: a file that was made executable has changed. */
async function dirtyAt(repository: Repository, { head, tree }: WorkPoint): Promise<DirtyMap> {
  const changes = await treeDifference(repository, head, tree)
  return new Map(changes.map(({ path, to }) => [path, to === null ? deleted : `${to.mode} ${to.object}`]))
}

/** Null when the one found does not descend from the one recorded. */
async function commitsBetween(
  repository: Repository,
  recorded: TreeState,
  found: TreeState,
): Promise<readonly string[] | null> {
  if (recorded.head === found.head) return []
  if (recorded.head === null || found.head === null) return null
  const descends = await repository.try(['merge-base', '--is-ancestor', recorded.head, found.head])
  if (descends.code !== 0) return null
  const listing = await repository.read(['rev-list', `${recorded.head}..${found.head}`])
  return listing.split('\n').filter((commit) => commit !== '')
}
