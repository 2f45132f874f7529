import { createHash } from 'node:crypto'
import type { OutsideReviewer } from '../../core/outside/reviewer.ts'
import { isSameAccount } from '../../core/watch/account.ts'
import { unknownBotsIn, withUnknownBots } from '../../core/watch/bot-accounts.ts'
import { collectItems } from '../../core/watch/collect-items.ts'
import type { ReplyTo } from '../../core/watch/fix-replies.ts'
import { groupItems, type ItemGroup, triageGroups } from '../../core/watch/group-items.ts'
import { hasMark, markOf } from '../../core/watch/mark.ts'
import { type IsOwn, ownTextCheck } from '../../core/watch/own-replies.ts'
import { personComments, unreadTexts } from '../../core/watch/person-comments.ts'
import { readPosts } from '../../core/watch/read-posts.ts'
import { mayBeAsked, type ReviewerStatus } from '../../core/watch/reviewer-status.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import type { FixedThread } from '../../core/watch/unconfirmed-fixes.ts'
import type { Answer as Read } from '../../forge/forge.ts'
import {
  type Answer,
  answersTo,
  commandsText,
  explanations,
  notActionable,
  withdrawn,
} from '../../report/watch/answers.ts'
import { answeringLine } from '../../report/watch/lines.ts'
import { whyLines } from '../../report/watch/why-lines.ts'
import { watchWording } from '../../report/watch/wording.ts'
import { askAboutBots, askAboutPeople } from './ask-readings.ts'
import { findUnconfirmed, pushedFixes } from './find-unconfirmed.ts'
import { notifyUnknownBots } from './notify-unknown-bots.ts'
import { retryWrite } from './retry-forge.ts'
import { ownIn, type Watcher, writersIn } from './watcher.ts'

/** Everything that the pull request asks for, as it stands in a snapshot. */
export async function gatherFrom(
  watcher: Watcher,
  snapshot: Snapshot,
  files: readonly string[],
): Promise<Read<readonly ItemGroup[]>> {
  const writers = await writersIn(watcher, snapshot)
  return 'problem' in writers ? writers : { value: await gatherFor(watcher, snapshot, writers.value, files) }
}

/** `writers`: people whose word counts. `files`: paths of the change. */
export async function gatherFor(
  watcher: Watcher,
  snapshot: Snapshot,
  writers: ReadonlySet<string>,
  files: readonly string[],
): Promise<readonly ItemGroup[]> {
  const pathOf = new Map(files.map((file) => [createHash('sha256').update(file).digest('hex'), file]))
  await askAboutBots(watcher, snapshot)
  const unconfirmed = await findUnconfirmed(
    watcher,
    snapshot,
    ownTextCheck(snapshot, { writers, reviewers: watcher.known }),
  )
  const { known, readings } = watcher
  const question = {
    reviewers: withUnknownBots(snapshot, known),
    writers,
    pathOf,
    unconfirmed,
    readings: readings.bots,
  }
  await askAboutPeople(watcher, unreadTexts(personComments(snapshot, question)), collectItems(snapshot, question))
  const understood = { ...question, heard: readings.people }
  const groups = groupItems(collectItems(snapshot, understood))
  watcher.details(() => whyLines(readPosts(snapshot, understood), personComments(snapshot, understood)))
  notifyUnknownBots(watcher, unknownBotsIn(groups, question.reviewers))
  return groups
}

/**
 * What was done about the last round is said before it is pushed, so that whoever reviews the push has read it. Undefined:
 * everything is said; else why not.
 */
export function answerClaims(
  watcher: Watcher,
  snapshot: Snapshot,
  groups: readonly ItemGroup[],
  replyTo: ReplyTo,
  commit: string,
): Promise<string | undefined> {
  return say(watcher, snapshot, answersTo(groups, replyTo, commit, watchWording))
}

/** Threads that ask for nothing are told so, once. */
export async function answerRemarks(watcher: Watcher, snapshot: Snapshot, groups: readonly ItemGroup[]): Promise<void> {
  const ids = new Set(triageGroups(groups).remarks.map(({ id }) => id))
  const answers = answersTo(groups, (id) => (ids.has(id) ? notActionable : undefined), snapshot.head, watchWording)
  await say(
    watcher,
    snapshot,
    answers.filter(({ thread }) => thread !== null),
  )
}

/** Whoever asks by a command how something stands is told, once. */
export async function answerQuestions(
  watcher: Watcher,
  snapshot: Snapshot,
  writers: ReadonlySet<string>,
  groups: readonly ItemGroup[],
): Promise<void> {
  const words = personComments(snapshot, { reviewers: watcher.known, writers })
  await say(watcher, snapshot, explanations(words, groups, watchWording))
}

