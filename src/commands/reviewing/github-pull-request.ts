import type { CiRun } from '../../config/environment.ts'
import { type CiEvent, numberInRef, readEvent } from '../../core/handoff/ci-event.ts'
import { choosePullRequest, type PullRequest } from '../../core/handoff/pull-request.ts'
import { LoopError } from '../../errors.ts'
import type { Answer, Forge } from '../../forge/forge.ts'
import { readIfThere } from '../../io/files.ts'
import { resolveCommit } from '../../io/git/base.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'

export interface Found {
  /** Null: there is none, or nobody can say which. */
  readonly pullRequest: PullRequest | null
  readonly notices: readonly string[]
}

/** The pull request under review: as the CI run says, else the open one of this branch or commit. */
export async function findPullRequest(repository: Repository, run: CiRun, forge: Answer<Forge>): Promise<Found> {
  const { event, notices } = readRun(run)
  if (event.kind === 'pull_request') return { pullRequest: event.pullRequest, notices }
  const number = event.kind === 'number' ? event.number : numberInRef(run.ref)
  if (number !== undefined) {
    return { pullRequest: await completeNumber(repository, run, forge, number), notices }
  }
  const looked = await lookUp(repository, run, forge)
  return { ...looked, notices: [...notices, ...looked.notices] }
}

/** A payload that cannot be read is said, and the other signs are looked at. */
function readRun({ eventPath }: CiRun): { event: CiEvent; notices: readonly string[] } {
  if (eventPath === null) return { event: { kind: 'other' }, notices: [] }
  const event = readEvent(readIfThere(eventPath) ?? '')
  const notices = event.kind === 'unreadable' ? [`GITHUB_EVENT_PATH cannot be used: ${event.problem}.`] : []
  return { event, notices }
}

/** Only the number is known. The merge commit that CI checked out knows both sides, and so does the forge. */
async function completeNumber(
  repository: Repository,
  run: CiRun,
  forge: Answer<Forge>,
  number: number,
): Promise<PullRequest> {
  const merged = await sidesOfMerge(repository, run)
  const named = { base: run.baseRef ?? 'base', head: run.headRef ?? 'head' }
  const fromGit = (base: string, head: string): PullRequest => ({
    number,
    title: '',
    body: '',
    base: { ref: named.base, sha: base },
    head: { ref: named.head, sha: head },
  })
  if (merged !== undefined) return fromGit(merged.base, merged.head)
  const answer = 'problem' in forge ? forge : await forge.value.readPullRequest(number)
  if ('value' in answer) return answer.value
  const base = await tipOf(repository, run.baseRef)
  const head = await tipOf(repository, run.headRef)
  if (base !== undefined && head !== undefined) return fromGit(base, head)
  throw new LoopError('pull_request_unknown', { number: String(number), reason: answer.problem })
}

/** `refs/pull/7/merge` has the base as its first parent and the head of the pull request as its second. */
async function sidesOfMerge(
  repository: Repository,
  { ref, sha }: CiRun,
): Promise<{ base: string; head: string } | undefined> {
  if (sha === null || ref === null || !ref.endsWith('/merge')) return undefined
  if ((await resolveCommit(repository, 'HEAD')) !== sha) return undefined
  const base = await resolveCommit(repository, 'HEAD^1')
  const head = await resolveCommit(repository, 'HEAD^2')
  if (base === undefined || head === undefined) throw new LoopError('shallow', { missing: `the parents of ${sha}` })
  return { base, head }
}

async function tipOf(repository: Repository, branch: string | null): Promise<string | undefined> {
  return branch === null ? undefined : resolveCommit(repository, `refs/remotes/origin/${branch}`)
}

async function lookUp(repository: Repository, run: CiRun, forge: Answer<Forge>): Promise<Found> {
  const none = (why: string): Found => ({
    pullRequest: null,
    notices: [`No pull request: ${why} The branch is reviewed, and the hand-off files name none.`],
  })
  if ('problem' in forge) return none(`the CI run names none. ${forge.problem}`)
  const { branch, head } = await readWorkState(repository)
  if (head === null) return none('there is no commit yet.')
  const name = run.headRef ?? (branch === 'HEAD' ? branchOf(run.ref) : branch)
  const answer = await forge.value.findPullRequests(name, head)
  if ('problem' in answer) return none(answer.problem)
  const chosen = choosePullRequest(answer.value, head)
  if (chosen === undefined) return none(`none is open for ${name ?? head.slice(0, 10)}.`)
  const others = answer.value.filter((other) => other !== chosen).map((other) => `#${other.number}`)
  if (others.length === 0) return { pullRequest: chosen, notices: [] }
  return { pullRequest: chosen, notices: [`Reviewing pull request #${chosen.number}; ${others.join(', ')} also open.`] }
}

function branchOf(ref: string | null): string | null {
  return /^refs\/heads\/(.+)$/.exec(ref ?? '')?.[1] ?? null
}
