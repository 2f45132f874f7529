import { commitIn } from '../../../core/mail/commit-note.ts'
import type { MessageOf } from '../../../core/mail/message.ts'
import type { Unanswered } from '../../../core/mail/request-result.ts'
import { type Base, findBase, resolveCommit } from '../../../io/git/base.ts'
import { fetchCommits, fetchRemote, type Tips } from '../../../io/git/fetch-commits.ts'
import { isAncestor } from '../../../io/git/follow-up.ts'
import { loadSettings } from '../../settings.ts'
import type { Reviewer } from './reviewer.ts'

/** What a request is about, in our own repository. */
export interface Located {
  readonly commit: string
  readonly base: Base
}

type Request = MessageOf<'review_request'>

/**
 * The commit that the request names, else the branch: ours, or that of the remote. `addressed` is a commit that the author
 * says is in it. What is not here is fetched; nothing is checked out, and no branch is moved. The name of the branch is only
 * ever used as the end of a reference.
 */
export async function locate(
  reviewer: Reviewer,
  request: Request,
  addressed: string | null,
): Promise<Located | Unanswered> {
  const { repository } = reviewer
  const base = await baseOf(reviewer, request)
  const remote = await fetchRemote(repository)
  const wanted: Wanted = { request, commit: commitIn(request.context_keys), addressed, remote }
  // Somebody else's branch is where it was when it was fetched last: whether it moved, only the remote knows.
  const known = await knownTip(reviewer, wanted)
  const here = await lookFor(reviewer, wanted, reviewer.fetch ? null : known)
  if (here !== null) return { commit: here, base }
  if (!reviewer.fetch || remote === null) return missing(reviewer, wanted, known, null)
  const fetched = await fetchCommits(repository, remote, [request.content.branch, ...branchOf(base, remote)])
  if ('problem' in fetched) return missing(reviewer, wanted, known, fetched.problem)
  const tip = fetched.tips.get(request.content.branch) ?? null
  const commit = await lookFor(reviewer, wanted, tip)
  return commit === null ? missing(reviewer, wanted, tip, null) : { commit, base: moved(base, remote, fetched.tips) }
}

/** As `review` finds it for a change of somebody else: the configuration that may name it is that of the base. */
async function baseOf({ repository, base, cwd, config: file }: Reviewer, { content }: Request): Promise<Base> {
  const found = await findBase(repository, base, content.branch)
  if (base !== null) return found
  const { config } = await loadSettings(repository, { cwd, file, fromCommit: found.commit })
  return config.base === null ? found : findBase(repository, config.base, content.branch)
}

/** The branch of a remote that the base is, as the remote calls it. */
function branchOf({ name }: Base, remote: string): readonly string[] {
  return name.startsWith(`${remote}/`) ? [name.slice(remote.length + 1)] : []
}

function moved(base: Base, remote: string, tips: Tips): Base {
  const [branch = ''] = branchOf(base, remote)
  return { ...base, commit: tips.get(branch) ?? base.commit }
}

interface Wanted {
  readonly request: Request
  /** Which one exactly; null: the request does not say. */
  readonly commit: string | null
  readonly addressed: string | null
  readonly remote: string | null
}

async function lookFor(
  { repository }: Reviewer,
  { request, commit, addressed }: Wanted,
  tip: string | null,
): Promise<string | null> {
  if (commit !== null) return (await resolveCommit(repository, commit)) ?? null
  const own = await resolveCommit(repository, `refs/heads/${request.content.branch}`)
  for (const candidate of [own, tip]) {
    if (candidate != null && (addressed === null || (await isAncestor(repository, addressed, candidate)))) {
      return candidate
    }
  }
  return null
}

async function knownTip({ repository }: Reviewer, { request, remote }: Wanted): Promise<string | null> {
  if (remote === null) return null
  return (await resolveCommit(repository, `refs/remotes/${remote}/${request.content.branch}`)) ?? null
}

/** `tip`: where the remote has the branch, as far as that is known. */
async function missing(
  { fetch, repository }: Reviewer,
  { request, commit, addressed, remote }: Wanted,
  tip: string | null,
  problem: string | null,
): Promise<Unanswered> {
  const { branch } = request.content
  const own = await resolveCommit(repository, `refs/heads/${branch}`)
  const isThere = commit === null && addressed !== null && (own !== undefined || tip !== null)
  const what =
    commit !== null
      ? `The commit ${commit.slice(0, 10)} of ${branch} is not in this repository`
      : isThere
        ? `The branch ${branch} has not the commit ${addressed.slice(0, 10)}, which ${request.from} says is in it`
        : `The branch ${branch} is not in this repository`
  const why = !fetch
    ? ', and nothing was fetched'
    : remote === null
      ? ', and there is no remote to fetch it from'
      : problem !== null
        ? `, and cannot be fetched from ${remote}: ${problem}`
        : isThere && tip !== null
          ? `, neither here nor at ${remote}`
          : `, and ${remote} does not have it`
  return {
    reason: `${what}${why}.`,
    hint: `Let ${request.from} push it, or bring it here with: git fetch ${remote ?? 'REMOTE'} ${branch}`,
  }
}
