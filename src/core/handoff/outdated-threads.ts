import type { Finding } from '../../types.ts'
import { markedIds } from './marker.ts'

export interface ReviewThread {
  readonly id: string
  readonly resolved: boolean
  readonly path: string
  /** In the newest version of the file; null when the code it was about is gone. */
  readonly line: number | null
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
  /** False: a finding may be missing because nobody looked. Then nothing is outdated. */
  readonly conclusive: boolean
  /** Whose threads are ours although they carry no mark; with or without `[bot]`. */
  readonly bots: readonly string[]
}

/** Ids of our own open threads whose finding is no longer there. Threads of other people are never touched. */
export function outdatedThreads(threads: readonly ReviewThread[], review: ThreadReview): readonly string[] {
  if (!review.conclusive) return []
  return threads.filter((thread) => !thread.resolved && isOutdated(thread, review)).map(({ id }) => id)
}

function isOutdated(thread: ReviewThread, { findings, bots }: ThreadReview): boolean {
  const opening = thread.comments[0]
  if (opening === undefined) return false
  if (markedIds(opening.body).length > 0) {
    // Whoever opened the thread may have followed up on it under a newer id.
    const own = thread.comments.filter(({ author }) => author === opening.author)
    const ids = new Set(own.flatMap(({ body }) => markedIds(body)))
    return !findings.some(({ id }) => ids.has(id))
  }
  return isOneOf(opening.author, bots) && !findings.some((finding) => isAbout(finding, thread))
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
