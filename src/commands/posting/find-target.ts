import { type EndedRun, numberInRef, readEvent } from '../../core/handoff/ci-event.ts'
import { onlyPullRequest } from '../../core/handoff/pull-request.ts'
import type { Handoff } from '../../core/post/read-handoff.ts'
import { LoopError } from '../../errors.ts'
import type { Forge } from '../../forge/forge.ts'
import { readIfThere } from '../../io/files.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import type { Located } from './locate.ts'
import type { Failed } from './perform-post.ts'

export interface Target {
  readonly number: number
  /** The commit that the run is about; null: nobody but the files says. */
  readonly head: string | null
  /** The files were made by a job of a fork, which could have changed it. */
  readonly isFromFork: boolean
}

/** `none`: there is nothing to post to, and why. */
type None = { readonly none: string }

export type TargetAnswer = Target | Failed | None

/** Which pull request is posted to: as the person says, or the CI run, or else the one of the branch that is checked out. Never as the files say. */
export async function findTarget(
  given: number | undefined,
  { repository, clone, run }: Pick<Located, 'repository' | 'clone' | 'run'>,
  forge: Forge,
): Promise<TargetAnswer> {
  const { eventPath, ref } = run
  const event = eventPath === null ? ({ kind: 'other' } as const) : readEvent(readIfThere(eventPath) ?? '')
  if (event.kind === 'run') {
    const number = given ?? (await findOfRun(event.run, forge))
    if (typeof number !== 'number') return number
    // A fork may belong to the same owner.
    const isFromFork = event.run.repository?.toLowerCase() !== `${repository.owner}/${repository.name}`.toLowerCase()
    return { number, head: event.run.head, isFromFork }
  }
  if (event.kind === 'pull_request' && (given === undefined || given === event.pullRequest.number)) {
    return { number: event.pullRequest.number, head: event.pullRequest.head.sha, isFromFork: false }
  }
  const named = given ?? (event.kind === 'number' ? event.number : numberInRef(ref))
  const number = named ?? (eventPath === null && clone !== null ? await findOfBranch(clone, forge) : undefined)
  if (number === undefined) throw new LoopError('no_pull_request')
  if (typeof number !== 'number') return number
  return { number, head: null, isFromFork: false }
}

/** From a fork the event names no pull request: it is the one of that branch of that owner. */
async function findOfRun({ owner, branch }: EndedRun, forge: Forge): Promise<number | Failed | None> {
  if (owner === null || branch === null) throw new LoopError('no_pull_request')
  const answer = await forge.findPullRequestsFrom(owner, branch)
  if ('problem' in answer) return answer
  const one = onlyPullRequest(answer.value, `${owner}:${branch}`, 'post --pr 123')
  return one?.number ?? { none: `No pull request is open from ${owner}:${branch}.` }
}

/** At home, as `watch` finds it. */
async function findOfBranch(clone: Repository, forge: Forge): Promise<number | undefined | Failed> {
  const { branch, head } = await readWorkState(clone)
  const answer = await forge.findPullRequests(branch === 'HEAD' ? null : branch, head ?? '')
  return 'problem' in answer ? answer : onlyPullRequest(answer.value, branch, 'post --pr 123')?.number
}

/** What the files say about themselves must fit what the run says about them. */
export function requireTarget({ number, head }: Target, { pullRequest, head: reviewed }: Handoff): number {
  if (pullRequest !== null && pullRequest !== number) {
    throw new LoopError('other_handoff', { said: `pull request #${pullRequest}`, wanted: `pull request #${number}` })
  }
  if (head !== null && head !== reviewed) {
    throw new LoopError('other_handoff', { said: `the commit ${reviewed.slice(0, 10)}`, wanted: head.slice(0, 10) })
  }
  return number
}
