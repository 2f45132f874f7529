import { codeKey, holdsCode } from '../handoff/code-key.ts'
import { classify } from '../outside/classify.ts'
import { proseOf, readLines } from '../outside/read/lines.ts'
import { means } from '../outside/read/meaning.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import { fixClaims, type IsOwn, lastReply, type OwnAnswer } from './own-replies.ts'
import { hasWords } from './person-comments.ts'
import type { ReadContext } from './read-context.ts'
import { commentBy, readPosts } from './read-posts.ts'
import type { PostedThread, Snapshot, ThreadMessage } from './snapshot.ts'

/**
 * Why a person has to close a thread that we called fixed. `untouched`: its code did not change. `reopened`: we resolved it, and
 * somebody opened it again. `contested`: a bot replied, and it is not clear that it agrees. `absent`: the commit is not on the branch.
 */
export type Unconfirmed = 'untouched' | 'reopened' | 'contested' | 'absent'

export function isUnconfirmed(answer: OwnAnswer | Unconfirmed | null): answer is Unconfirmed {
  return answer !== null && answer !== 'fixed' && answer !== 'skipped'
}

export type FixedThread = { readonly thread: PostedThread; readonly commit: string }

/** Threads in which our last answer is that it is fixed, open or not, once for each commit that it names. */
export function fixedThreads(snapshot: Snapshot, isOwn: IsOwn): readonly FixedThread[] {
  const claims = fixClaims(snapshot, isOwn)
  return snapshot.threads.flatMap((thread) => (claims.get(thread.id) ?? []).map((commit) => ({ thread, commit })))
}

/** Names a thread as closed for a fix: another fix of it may close it again. */
export const closedKey = (thread: string, commit: string): string => `${thread} ${commit}`

/**
 * A fix elsewhere may be right, but a person has to say so. `was` and `is`: the file at the commit of the thread and at the head;
 * undefined: it is not there. `is` is null where the head is not here.
 */
export function isUntouched(thread: PostedThread, was: string | undefined, is: string | undefined | null): boolean {
  const { line, isOutdated, begunAt } = thread
  if (was === undefined || is === null || begunAt === null) return line !== null && !isOutdated
  if (is === undefined || begunAt.lines === null) return is === was
  return holdsCode(is, codeKey(was, begunAt.lines.line, begunAt.lines.endLine))
}

/** The last reply of each bot to a fix. */
export function repliesToFix(thread: PostedThread, isOwn: IsOwn): readonly ThreadMessage[] {
  const replies = lastReply(thread, isOwn)?.after.filter(({ author, isHidden }) => author?.isBot === true && !isHidden)
  const last = new Map(replies?.map((message) => [message.author?.login, message]))
  return [...last.values()].filter((message) => !isOwn(message))
}

/** What is understood as such agrees, and what objects to nothing where the same bot found nothing in the head. */
export function isAgreement(reply: ThreadMessage, snapshot: Snapshot, context: ReadContext): boolean {
  const { author, body, hasOurThumb } = reply
  if (hasOurThumb === true || !hasWords(withoutMarks(body))) return true
  const understood = classify(commentBy(author, 'issue_comment', body), context.reviewers, context.readings)
  const { class: kind, why } = understood
  if (kind === 'clean' || (kind === 'notice' && why.source !== 'nothing')) return true
  return why.source === 'nothing' && !isObjection(body) && hasPassed(understood.reviewer, snapshot, context)
}

/** It denies, restricts or asks something, or shows code. */
function isObjection(body: string): boolean {
  const lines = readLines(withoutMarks(body)).filter(({ isFolded }) => !isFolded)
  const said = proseOf(lines)
  const denies = (['negation', 'contrast', 'failed', 'defect'] as const).some((concept) => means(said, concept))
  const isOpen = means(said, 'issue') && !means(said, 'resolved')
  return denies || isOpen || /[?？]/.test(said) || lines.some(({ kind }) => kind === 'code')
}

/** Its last review is of the head, which has the fix, and found nothing. */
function hasPassed(reviewer: string | null, snapshot: Snapshot, context: ReadContext): boolean {
  const posts = readPosts(snapshot, context).filter(
    ({ kind, means }) => kind !== 'reply' && means.reviewer === reviewer,
  )
  const kinds = posts.filter(({ isAboutHead }) => isAboutHead).map(({ means: { class: kind } }) => kind)
  return kinds.includes('clean') && !kinds.includes('findings')
}
