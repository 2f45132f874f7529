import { codeKey, holdsCode } from '../handoff/code-key.ts'
import { classify } from '../outside/classify.ts'
import { withoutMarks } from '../outside/text/plain.ts'
import { type IsOwn, lastReply, type OwnAnswer } from './own-replies.ts'
import { hasWords } from './person-comments.ts'
import { commentBy, type ReadContext } from './read-posts.ts'
import type { PostedThread, Snapshot, ThreadMessage } from './snapshot.ts'

/**
 * Why a person has to close a thread that we called fixed. `untouched`: its code did not change. `reopened`: we resolved it, and
 * somebody opened it again. `contested`: a bot replied, and it is not clear that it agrees.
 */
export type Unconfirmed = 'untouched' | 'reopened' | 'contested'

export function isUnconfirmed(answer: OwnAnswer | Unconfirmed | null): answer is Unconfirmed {
  return answer !== null && answer !== 'fixed' && answer !== 'skipped'
}

export type FixedThread = { readonly thread: PostedThread; readonly commit: string }

/** Threads in which our last answer is that it is fixed, open or not. */
export function fixedThreads({ threads }: Snapshot, isOwn: IsOwn): readonly FixedThread[] {
  return threads.flatMap((thread) => {
    const commit = lastReply(thread, isOwn)?.commit
    return commit === undefined ? [] : [{ thread, commit }]
  })
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

/** Only what is understood agrees. */
export function isAgreement({ author, body, hasOurThumb }: ThreadMessage, context: ReadContext): boolean {
  if (hasOurThumb === true || !hasWords(withoutMarks(body))) return true
  const { class: kind, why } = classify(commentBy(author, 'issue_comment', body), context.reviewers, context.readings)
  return kind === 'clean' || (kind === 'notice' && why.source !== 'nothing')
}
