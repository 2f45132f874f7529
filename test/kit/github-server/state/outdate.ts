import type { PullRequest, Thread } from './entities.ts'
import { linesOf } from './patch.ts'

/**
 * After a push: a thread goes where its line went. When that line was changed, or the change no longer shows it, the thread is
 * outdated and keeps nothing but where it began.
 */
export function moveThreads(pullRequest: PullRequest, from: string): void {
  for (const thread of pullRequest.threads) {
    if (thread.isOutdated || thread.subjectType === 'FILE' || thread.line === null) continue
    const line = newLine(pullRequest, thread, thread.line, from)
    const start = thread.startLine === null ? null : newLine(pullRequest, thread, thread.startLine, from)
    thread.isOutdated = line === null || (thread.startLine !== null && start === null)
    thread.line = thread.isOutdated ? null : line
    thread.startLine = thread.isOutdated ? null : start
    if (!thread.isOutdated) for (const comment of thread.comments) comment.commit = pullRequest.head.sha
  }
}

function newLine({ repository, head, base }: PullRequest, { path, side }: Thread, line: number, from: string) {
  const file = repository.commits.changes(base.sha, head.sha).find(({ filename }) => filename === path)
  if (file === undefined) return null
  // What was there before the change stays there.
  const followed = side === 'LEFT' ? line : repository.commits.follow(path, line, from, head.sha)
  return followed !== null && linesOf(file)[side].has(followed) ? followed : null
}
