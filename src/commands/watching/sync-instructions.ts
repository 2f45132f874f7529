import { resolveCommit } from '../../io/git/base.ts'
import { fetchCommits } from '../../io/git/fetch-commits.ts'
import { isAncestor } from '../../io/git/follow-up.ts'
import { pushTarget } from '../../io/git/push-branch.ts'
import type { Repository } from '../../io/git/repository.ts'

/**
 * What a person types to be at a head that somebody else made, with what is only here. `before`: what the branch was at its remote
 * when ours was made; undefined: what git remembers of it. A merge loses nothing, so it is the answer where that is not known.
 */
export async function syncInstructions(
  repository: Repository,
  branch: string,
  head: string,
  before?: string,
): Promise<string> {
  const { remote } = await pushTarget(repository, branch)
  const fetched = await fetchCommits(repository, remote, [branch])
  const isHere = 'tips' in fetched && (await resolveCommit(repository, head)) !== undefined
  if (!isHere) return merging
  if (await isAncestor(repository, 'HEAD', head)) return 'git pull --ff-only'
  const point = before ?? (await forkPoint(repository, remote, branch))
  if (point === undefined || (await isAncestor(repository, point, head))) return merging
  const [from, onto] = [point.slice(0, 10), head.slice(0, 10)]
  const hasOwn = !(await isAncestor(repository, 'HEAD', point))
  const how = hasOwn ? `git rebase --onto ${onto} ${from}` : `git reset --keep ${onto} (git reflog still has ${from})`
  return `its history was rewritten, and ${from} is not in it any more. Look at it first (git log ${from}...${onto}), then ${how}`
}

const merging = 'git pull --no-rebase'

/** The last of the commits that the branch was at, at its remote, which is in what is checked out. */
async function forkPoint(repository: Repository, remote: string, branch: string): Promise<string | undefined> {
  const found = await repository.try(['merge-base', '--fork-point', `refs/remotes/${remote}/${branch}`, 'HEAD'])
  return found.code === 0 ? found.stdout.toString().trim() : undefined
}
