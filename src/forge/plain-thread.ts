import type { ReviewThread } from '../core/handoff/outdated-threads.ts'
import type { Author, PostedThread } from '../core/watch/snapshot.ts'

/** A thread with as much of it as a review needs to know its own again. */
export function plainThread({ id, isResolved, isOutdated, path, endLine, comments }: PostedThread): ReviewThread {
  return {
    id,
    resolved: isResolved,
    path,
    line: endLine,
    isOutdated,
    comments: comments.map(({ author, body }) => ({ author: author === null ? null : knownName(author), body })),
  }
}

/** A bot is known by its name with `[bot]`. */
function knownName({ login, isBot }: Author): string {
  return isBot ? `${login}[bot]` : login
}
