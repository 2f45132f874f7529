import { relative, resolve } from 'node:path'
import { fold } from '../../../core/loop/fold.ts'
import type { MailSession } from '../../../core/loop/outside-session.ts'
import { isOver, isUnanswered } from '../../../core/loop/state.ts'
import type { SessionEvent } from '../../../core/loop/types.ts'
import { longestSummary } from '../../../core/mail/addressed.ts'
import { clean } from '../../../core/mail/leaks.ts'
import { parseDuration } from '../../../core/values/duration.ts'
import { LoopError } from '../../../errors.ts'
import type { Repository } from '../../../io/git/repository.ts'
import { readWorkState } from '../../../io/git/snapshot.ts'
import { readJournal, sessionsOfBranch } from '../../../io/session-store.ts'
import { type Arguments, type Context, folderOf } from '../../command.ts'
import { findResumed } from '../../looping/find-resumed.ts'
import { actingAgent, type MailWorld, neededPullRequest } from '../mail-world.ts'
import { leftBefore } from './address-feedback.ts'
import type { Post } from './post.ts'
import type { Waiting } from './review-by-mail.ts'

const command = 'mail author'
const usualTimeoutMs = 15 * 60_000

/** A session that is gone on with: what it was begun with, and since when it waits. */
export interface Resumed {
  readonly session: string
  readonly mail: MailSession
  readonly waiting: Waiting
}

/** The session that `--resume` means; null: none is asked for. */
export async function resumedSession(
  repository: Repository,
  args: Arguments,
  { now }: Context,
): Promise<Resumed | null> {
  const word = args.value('resume')
  if (word === undefined) return null
  const { session, start, events } = await findResumed(repository, word || true, command)
  return { session, mail: start.mail!, waiting: waitingIn(events, now()) }
}

/** Where it ended without an answer the time begins anew, and what did not count may be asked once more. */
function waitingIn(events: readonly SessionEvent[], now: Date): Waiting {
  const isAnew = isUnanswered(fold(events))
  const begun = events[events.findLastIndex(({ type }) => type === 'ended') + 1]
  return { since: isAnew || begun === undefined ? now.getTime() : Date.parse(begun.at), isAnew }
}

/** Where an earlier session got feedback and can be gone on with, a new one would begin at the first round again. */
export async function requireNoOther(post: Post, repository: Repository): Promise<void> {
  if (leftBefore(post) === null) return
  const { root } = repository
  const { as, to, pr } = post.parties
  const other = sessionsOfBranch(root, (await readWorkState(repository)).branch).find((id) => {
    const state = fold(readJournal(root, id).events)
    const mail = state.started?.mail
    return mail?.as === as && mail.to === to && mail.pr === pr && !isOver(state)
  })
  if (other === undefined) return
  throw usage(`${to} has answered about #${pr}; go on with that: review-loop mail author --resume ${other}`)
}

/** Whoever reviews is told a branch. */
export async function requireBranch(repository: Repository): Promise<void> {
  const { branch } = await readWorkState(repository)
  if (branch === 'HEAD') throw usage('no branch is checked out: switch to the one that is to be reviewed')
}

/** Who writes to whom, and how: as it is said now, else as the session was begun with. */
export function mailSession(
  args: Arguments,
  context: Context,
  { leaks }: MailWorld,
  { root }: Repository,
  before: MailSession | null,
): MailSession {
  const [mailbox, summary] = [args.value('mailbox'), args.value('summary')?.trim()]
  const session = {
    as: before === null ? actingAgent(args, context, command) : same('as', args.value('as'), before.as),
    to: before === null ? needed(args, 'to') : same('to', args.value('to'), before.to),
    pr: before === null ? neededPullRequest(args, command) : Number(same('pr', args.value('pr'), String(before.pr))),
    mailbox:
      mailbox === undefined ? (before?.mailbox ?? null) : relative(root, resolve(folderOf(args, context), mailbox)),
    timeoutMs: timeoutOf(args.value('timeout')) ?? before?.timeoutMs ?? usualTimeoutMs,
    push: args.flag('push') || before?.push === true,
    summary: summary ? clean(summary, leaks, longestSummary) : (before?.summary ?? null),
    notify: args.value('notify') ?? before?.notify ?? null,
  }
  if (session.as === session.to) throw usage(`${session.as} cannot review its own work: name somebody else with --to`)
  return session
}

/** The arguments with the mailbox that a session was begun with, unless another one is named. */
export function withMailbox(args: Arguments, { root }: Repository, before: MailSession | null): Arguments {
  const kept = before?.mailbox == null ? undefined : resolve(root, before.mailbox)
  return { ...args, value: (name) => args.value(name) ?? (name === 'mailbox' ? kept : undefined) }
}

function needed(args: Arguments, name: string): string {
  const value = args.value(name)
  if (value === undefined) throw usage(`--${name} is missing`)
  return value
}

/** A session is about one pull request, between the same two. */
function same(name: string, said: string | undefined, before: string): string {
  if (said === undefined || said === before) return before
  throw usage(`--${name} ${said}: the session was begun with ${before}; leave it out to go on with that`)
}

function timeoutOf(text: string | undefined): number | undefined {
  const time = text === undefined ? undefined : parseDuration(text)
  if (text !== undefined && time === undefined) throw usage(`--timeout takes 30s, 15m or 1h30m, found "${text}"`)
  return time
}

const usage = (problem: string) => new LoopError('usage', { problem, command })
