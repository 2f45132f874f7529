import { commitIn } from '../../../core/mail/commit-note.ts'
import type { MessageOf } from '../../../core/mail/message.ts'
import type { Unanswered } from '../../../core/mail/request-result.ts'
import { type Base, findBase, resolveCommit } from '../../../io/git/base.ts'
import { fetchCommits, fetchRemote, type Tips } from '../../../io/git/fetch-commits.ts'
import { isAncestor } from '../../../io/git/follow-up.ts'
import { visibleLine } from '../../../report/visible.ts'
import { readSettings } from '../../settings.ts'
import type { Reviewer } from './reviewer.ts'

/** What a request is about, in our own repository. */
export interface Located {
  readonly commit: string
  readonly base: Base
}

type Request = MessageOf<'review_request'>

/**
 * The commit that the request names, else the branch: that of the remote, or ours where that is newer. `addressed` is a commit
 * that the author says is in it. What is not here is fetched; nothing is checked out, and no branch is moved. The name of the
 * branch is only ever used as the end of a reference.
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
  // A branch is where it was when it was fetched last, and ours may be older still: whether it moved, only the remote knows.
  const mustAsk = reviewer.fetch && remote !== null
  const known = await knownTip(reviewer, wanted)
  const here = mustAsk && wanted.commit === null ? null : await lookFor(reviewer, wanted, known)
  if (here !== null) return { commit: here, base }
  if (!mustAsk) return missing(reviewer, wanted, known, null)
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
  const { config } = await readSettings(repository, { cwd, file, fromCommit: found.commit })
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

/** `tip`: where the remote has the branch, as far as that is known. */
async function lookFor(
  { repository, say }: Reviewer,
  { request, commit, addressed }: Wanted,
  tip: string | null,
): Promise<string | null> {
  if (commit !== null) return (await resolveCommit(repository, commit)) ?? null
  const { branch } = request.content
  const own = (await resolveCommit(repository, `refs/heads/${branch}`)) ?? null
  const isNewer = own !== null && tip !== null && (await isAncestor(repository, tip, own))
  for (const found of isNewer ? [own] : [tip, own]) {
    if (found === null || (addressed !== null && !(await isAncestor(repository, addressed, found)))) continue
    if (own !== null && tip !== null && own !== tip) say(differing(branch, own, tip, found))
    return found
  }
  return null
}

function differing(branch: string, own: string, tip: string, found: string): string {
  const where = `${own.slice(0, 10)} here and ${tip.slice(0, 10)} at the remote`
  return `Notice: the branch ${visibleLine(branch)} is ${where}; ${found.slice(0, 10)} is reviewed.`
}

async function knownTip({ repository }: Reviewer, { request, remote }: Wanted): Promise<string | null> {
  if (remote === null) return null
  return (await resolveCommit(repository, `refs/remotes/${remote}/${request.content.branch}`)) ?? null
}

async function missing(
  { fetch, repository }: Reviewer,
  { request, commit, addressed, remote }: Wanted,
  tip: string | null,
  problem: string | null,
): Promise<Unanswered> {
  const { branch } = request.content
  const isHere =
    commit === null && (tip !== null || (await resolveCommit(repository, `refs/heads/${branch}`)) !== undefined)
  if (isHere && problem !== null) {
    return {
      reason: `Whether the branch ${branch} has moved is not known: ${remote} cannot be asked: ${problem}.`,
      hint: 'Try again when it can be reached, or review what is here with --no-fetch.',
    }
  }
  const what =
    commit !== null
      ? `The commit ${commit.slice(0, 10)} of ${branch} is not in this repository`
      : isHere && addressed !== null
        ? `The branch ${branch} has not the commit ${addressed.slice(0, 10)}, which ${request.from} says is in it`
        : `The branch ${branch} is not in this repository`
  const why = !fetch
    ? ', and nothing was fetched'
    : remote === null
      ? ', and there is no remote to fetch it from'
      : problem !== null
        ? `, and cannot be fetched from ${remote}: ${problem}`
        : isHere && tip !== null
          ? `, neither here nor at ${remote}`
          : `, and ${remote} does not have it`
  return {
    reason: `${what}${why}.`,
    hint: `Let ${request.from} push it, or bring it here with: git fetch ${remote ?? 'REMOTE'} ${branch}`,
  }
}
