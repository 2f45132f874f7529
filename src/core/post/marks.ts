import { hashText } from '../values/hash.ts'
import { markOf } from '../watch/mark.ts'

// By these a later run knows what an earlier one has written.

export const summaryMark = markOf('post', 'summary')

/** In what was a summary of ours until another one was found beside it. */
export const oldMark = markOf('post', 'old')

/** In the opening of a thread that we ended ourselves, because its finding was gone or another one says the same. */
export const goneMark = markOf('post', 'gone')

/** In what a job of a fork had us write: only that may a later one change. */
export const forkMark = markOf('post', 'fork')

/** Of one review: the same comments at the same commit are the same review. */
export function reviewMark(head: string, ids: readonly string[]): string {
  return markOf('review', `${head.slice(0, 12)}-${hashText([...ids].sort().join(' '))}`)
}
