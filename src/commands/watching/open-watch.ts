import { onlyPullRequest, type PullRequest } from '../../core/handoff/pull-request.ts'
import type { WatchSession } from '../../core/loop/outside-session.ts'
import { isCutOff, type LoopState } from '../../core/loop/state.ts'
import { mergeReviewers } from '../../core/outside/own-reviewers.ts'
import type { OutsideReviewer } from '../../core/outside/reviewer.ts'
import { knownReviewers } from '../../core/outside/reviewers/index.ts'
import { parseDuration } from '../../core/values/duration.ts'
import { markNamedBots } from '../../core/watch/bot-accounts.ts'
import { LoopError } from '../../errors.ts'
import type { Answer, Forge } from '../../forge/forge.ts'
import { resolveCommit } from '../../io/git/base.ts'
import { fetchCommits } from '../../io/git/fetch-commits.ts'
import { isAncestor } from '../../io/git/follow-up.ts'
import { pushTarget } from '../../io/git/push-branch.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import type { Config } from '../../types.ts'
import { type Arguments, type Context, folderOf } from '../command.ts'
import { connect } from '../forge/connect.ts'
import { readSettings, type Settings } from '../settings.ts'
import { namedReviewers } from './choose-reviewers.ts'
import { syncInstructions } from './sync-instructions.ts'

export interface OpenedWatch {
  readonly forge: Forge
  readonly pullRequest: PullRequest
  /** What the change is against: configuration is read there, too. */
  readonly base: string
  readonly session: WatchSession
  readonly known: readonly OutsideReviewer[]
  readonly settings: Settings
}

/** Finds the pull request and what is to be known about it. Nothing is written. */
export async function openWatch(
  args: Arguments,
  context: Context,
  repository: Repository,
  before: WatchSession | null,
): Promise<OpenedWatch> {
  const { name, forge: answer } = await connect(repository, {
    apiUrl: args.value('api-url'),
    signal: context.signal,
  })
  if ('problem' in answer || name === undefined) {
    throw usage('problem' in answer ? answer.problem.replace(/\.$/, '') : 'it is not known which repository this is')
  }
  const forge = answer.value
  const pullRequest = await findOne(forge, repository, numberIn(args) ?? before?.pr)
  const base = await baseCommit(repository, pullRequest)
  const request = { cwd: folderOf(args, context), file: args.value('config'), fromCommit: base }
  const settings = await readSettings(repository, request)
  const { config } = settings
  const known = mergeReviewers(knownReviewers, config.github.reviewers)
  const said = before ?? sessionFrom(config, `${name.owner}/${name.name}`, pullRequest.number)
  const session = withArguments(said, args)
  namedReviewers(known, session.waitFor)
  requireAskable(namedReviewers(known, session.trigger))
  return { forge: knowing(forge, known), pullRequest, base, session, known, settings }
}

/** The forge knows bots by their accounts; the configuration may name others. */
function knowing(forge: Forge, known: readonly OutsideReviewer[]): Forge {
  const readSnapshot: Forge['readSnapshot'] = async (number) => {
    const read = await forge.readSnapshot(number)
    return 'value' in read ? { value: markNamedBots(read.value, known) } : read
  }
  return { ...forge, readSnapshot }
}

function requireAskable(reviewers: readonly OutsideReviewer[]): void {
  const [mute] = reviewers.filter(({ trigger, requestedAs }) => trigger === null && requestedAs === undefined)
  if (mute !== undefined) throw usage(`${mute.id} cannot be asked for a review: it reviews what is pushed by itself`)
}

function numberIn({ words }: Arguments): number | undefined {
  const [word, ...others] = words
  if (word === undefined) return undefined
  const [, digits] = /^#?([1-9]\d{0,9})$/.exec(word) ?? []
  if (digits === undefined || others.length > 0) {
    throw usage(`give the number of one pull request, such as 123; found "${words.join(' ')}"`)
  }
  return Number(digits)
}

async function findOne(forge: Forge, repository: Repository, number: number | undefined): Promise<PullRequest> {
  if (number !== undefined) {
    const answer = await forge.readPullRequest(number)
    if ('value' in answer) return answer.value
    throw unread(`pull request #${number} could not be read`, answer)
  }
  const { branch, head } = await readWorkState(repository)
  const answer = await forge.findPullRequests(branch === 'HEAD' ? null : branch, head ?? '')
  if ('problem' in answer) throw unread(`the pull request of ${branch} could not be looked up`, answer)
  const only = onlyPullRequest(answer.value, branch, 'watch 123')
  if (only === undefined) throw usage(`there is no open pull request of ${branch}: name one by its number`)
  return only
}

