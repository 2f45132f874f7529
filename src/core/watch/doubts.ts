import { codeKey, holdsCode } from '../handoff/code-key.ts'
import { calledFixedIn, type IsOwn, type OwnAnswer } from './conversation.ts'
import type { PostedThread, Snapshot } from './snapshot.ts'

/**
 * Why a thread that we called fixed is for a person to close. `untouched`: the code it is about is as it was. `reopened`: we closed
 * it, and somebody opened it again. `contested`: a bot replied, and nobody understood that it agrees.
 */
export type Doubt = 'untouched' | 'reopened' | 'contested'

export function isDoubt(answer: OwnAnswer | Doubt | null): answer is Doubt {
  return answer !== null && answer !== 'fixed' && answer !== 'skipped'
}

export interface CalledFixed {
  readonly thread: PostedThread
  /** The one that our last word names. */
  readonly commit: string
}

/** Open threads in which our last word is that it is fixed. */
export function calledFixed({ threads }: Snapshot, isOwn: IsOwn): readonly CalledFixed[] {
  return threads.flatMap((thread) => {
    const commit = thread.isResolved ? undefined : calledFixedIn(thread, isOwn)
    return commit === undefined ? [] : [{ thread, commit }]
  })
}

/** Threads that we closed ourselves, with what we called their fix. */
export function closedByUs({ threads, me }: Snapshot, isOwn: IsOwn): readonly CalledFixed[] {
  return threads.flatMap((thread) => {
    const commit = thread.isResolved && thread.resolvedBy === me.login ? calledFixedIn(thread, isOwn) : undefined
    return commit === undefined ? [] : [{ thread, commit }]
  })
}

/** Names a thread as closed for a fix: another fix of it may close it again. */
export function closedKey(thread: string, commit: string): string {
  return `${thread} ${commit}`
}

/** Texts by path, of the commit that a thread was begun at and of the head. Null: it is not here. */
export interface BeforeAndNow {
  readonly before: ReadonlyMap<string, string> | null
  readonly now: ReadonlyMap<string, string> | null
}

/** Whoever fixes something without touching it, or what is around it, may be right: a person has to say so. */
export function isUntouched({ path, line, isOutdated, begunAt }: PostedThread, { before, now }: BeforeAndNow): boolean {
  const was = before?.get(path ?? '')
  if (was === undefined || now === null || begunAt === null) return line !== null && !isOutdated
  const is = now.get(path ?? '')
  if (is === undefined || begunAt.lines === null) return is === was
  return holdsCode(is, codeKey(was, begunAt.lines.line, begunAt.lines.endLine))
}
