import type { PullRequest } from '../../core/handoff/pull-request.ts'
import { LoopError } from '../../errors.ts'
import type { Answer, Forge } from '../../forge/forge.ts'
import { findBase, resolveCommit } from '../../io/git/base.ts'
import { fetchReferences, fetchRemote } from '../../io/git/fetch-commits.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { ResolvedWork } from '../../io/git/resolve-scope.ts'
import type { Scope } from '../../types.ts'
import { type Connection, connect } from '../forge/connect.ts'
import { signalOf } from '../signal-of.ts'
import { type Found, findPullRequest } from './github-pull-request.ts'
import { clearHandoff, handoffFolder } from './handoff-folder.ts'
import type { ReviewOptions } from './review-options.ts'

export interface GithubReview {
  readonly pullRequest: PullRequest | null
  /** Base to head of the pull request, else the committed part of the branch. */
  readonly scope: Scope
  /** The problem: there is no token, or the repository is not known. */
  readonly forge: Answer<Forge>
  readonly notices: readonly string[]
  /** Calls the resolved commits what a person knows them by: a pull request between two branches. */
  readonly name: (work: ResolvedWork) => ResolvedWork
}

/** What is reviewed of a pull request: never the merge commit that CI checked out, never work that is not committed. */
export async function prepareGithub(
  repository: Repository,
  options: ReviewOptions,
  number: number | null,
): Promise<GithubReview> {
  if (options.github === true) clearHandoff(handoffFolder(repository, options))
  const connection = await connect(repository, { apiUrl: options.apiUrl, signal: signalOf(options) })
  const { run, forge, headReference } = connection
  const { pullRequest, notices } =
    number === null ? await findPullRequest(repository, run, forge) : await byNumber(repository, connection, number)
  if (pullRequest === null) {
    return { pullRequest, scope: { kind: 'branch', committed: true }, forge, notices, name: (work) => work }
  }
  const head = await requireTip(repository, pullRequest, 'head', headReference(pullRequest.number))
  const base = await requireBase(repository, pullRequest, options.base)
  return {
    pullRequest,
    scope: { kind: 'range', from: base, to: head, symmetric: true },
    forge,
    notices: [...notices, ...(await aboutOtherHead(repository, pullRequest))],
    name: (work) => asPullRequest(work, pullRequest),
  }
}

/** Its commits are fetched where they are not here; nothing else changes by that. */
async function byNumber(repository: Repository, { forge, headReference }: Connection, number: number): Promise<Found> {
  const unknown = (reason: string) => new LoopError('pull_request_unknown', { number: String(number), reason })
  if ('problem' in forge) throw unknown(forge.problem)
  const answer = await forge.value.readPullRequest(number)
  if ('problem' in answer) throw unknown(answer.problem)
  const { base, head } = answer.value
  const isHere = async (sha: string) => (await resolveCommit(repository, sha)) !== undefined
  const missing = [
    ...((await isHere(head.sha)) ? [] : [headReference(number)]),
    ...((await isHere(base.sha)) ? [] : [`refs/heads/${base.ref}`]),
  ]
  const problem = missing.length === 0 ? null : await fetchMissing(repository, missing)
  if (problem !== null) throw new LoopError('pull_request_fetch', { number: String(number), reason: problem })
  return { pullRequest: answer.value, notices: [] }
}

async function fetchMissing(repository: Repository, references: readonly string[]): Promise<string | null> {
  const remote = await fetchRemote(repository)
  return remote === null ? 'there is no remote for it' : fetchReferences(repository, remote, references)
}

function asPullRequest(work: ResolvedWork, { base, head }: PullRequest): ResolvedWork {
  return { ...work, scope: { ...work.scope, kind: 'pr', base: base.ref, head: head.ref, branch: head.ref } }
}

async function requireBase(repository: Repository, pullRequest: PullRequest, named: string | undefined) {
  if (named === undefined) return requireTip(repository, pullRequest, 'base', pullRequest.base.ref)
  return (await findBase(repository, named, pullRequest.head.ref)).commit
}

/** `fetch`: what git has to get for it. */
async function requireTip(
  repository: Repository,
  pullRequest: PullRequest,
  side: 'base' | 'head',
  fetch: string,
): Promise<string> {
  const { sha } = pullRequest[side]
  const commit = await resolveCommit(repository, sha)
  if (commit !== undefined) return commit
  throw new LoopError('pull_request_commit', { number: String(pullRequest.number), side, sha: sha.slice(0, 10), fetch })
}

/** Someone at home with newer commits than were pushed should know that they are not part of it. */
async function aboutOtherHead(repository: Repository, { number, head }: PullRequest): Promise<readonly string[]> {
  const checkedOut = await resolveCommit(repository, 'HEAD')
  const parents = (await repository.try(['rev-parse', 'HEAD^@'])).stdout.toString()
  if (checkedOut === head.sha || parents.split('\n').indexOf(head.sha) > 0) return []
  return [`What is checked out is not the head of pull request #${number}: reviewed is ${head.sha.slice(0, 10)}.`]
}