function unread(what: string, { problem, mayPass }: Problem): LoopError {
  if (mayPass) return new LoopError('forge_silent', { problem, command: 'watch' })
  return usage(`${what}: ${problem.replace(/\.$/, '')}`)
}

type Problem = Exclude<Answer<PullRequest>, { readonly value: unknown }>

async function baseCommit(repository: Repository, { number, base }: PullRequest): Promise<string> {
  const sha = base.sha.slice(0, 12)
  const names = [sha, `origin/${base.ref}`]
  // By its id: a branch may be moved while it is watched.
  for (const name of names) {
    const commit = await resolveCommit(repository, name)
    if (commit !== undefined) return commit.slice(0, sha.length)
  }
  throw new LoopError('pull_request_commit', { number: String(number), side: 'base', sha, fetch: base.ref })
}

function sessionFrom({ github }: Config, repository: string, pr: number): WatchSession {
  const { attempts, intervalSeconds, waitFor, trigger, quorum } = github
  return { repository, pr, attempts, intervalMs: intervalSeconds * 1000, waitFor, trigger, quorum }
}

/** What is said now counts more than what was said before. */
function withArguments(session: WatchSession, args: Arguments): WatchSession {
  const interval = args.value('interval')
  const intervalMs = interval === undefined ? session.intervalMs : parseDuration(interval)
  if (intervalMs === undefined || intervalMs < 1000)
    throw usage(`--interval takes 1s or more, such as 60s or 2m, found "${interval}"`)
  const listed = (name: string) =>
    args
      .values(name)
      .flatMap((word) => word.split(','))
      .map((word) => word.trim())
  const [waitFor, trigger] = [listed('wait-for'), listed('trigger')]
  const attempts = numberFrom(args, 'attempts', 1, 1000)
  return {
    ...session,
    intervalMs,
    ...(attempts === undefined ? {} : { attempts, mostLooks: attempts }),
    quorum: numberFrom(args, 'quorum', 1, 100) ?? session.quorum,
    waitFor: waitFor.length > 0 ? waitFor : session.waitFor,
    trigger: trigger.length > 0 ? trigger : session.trigger,
  }
}

export function numberFrom(args: Arguments, name: string, least: number, most: number): number | undefined {
  const word = args.value(name)
  if (word === undefined) return undefined
  const number = /^\d{1,6}$/.test(word) ? Number(word) : Number.NaN
  if (number >= least && number <= most) return number
  throw usage(`--${name} takes a number from ${least} to ${most}, found "${word}"`)
}

/**
 * What is fixed is pushed: it has to be the branch of the pull request, as it is there. A session that goes on may be ahead
 * by commits of its own; what it left in the middle of a step is undone when it goes on.
 */
export async function requireCheckout(
  repository: Repository,
  opened: Pick<OpenedWatch, 'pullRequest' | 'forge'>,
  resumed: LoopState | null,
): Promise<void> {
  const { number, head } = opened.pullRequest
  const work = await readWorkState(repository)
  const show = `watch ${number} --mode analyze only looks`
  if (work.branch !== head.ref) {
    throw usage(
      `what is fixed is pushed to ${head.ref}, and ${work.branch} is checked out: git switch ${head.ref} (${show})`,
    )
  }
  if (work.dirty.length > 0 && (resumed === null || !isCutOff(resumed)))
    throw usage(`${work.dirty[0]} is not committed: git stash, or commit and push it (${show})`)
  await requireTarget(repository, opened)
  if (work.head === head.sha) return
  const isAhead = await isAncestor(repository, head.sha, 'HEAD')
  if (isAhead && resumed !== null) return
  const what = isAhead
    ? 'has commits that are not pushed: git push'
    : `is not at ${head.sha.slice(0, 10)}: ${await syncInstructions(repository, work.branch, head.sha)}`
  throw usage(`${work.branch} ${what} (${show})`)
}

/** A branch of the same name may also be in the repository that a fork was made of. */
async function requireTarget(
  repository: Repository,
  { pullRequest, forge }: Pick<OpenedWatch, 'pullRequest' | 'forge'>,
): Promise<void> {
  const { number, head } = pullRequest
  const { ref, sha } = head
  const { remote } = await pushTarget(repository, ref)
  const fetched = await fetchCommits(repository, remote, [ref])
  if ('problem' in fetched) throw usage(`${ref} could not be looked up at ${remote}: ${fetched.problem}`)
  const tip = fetched.tips.get(ref)
  // What the forge says of a push may come a little later.
  if (tip !== undefined && (await isAncestor(repository, sha, tip))) return
  const where = `${remote}, where ${ref} is not at ${sha.slice(0, 10)}, the head of pull request #${number}`
  throw usage(`what is fixed would be pushed to ${where}: ${forge.checkoutCommand(number)}`)
}

export const usage = (problem: string) => new LoopError('usage', { problem, command: 'watch' })
