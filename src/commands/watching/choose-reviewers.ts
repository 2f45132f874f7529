import { classify } from '../../core/outside/classify.ts'
import type { OutsideReviewer } from '../../core/outside/reviewer.ts'
import { commentBy, readPosts } from '../../core/watch/read-posts.ts'
import type { Snapshot } from '../../core/watch/snapshot.ts'
import { LoopError } from '../../errors.ts'
import type { Answer } from '../../forge/forge.ts'
import type { Watcher } from './watcher.ts'

/** Those that are named, else those who spoke or were asked here or on the last pull requests of the repository. */
export async function chooseReviewers(
  { known, session, forge }: Watcher,
  snapshot: Snapshot,
): Promise<Answer<readonly OutsideReviewer[]>> {
  if (session.waitFor.length > 0) return { value: namedReviewers(known, session.waitFor) }
  const here = readPosts(snapshot, { reviewers: known }).filter(({ kind }) => kind !== 'reply')
  const before = await forge.readRecent()
  if ('problem' in before) return { problem: `who reviews here usually is not known: ${before.problem}` }
  const earlier = before.value.map(({ kind, author, body }) =>
    classify(commentBy(author, kind === 'review' ? 'review' : 'issue_comment', body), known),
  )
  const spoke = [...here.map(({ means }) => means), ...earlier].map(({ reviewer }) => reviewer)
  const isAsked = ({ logins }: OutsideReviewer) => logins.some((login) => snapshot.requested.includes(login))
  return { value: known.filter((reviewer) => spoke.includes(reviewer.id) || isAsked(reviewer)) }
}

export function namedReviewers(known: readonly OutsideReviewer[], ids: readonly string[]): readonly OutsideReviewer[] {
  return [...new Set(ids)].map((id) => {
    const found = known.find((reviewer) => reviewer.id === id)
    if (found !== undefined) return found
    const problem = `there is no reviewer ${id}; known are ${known.map((reviewer) => reviewer.id).join(', ')}`
    throw new LoopError('usage', { problem, command: 'watch' })
  })
}