/** What was said about a commit that did not arrive is taken back. */
export async function withdrawClaims(watcher: Watcher, snapshot: Snapshot, commit: string): Promise<void> {
  const { forge, notice } = watcher
  const isOwn = await ownIn(watcher, snapshot)
  const said = [
    ...snapshot.threads.flatMap(({ comments }) => comments.map((message) => ({ message, edit: forge.editRemark }))),
    ...snapshot.comments.map((message) => ({ message, edit: forge.editComment })),
  ]
  for (const { message, edit } of said) {
    const body =
      isSameAccount(message.author, snapshot.me) && isOwn(message) ? withdrawn(message.body, commit) : undefined
    if (body === undefined) continue
    // The same text twice is the same text.
    const done = await retryWrite(
      watcher,
      () => edit(message.id, body),
      async () => false,
    )
    if ('problem' in done) notice(`An answer that is not true could not be taken back: ${done.problem} ${message.url}`)
  }
}

/** Undefined: everything is said. Else why not; then it is tried again when it is looked again. */
async function say(watcher: Watcher, snapshot: Snapshot, answers: readonly Answer[]): Promise<string | undefined> {
  const { forge, notice, line } = watcher
  const isOwn = await ownIn(watcher, snapshot)
  const due = answers.filter(({ mark }) => !isSaid(snapshot, mark, isOwn))
  if (due.length > 0) line(answeringLine(due.length))
  // The first answer on a pull request says what people can answer.
  const help = isSaid(snapshot, commandsMark, isOwn) ? '' : `\n\n${commandsText}\n\n${commandsMark}`
  for (const [index, { thread, body: text, mark }] of due.entries()) {
    const body = index === 0 && !text.includes(commandsText) ? `${text}${help}` : text
    const write = () =>
      thread === null ? forge.comment(snapshot, { body, mark }) : forge.reply(thread, { body, mark })
    const isThere = async () => {
      const read = await forge.readSnapshot(snapshot.number)
      return 'value' in read ? isSaid(read.value, mark, isOwn) : null
    }
    const written = await retryWrite(watcher, write, isThere)
    if ('value' in written) continue
    const problem = `An answer could not be posted: ${written.problem}`
    notice(problem)
    return problem
  }
  return undefined
}

const commandsMark = markOf('commands', 'explained')

function isSaid({ comments, threads }: Snapshot, mark: string, isOwn: IsOwn): boolean {
  const all = [...comments, ...threads.flatMap((thread) => thread.comments)]
  return all.some((message) => isOwn(message) && hasMark(message.body, mark))
}

/**
 * Threads whose fix is in the head are closed: it was validated, and is what everybody sees now. `told`: those that could not be.
 * `onResolved`: called with each that was, at once, so that it is known also after a crash.
 */
export async function resolveFixed(
  watcher: Watcher,
  snapshot: Snapshot,
  told: Set<string>,
  onResolved: (fixed: FixedThread) => void,
): Promise<void> {
  const { forge, notice } = watcher
  const isOwn = await ownIn(watcher, snapshot)
  const unconfirmed = await findUnconfirmed(watcher, snapshot, isOwn)
  for (const fixed of await pushedFixes(watcher, snapshot, isOwn)) {
    const { id, mayResolve, comments } = fixed.thread
    // Bots thank for answers; what a person says after ours is heard first, and where one joined in before, people close it.
    const hasPerson = comments.slice(1).some((message) => !isOwn(message) && message.author?.isBot !== true)
    if (hasPerson || unconfirmed.has(id)) continue
    const done = mayResolve ? await forge.resolve(id) : { problem: 'the token may not' }
    if ('value' in done) onResolved(fixed)
    watcher.signal.throwIfAborted()
    if ('value' in done || told.has(id)) continue
    told.add(id)
    notice(`A thread that is fixed could not be resolved: ${done.problem}`)
  }
}

/**
 * Asks those for a review who wait to be asked: once for a head, and once more when a limit is over that they ran into at it.
 * `asked`: a request leaves no mark, and what is refused for good is not tried at every look.
 */
export async function askAgain(
  watcher: Watcher,
  snapshot: Snapshot,
  statuses: readonly ReviewerStatus[],
  asked: Set<string>,
): Promise<void> {
  const { session, known, notice } = watcher
  const due = statuses.filter(
    (reviewer) => session.trigger.includes(reviewer.id) && mayBeAsked(reviewer, watcher.now()),
  )
  const isOwn = await ownIn(watcher, snapshot)
  for (const { id, name, limitedUntil } of due) {
    const reviewer = known.find((each) => each.id === id)
    const mark = markOf('trigger', [id, snapshot.head, ...(limitedUntil === undefined ? [] : [limitedUntil])].join(' '))
    if (reviewer === undefined || asked.has(mark) || isSaid(snapshot, mark, isOwn)) continue
    const done = await ask(watcher, snapshot, reviewer, mark)
    watcher.signal.throwIfAborted()
    if ('value' in done || done.refusal === 'forbidden' || done.refusal === 'rejected') asked.add(mark)
    notice(
      'problem' in done ? `${name} could not be asked again: ${done.problem}` : `${name} is asked for another review.`,
    )
  }
}

function ask({ forge }: Watcher, snapshot: Snapshot, { trigger, requestedAs }: OutsideReviewer, mark: string) {
  return trigger === null && requestedAs !== undefined
    ? forge.requestReview(snapshot.number, requestedAs)
    : forge.comment(snapshot, { body: `${trigger}\n\n${mark}`, mark })
}
