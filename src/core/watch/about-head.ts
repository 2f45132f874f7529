import { commitsIn } from '../outside/commits-in.ts'
import type { Classification } from '../outside/types.ts'
import { isSameAccount } from './account.ts'
import type { Snapshot } from './snapshot.ts'
import type { Text } from './texts.ts'

// Which texts are about the head of a pull request, and no other commit.

/**
 * A text that names commits speaks of those; one that names none, of what was the head when it was last edited. Somebody can make a
 * commit whose id begins as an older one does: a short name counts only if it was written since the head is there.
 */
export function isAbout({ source, commit, said, at }: Text, snapshot: Snapshot): boolean {
  const { head, isSinceAssumed = false } = snapshot
  if (commit !== null) return commit === head
  const named = commitsIn(said.body ?? '')
  if (named.includes(head)) return true
  const isNamed = named.some((sha) => head.startsWith(sha))
  if (isNamed && isSinceAssumed) return true
  // The commit of a review is known, unless it is gone; and the head is not.
  if (named.length === 0 ? source.kind === 'review' : !isNamed) return false
  return isSinceHead({ at }, snapshot)
}

function isSinceHead({ at }: Pick<Text, 'at'>, { headSince }: Pick<Snapshot, 'headSince'>): boolean {
  return at !== null && headSince !== null && Date.parse(at) >= Date.parse(headSince)
}

export interface Meant {
  readonly text: Text
  readonly means: Classification
}

/** Of what one reviewer says and shows. */
export function aboutHead(all: readonly Meant[], snapshot: Snapshot): readonly Meant[] {
  const own = all.filter(({ text, means }) => isAbout(text, snapshot) && !mayBeLate(text, means, snapshot))
  const words = own.filter(({ text, means }) => !isReaction(text) && (means.ready || means.failure))
  const isElsewhere = all.some((each) => isOfAnother(each, snapshot))
  return own.filter(
    ({ text }) => !isReaction(text) || (!isElsewhere && words.every((word) => isEarlier(word.text, text))),
  )
}

/**
 * A workflow that began at the head before may say late that it found nothing. So where only the time ties such words to the head,
 * they count when the checks of the same account at this head have ended, and began before.
 */
function mayBeLate({ author, at, commit, said }: Text, means: Classification, { checks, head }: Snapshot): boolean {
  if (means.class !== 'clean' || commit !== null || commitsIn(said.body ?? '').includes(head)) return false
  const runs = checks.filter((check) => isSameAccount(check.author, author))
  return runs.some(({ status, startedAt }) => status !== 'done' || (startedAt != null && (at ?? '') < startedAt))
}

function isReaction({ source }: Text): boolean {
  return source.kind === 'reaction'
}

/** Who is at work on another commit, or found nothing in it since this head is there, may mean that one by its reaction. */
function isOfAnother({ text, means }: Meant, snapshot: Snapshot): boolean {
  if (isAbout(text, snapshot)) return false
  if (means.class === 'in_progress') return commitsIn(text.said.body ?? '').length > 0
  return means.class === 'clean' && isSinceHead(text, snapshot)
}

/** Words are clearer than a reaction: what was said at a time that nobody knows may have come after it. */
function isEarlier({ at }: Text, reaction: Text): boolean {
  return at !== null && reaction.at !== null && Date.parse(at) < Date.parse(reaction.at)
}
