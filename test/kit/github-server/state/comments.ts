import type { Account, IssueComment, PullRequest, Reactable, Reaction, ReactionContent, Written } from './entities.ts'
import { announce, newIds, register, shownByRestAt, touch, type World } from './world.ts'

// In characters, of whatever is written.
export const longestBody = 65_536

export function addComment(world: World, pullRequest: PullRequest, author: Account | null, body: string): IssueComment {
  const now = world.clock.stamp()
  const comment: IssueComment = {
    kind: 'IssueComment',
    ...newIds(world, 'IC'),
    pullRequest,
    author,
    body,
    createdAt: now,
    updatedAt: now,
    lastEditedAt: null,
    editor: null,
    minimized: null,
    reactions: [],
    shownByRestAt: shownByRestAt(world),
  }
  pullRequest.comments.push(register(world, comment))
  touch(world, pullRequest)
  announce(world, { type: 'comment', pullRequest, comment })
  return comment
}

export function editBody(
  world: World,
  written: Pick<Written, 'body' | 'updatedAt' | 'lastEditedAt' | 'editor'>,
  editor: Account,
  body: string,
) {
  const now = world.clock.stamp()
  Object.assign(written, { body, updatedAt: now, lastEditedAt: now, editor })
}

/** Once each: who says the same again gets what is there. */
export function react(world: World, to: Reactable, author: Account, content: ReactionContent) {
  const known = to.reactions.find((reaction) => reaction.author === author && reaction.content === content)
  if (known !== undefined) return { reaction: known, isNew: false }
  const reaction: Reaction = { ...newIds(world, 'REA'), author, content, createdAt: world.clock.stamp() }
  to.reactions.push(reaction)
  return { reaction, isNew: true }
}
