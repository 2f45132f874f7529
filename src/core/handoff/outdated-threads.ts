import type { Finding } from '../../types.ts'
import { codeKeyIn, holdsCode } from './code-key.ts'
import { hasPersonLast, markedIds } from './marker.ts'

export interface ReviewThread {
  readonly id: string
  readonly resolved: boolean
  /** Null: it is about the whole. */
  readonly path: string | null
  /** In the newest version of the file; null when the code it was about is gone. */
  readonly line: number | null
  /** The forge says that its line has changed. */
  readonly isOutdated: boolean
  /** Oldest first. */
  readonly comments: readonly ThreadComment[]
}

export interface ThreadComment {
  /** As the forge writes it (GitHub adds `[bot]` to apps); null for an account that no longer exists. */
  readonly author: string | null
  readonly body: string
}

export interface ThreadReview {
  readonly findings: readonly Finding[]
  /** Ids of what was found again, and is none by a decision: waived, refuted, of a rule that is off. */
  readonly decided: readonly string[]
  /** False: a finding may be missing because nobody looked. Then nothing is outdated. */
  readonly conclusive: boolean
  /** Whose threads are ours although they carry no mark; with or without `[bot]`. */
  readonly bots: readonly string[]
}

/** A thread that stays open although nothing raises it again. */
export interface KeptThread {
  /** Null: it is about the whole. */
  readonly path: string | null
  readonly line: number | null
  /** `code`: it is as it was, and a reviewer may just not have said it again. `person`: somebody spoke last. */
  readonly why: 'code' | 'person'
}

export interface SettledThreads {
  /** Ids of those that can be ended. */
  readonly outdated: readonly string[]
  readonly kept: readonly KeptThread[]
}

/** What becomes of those that nothing raises again. `texts`: their files by path, as they are now; what is gone is missing. */
export function settleThreads(
  threads: readonly ReviewThread[],
  review: ThreadReview,
  texts: ReadonlyMap<string, string>,
): SettledThreads {
  const judged = silentThreads(threads, review).map((thread) => ({ thread, why: whyKept(thread, review, texts) }))
  return {
    outdated: judged.flatMap(({ thread, why }) => (why === null ? [thread.id] : [])),
    kept: judged.flatMap(({ thread: { path, line }, why }) => (why === null ? [] : [{ path, line, why }])),
  }
}

/** Our own open threads whose finding is no longer there. Threads of other people are never touched. */
export function silentThreads(threads: readonly ReviewThread[], review: ThreadReview): readonly ReviewThread[] {
  if (!review.conclusive) return []
  return threads.filter((thread) => !thread.resolved && isSilent(thread, review))
}

function isSilent(thread: ReviewThread, { findings, bots }: ThreadReview): boolean {
  const opening = thread.comments[0]
  if (opening === undefined) return false
  const ids = ownIds(thread)
  if (ids.length > 0) return !findings.some(({ id }) => ids.includes(id))
  return isOneOf(opening.author, bots) && !findings.some((finding) => isAbout(finding, thread))
}

/** Whoever opened the thread may have followed up on it under a newer id. */
function ownIds({ comments }: ReviewThread): readonly string[] {
  const [opening] = comments
  if (opening === undefined || markedIds(opening.body).length === 0) return []
  return comments.filter(({ author }) => author === opening.author).flatMap(({ body }) => markedIds(body))
}

/** Null: it can be ended. */
function whyKept(
  thread: ReviewThread,
  { decided, bots }: ThreadReview,
  texts: ReadonlyMap<string, string>,
): KeptThread['why'] | null {
  const { comments } = thread
  const spoken = comments.map(({ author, body }) => ({
    body,
    isOwnAccount: author === comments[0]?.author,
    isBot: author?.endsWith('[bot]') === true || isOneOf(author, bots),
  }))
  if (hasPersonLast(spoken)) return 'person'
  const isDecided = ownIds(thread).some((each) => decided.includes(each))
  return isDecided || isOtherCode(thread, texts) ? null : 'code'
}

/** Our mark is of the code for which it was raised last. Without one there is only what the forge says of the line. */
function isOtherCode(
  { path, line, isOutdated, comments: [opening] }: ReviewThread,
  texts: ReadonlyMap<string, string>,
): boolean {
  const key = codeKeyIn(opening?.body ?? '')
  if (key === undefined || path === null) return line === null || isOutdated
  const text = texts.get(path)
  return text === undefined || !holdsCode(text, key)
}

function isOneOf(author: string | null, names: readonly string[]): boolean {
  const known = author?.toLowerCase()
  return names.map((name) => name.toLowerCase()).some((name) => known === name || known === `${name}[bot]`)
}

const nearLines = 3

/** Without a mark only the place can tell; a thread that lost its line stays while its file has any finding. */
function isAbout({ file, line, endLine }: Finding, thread: ReviewThread): boolean {
  if (file !== thread.path) return false
  if (line === null || thread.line === null) return true
  return thread.line >= line - nearLines && thread.line <= Math.max(line, endLine ?? line) + nearLines
}
